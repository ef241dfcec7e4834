import { execFileSync } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountError } from '../../../errors.ts'
import { mediaRootFault, openInside } from './media-root.ts'

let base: string
let root: string
let socket: Server
beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'x-md-media-')))
  root = join(base, 'media')
  for (const folder of ['media', 'media/sub', 'media/%2e%2e', 'media-evil', 'out'])
    mkdirSync(join(base, folder))
  for (const file of [
    'media/a.png',
    'media/sub/b.png',
    'media/..c.png',
    'media/%2e%2e/d.png',
    'media/é 日本.png',
    'media-evil/e.png',
    'out/secret',
    'mediafile',
  ]) {
    writeFileSync(join(base, file), 'x')
  }
  symlinkSync(join(base, 'out/secret'), join(root, 'link-out'))
  symlinkSync('../out/secret', join(root, 'link-out-relative'))
  symlinkSync('a.png', join(root, 'link-in'))
  symlinkSync(join(base, 'out'), join(root, 'folder-out'))
  symlinkSync('..', join(root, 'folder-up'))
  symlinkSync('sub', join(root, 'folder-in'))
  symlinkSync('link-loop', join(root, 'link-loop'))
  symlinkSync('nowhere', join(root, 'link-nowhere'))
  symlinkSync('/dev/zero', join(root, 'link-device'))
  symlinkSync('/proc/self/environ', join(root, 'link-environ'))
  symlinkSync('/', join(root, 'slash'))
  symlinkSync(root, join(base, 'root-link'))
  execFileSync('mkfifo', [join(root, 'fifo')])
  socket = createServer()
  await new Promise<void>((resolve) => socket.listen(join(root, 'socket'), resolve))
})
afterAll(() => {
  socket.close()
  rmSync(base, { recursive: true, force: true })
})

async function opened(path: string, border = root): Promise<string> {
  try {
    const { handle } = await openInside(border, path)
    const text = await handle.readFile('utf8')
    await handle.close()
    return text
  } catch (error) {
    if (error instanceof AccountError) return error.code
    throw error
  }
}

describe('what is outside, or no plain file, is refused', () => {
  const inRoot = (name: string) => () => `${root}/${name}`
  const rows: [name: string, path: () => string][] = [
    ['another file', () => join(base, 'out/secret')],
    ['a file of the system', () => '/etc/passwd'],
    ['the root itself', () => root],
    ['the root with a slash', () => `${root}/`],
    ['the root with a dot', () => `${root}/.`],
    ['the folder above', () => base],
    ['the root of all', () => '/'],
    ['nothing', () => ''],
    ['a dot', () => '.'],
    ['a space', () => ' '],
    ['.. out', inRoot('../out/secret')],
    ['.. out by a folder', inRoot('sub/../../out/secret')],
    ['.. out and in again', inRoot('../media/a.png')],
    ['.. that stays inside', inRoot('sub/../a.png')],
    ['many ..', inRoot('../../../../../../../../etc/passwd')],
    ['.. by a backslash', inRoot('..\\out\\secret')],
    ['a folder that only begins alike', () => join(base, 'media-evil/e.png')],
    ['a file that only begins alike', () => join(base, 'mediafile')],
    ['a relative path', () => 'a.png'],
    ['a relative path with a dot', () => './a.png'],
    ['a relative path up', () => '../out/secret'],
    ['a home', () => '~/a.png'],
    ['a variable', () => '$MEDIA_ROOT/a.png'],
    ['a file: address', () => `file://${root}/a.png`],
    ['a file: address of a host', () => `file://localhost${root}/a.png`],
    ['an address', () => 'http://127.0.0.1/a.png'],
    ['a data: address', () => 'data:image/png;base64,AAAA'],
    ['a UNC path', () => '\\\\host\\share\\a.png'],
    ['a UNC path with slashes', () => '//host/share/a.png'],
    ['a drive', () => 'C:\\media\\a.png'],
    ['NUL at the end', () => `${root}/a.png\0`],
    ['NUL within', () => `${root}/a.png\0/../../out/secret`],
    ['percent-encoding of ..', () => `${root}%2f..%2fout%2fsecret`],
    ['the root, percent-encoded', () => encodeURIComponent(join(root, 'a.png'))],
    ['dots that look like ..', () => `${base}/media‥/out/secret`],
    ['a full-width slash', () => `${root}／a.png`],
    ['a dot after the root', () => `${root}./a.png`],
    ['another case', () => `${root.toUpperCase()}/a.png`],
    ['a link out', inRoot('link-out')],
    ['a relative link out', inRoot('link-out-relative')],
    ['a link that stays inside', inRoot('link-in')],
    ['a link to itself', inRoot('link-loop')],
    ['a link to nothing', inRoot('link-nowhere')],
    ['a link to a device', inRoot('link-device')],
    ['a link to the environment', inRoot('link-environ')],
    ['through a folder that leads out', inRoot('folder-out/secret')],
    ['through a folder that leads out, to nothing', inRoot('folder-out/nothing')],
    ['through a folder that leads up', inRoot('folder-up/out/secret')],
    ['through a folder that leads up and down', inRoot('folder-up/media-evil/e.png')],
    ['through a link to everything', inRoot('slash/etc/passwd')],
    ['a folder', inRoot('sub')],
    ['a folder with a slash', inRoot('sub/')],
    ['below a file', inRoot('a.png/x')],
    ['a file as a folder', inRoot('a.png/.')],
    ['a file with a slash', inRoot('a.png/')],
    ['a pipe', inRoot('fifo')],
    ['a socket', inRoot('socket')],
    ['a device', () => '/dev/zero'],
    ['the standard input', () => '/dev/stdin'],
    ['an open file of the process', () => '/proc/self/fd/0'],
    ['the environment of the process', () => '/proc/self/environ'],
    ['a name that is too long', inRoot(`${'x'.repeat(300)}/a.png`)],
    ['a path that is too long', inRoot('x/'.repeat(5000))],
  ]
  test.each(rows)('%s', async (_, path) => {
    expect(await opened(path())).toBe('media_outside_root')
  })
  test('there are more than thirty', () => expect(rows.length).toBeGreaterThan(30))
})

test.each([
  'a.png',
  'sub/b.png',
  './a.png',
  'sub//b.png',
  '..c.png',
  '%2e%2e/d.png',
  'é 日本.png',
  'folder-in/b.png',
])('%s is inside', async (name) => {
  expect(await opened(`${root}/${name}`)).toBe('x')
})

test('a root that is a link itself is as good as what it leads to, by either name', async () => {
  const link = join(base, 'root-link')
  expect(await opened(join(link, 'a.png'), link)).toBe('x')
  expect(await opened(join(root, 'a.png'), link)).toBe('x')
  expect(await opened(join(base, 'out/secret'), link)).toBe('media_outside_root')
})

test('what is not there is told of inside, and only there', async () => {
  expect(await opened(join(root, 'nothing.png'))).toBe('invalid_argument')
  expect(await opened(join(root, 'nothing/nothing.png'))).toBe('media_outside_root')
  expect(await opened(join(base, 'out/nothing'))).toBe('media_outside_root')
})

test.each([
  ['a folder', 'swap/file', (stop: () => boolean) => swapping(join(root, 'swap'), join(base, 'out'), stop)],
  [
    'the file',
    'swapped',
    (stop: () => boolean) => swapping(join(root, 'swapped'), join(base, 'out/file'), stop),
  ],
])('%s that is replaced by a link out again and again never leads out', async (_, name, attack) => {
  mkdirSync(join(root, 'swap'), { recursive: true })
  writeFileSync(join(root, 'swap/file'), 'x')
  writeFileSync(join(root, 'swapped'), 'x')
  writeFileSync(join(base, 'out/file'), 'SECRET')
  let done = false
  const attacker = attack(() => done)
  const seen = new Set<string>()
  for (let i = 0; i < 1500; i++) seen.add(await opened(join(root, name)))
  done = true
  await attacker
  expect(seen).not.toContain('SECRET')
  expect(seen).toContain('x')
})

/** Lets a name lead out and in, whenever the other side waits. */
async function swapping(name: string, out: string, stop: () => boolean): Promise<void> {
  while (!stop()) {
    await new Promise((resolve) => setImmediate(resolve))
    renameSync(name, `${name}.kept`)
    symlinkSync(out, name)
    await new Promise((resolve) => setImmediate(resolve))
    unlinkSync(name)
    renameSync(`${name}.kept`, name)
  }
}

test('a hard link is the file that it is', async () => {
  linkSync(join(root, 'a.png'), join(root, 'hard.png'))
  expect(await opened(join(root, 'hard.png'))).toBe('x')
})

test('a root has to be absolute and a folder', async () => {
  expect(await mediaRootFault(root)).toBeUndefined()
  expect(await mediaRootFault('media')).toMatch(/absolute/)
  expect(await mediaRootFault(join(root, 'a.png'))).toMatch(/folder/)
  expect(await mediaRootFault(join(root, 'nowhere'))).toMatch(/folder/)
})
