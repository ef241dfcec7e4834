import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HttpClient } from './http-client.ts'
import { MediaFiles } from './media-files.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
const http = new HttpClient({ userAgent: 'x-md-test', timeoutMs: 5000, maxBytes: 1000 })
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(async () => {
  await http.close()
  await sandbox.close()
})

const files = () => new MediaFiles(http, `${sandbox.url}/media`)
const read = async (url: string, from?: number) => {
  const { bytes, ...head } = await files().fetch(url, from === undefined ? {} : { from })
  return { ...head, body: Buffer.concat(await Array.fromAsync(bytes)) }
}
const PHOTO = 'https://pbs.twimg.com/media/Gabc.jpg?name=orig'

test('a file comes whole, or from where it broke off', async () => {
  const whole = await read(PHOTO)
  expect(whole).toMatchObject({ from: 0, kind: 'image' })
  // More than the cap for answers that are read at once.
  expect(whole.body.length).toBeGreaterThan(1000)
  const rest = await read(PHOTO, 700)
  expect(rest.from).toBe(700)
  expect(rest.body).toEqual(whole.body.subarray(700))
  await expect(read(PHOTO, 1_000_000)).rejects.toMatchObject({ status: 416 })
  expect((await read('https://video.twimg.com/tweet_video/H1.mp4')).kind).toBe('video')
})

test.each([
  'http://pbs.twimg.com/media/a.jpg',
  'https://pbs.twimg.com:8443/media/a.jpg',
  'https://pbs.twimg.com.evil.example/a.jpg',
  'https://evil.example/pbs.twimg.com/a.jpg',
  'https://pbs.twimg.com@evil.example/a.jpg',
  'https://127.0.0.1/a.jpg',
  'file:///etc/passwd',
  '',
])('nothing is fetched from %j', async (url) => {
  expect(files().canFetch(url)).toBe(false)
  await expect(files().fetch(url)).rejects.toMatchObject({ retryable: false })
})

test('what is no picture or video is refused, and what was not there', async () => {
  await expect(read('https://pbs.twimg.com/media/page.html')).rejects.toMatchObject({ status: 404 })
  await fetch(`${sandbox.url}/_sandbox/overrides`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      path: '/media/pbs.twimg.com/media/odd.jpg',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<p>sign in</p>',
    }),
  })
  await expect(read('https://pbs.twimg.com/media/odd.jpg')).rejects.toMatchObject({ status: 200 })
})

test('a file that is too large, or becomes so, is no file; one that breaks off says so', async () => {
  const small = new MediaFiles(http, `${sandbox.url}/media`, { maxBytes: 900 })
  await expect(small.fetch(PHOTO)).rejects.toThrow(/more than 900 bytes/)
  const grown = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.write(Buffer.alloc(600))
    response.end(Buffer.alloc(600))
  })
  const short = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': '800' })
    response.write(Buffer.alloc(300), () => response.destroy())
  })
  for (const [server, message] of [
    [grown, /more than 900 bytes/],
    [short, /could not be reached|broke off/],
  ] as const) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { bytes } = await new MediaFiles(http, `http://127.0.0.1:${port}`, { maxBytes: 900 }).fetch(PHOTO)
    await expect(Array.fromAsync(bytes)).rejects.toThrow(message)
    server.close()
  }
})
