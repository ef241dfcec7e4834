import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { HttpClient } from './http-client.ts'
import type { UpstreamError } from './upstream-error.ts'

const open: { server: Server; client: HttpClient }[] = []

afterEach(async () => {
  for (const { server, client } of open.splice(0)) {
    server.closeAllConnections()
    server.close()
    await client.close()
  }
})

async function serve(listener: RequestListener, options: { timeoutMs?: number; maxBytes?: number } = {}) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new HttpClient({ userAgent: 'test/1', timeoutMs: 5000, maxBytes: 1000, ...options })
  open.push({ server, client })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?q=1`)
  return { client, url }
}

async function failure(promise: Promise<unknown>): Promise<UpstreamError> {
  return promise.then(
    () => Promise.reject(new Error('It answered')),
    (error: UpstreamError) => error,
  )
}

const json = { 'content-type': 'application/json; charset=utf-8' }

test('JSON of any status comes with its status, and the client names itself', async () => {
  const { client, url } = await serve((request, response) => {
    response
      .writeHead(404, json)
      .end(JSON.stringify({ agent: request.headers['user-agent'], url: request.url }))
  })
  expect(await client.getJson(url)).toEqual({ status: 404, body: { agent: 'test/1', url: '/path?q=1' } })
})

test.each([
  ['HTML with 200', 200, { 'content-type': 'text/html' }, '<h1>secret</h1>', 'body', true],
  ['HTML with 502', 502, { 'content-type': 'text/html' }, '<h1>secret</h1>', 'status', true],
  ['JSON with 500', 500, json, '{"secret":1}', 'status', true],
  ['HTML with 403', 403, { 'content-type': 'text/html' }, '<h1>secret</h1>', 'body', false],
  ['HTML with 404', 404, { 'content-type': 'text/html' }, '<h1>secret</h1>', 'body', true],
  ['no type', 200, {}, '{"secret":1}', 'body', true],
  ['cut JSON', 200, json, '{"secret":"abc', 'body', true],
  ['JSON that nests too deep', 200, json, `{"secret":${'['.repeat(300)}${']'.repeat(300)}}`, 'body', true],
  ['too much', 200, json, JSON.stringify('secret'.repeat(1000)), 'body', true],
  ['a limit', 429, { ...json, 'retry-after': '7' }, '{"secret":1}', 'rate_limited', true],
] as const)(
  '%s is a fault that does not quote the body',
  async (_, status, headers, body, kind, retryable) => {
    const { client, url } = await serve((_request, response) => response.writeHead(status, headers).end(body))
    const error = await failure(client.getJson(url))
    expect(error).toMatchObject({ name: 'UpstreamError', kind, retryable })
    expect(`${error.message} ${String(error.cause)}`).not.toContain('secret')
    if (kind === 'rate_limited') expect(error.retryAfter).toBe(7)
  },
)

test('a connection that breaks, an answer that never comes, a body that never ends', async () => {
  const broken = await serve((request) => request.socket.destroy())
  expect(await failure(broken.client.getJson(broken.url))).toMatchObject({ kind: 'network' })
  const silent = await serve(() => undefined, { timeoutMs: 50 })
  expect(await failure(silent.client.getJson(silent.url))).toMatchObject({ kind: 'timeout' })
  const slow = await serve((_request, response) => response.writeHead(200, json).write('{'), {
    timeoutMs: 50,
  })
  expect(await failure(slow.client.getJson(slow.url))).toMatchObject({ kind: 'timeout' })
})

test('a caller that leaves ends the request with its own reason', async () => {
  const { client, url } = await serve(() => undefined)
  const controller = new AbortController()
  const asked = client.getJson(url, { signal: controller.signal })
  controller.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
})

test('half a surrogate pair does not get in, a whole one does', async () => {
  const { client, url } = await serve((_request, response) =>
    response.writeHead(200, json).end('{"a":"x\\ud83dy","b":"\\ud83d\\ude80","c":"\\ude80"}'),
  )
  expect((await client.getJson(url)).body).toEqual({ a: 'x\ufffdy', b: '🚀', c: '\ufffd' })
})

test('signs within strings do not count as nesting', async () => {
  const text = `${'[{'.repeat(300)}\\"${'['.repeat(100)}`
  const { client, url } = await serve(
    (_request, response) => response.writeHead(200, json).end(JSON.stringify([text, [text]])),
    { maxBytes: 10_000 },
  )
  expect((await client.getJson(url)).body).toEqual([text, [text]])
})

test('a HEAD follows nothing', async () => {
  let asked = 0
  const { client, url } = await serve((request, response) => {
    asked++
    response.writeHead(301, { location: 'http://127.0.0.1:1/elsewhere', method: request.method }).end()
  })
  expect(await client.head(url)).toEqual({ status: 301, location: 'http://127.0.0.1:1/elsewhere' })
  expect(asked).toBe(1)
})
