import { Hono } from 'hono'
import type { World } from '../world/world.ts'

/**
 * X's media hosts, behind one door: `/media/pbs.twimg.com/media/{key}.jpg`. A file is a small picture or video of its
 * kind, the same bytes for the same path; parts of it are given, too, as X does.
 */
export function mediaDoor(_world: World, prefix: string): Hono {
  const door = new Hono().basePath(prefix)
  door.get('/:host/*', (c) => {
    const { pathname } = new URL(c.req.url)
    const path = pathname.slice(prefix.length)
    const type = TYPES.find(([pattern]) => pattern.test(path))?.[1]
    if (!type) return c.text('Not found', 404)
    const bytes = fileOf(path, type)
    const from = /^bytes=(\d+)-$/.exec(c.req.header('range') ?? '')?.[1]
    const headers = { 'content-type': type, 'accept-ranges': 'bytes', 'cache-control': 'max-age=604800' }
    if (from === undefined) return c.body(new Uint8Array(bytes), 200, headers)
    if (Number(from) >= bytes.length) return c.body(null, 416, { 'content-range': `bytes */${bytes.length}` })
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
    return c.body(new Uint8Array(bytes.subarray(Number(from))), 206, { ...headers, 'content-range': range })
  })
  return door
}

const TYPES: readonly [RegExp, string][] = [
  [/^\/pbs\.twimg\.com\/[\w/.-]+\.jpg$/, 'image/jpeg'],
  [/^\/pbs\.twimg\.com\/[\w/.-]+\.png$/, 'image/png'],
  [/^\/video\.twimg\.com\/[\w/.-]+\.mp4$/, 'video/mp4'],
]

/** Bytes of a file, told apart by its path, which stands in it where readers pass over it. */
function fileOf(path: string, type: string): Buffer {
  const name = Buffer.from(path.padEnd(2000, ' '))
  if (type === 'video/mp4')
    return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isomavc1')), box('free', name)])
  if (type === 'image/png') return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), name])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(name.length + 2)
  // A picture's head, a comment, and the end: as much as tells what it is.
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('fffe', 'hex'),
    length,
    name,
    Buffer.from('ffd9', 'hex'),
  ])
}

function box(kind: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length + 8)
  return Buffer.concat([size, Buffer.from(kind), content])
}
