import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { BasePool } from './base-pool.ts'
import { HttpClient } from './http-client.ts'
import { MAX_TRIES, retryDelay } from './retry.ts'
import { Upstream } from './upstream.ts'
import { UpstreamError } from './upstream-error.ts'

const servers: Server[] = []
const clients: HttpClient[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function connect(bases: string[], deadlineMs = 5_000): Upstream {
  const http = new HttpClient({
    userAgent: 'test',
    timeoutMs: 5_000,
    headersTimeoutMs: 1_000,
    maxBytes: 1000,
  })
  clients.push(http)
  return new Upstream(http, { bases, deadlineMs })
}

const json = { 'content-type': 'application/json' }

/** Answers with each of these in turn, the last one for good; counts the requests. */
function script(...answers: [status: number, headers?: Record<string, string>][]) {
  const seen: string[] = []
  const listener: RequestListener = (request, response) => {
    const [status, headers] = answers[Math.min(seen.length, answers.length - 1)] as (typeof answers)[number]
    seen.push(request.url as string)
    response.writeHead(status, { ...json, ...headers }).end(`{"n":${seen.length}}`)
  }
  return { seen, listener }
}

test('what may pass is asked again, and no more often than allowed', async () => {
  const passing = script([502], [503], [200])
  expect(await connect([await serve(passing.listener)]).getJson('a?b=1')).toEqual({
    status: 200,
    body: { n: 3 },
  })
  expect(passing.seen).toEqual(['/a?b=1', '/a?b=1', '/a?b=1'])
  const lasting = script([500])
  await expect(connect([await serve(lasting.listener)]).getJson('a')).rejects.toMatchObject({
    kind: 'status',
    status: 500,
  })
  expect(lasting.seen).toHaveLength(MAX_TRIES)
})

test.each([400, 401, 402, 403, 404])('a %d with JSON is an answer, and not asked again', async (status) => {
  const once = script([status])
  expect((await connect([await serve(once.listener)]).getJson('a')).status).toBe(status)
  expect(once.seen).toHaveLength(1)
})

test('a short Retry-After is waited for, a long one is passed on', async () => {
  const short = script([429, { 'retry-after': '0' }], [200])
  expect((await connect([await serve(short.listener)]).getJson('a')).status).toBe(200)
  const long = script([429, { 'retry-after': '600' }])
  const upstream = connect([await serve(long.listener)])
  for (const question of ['a', 'b', 'c']) {
    await expect(upstream.getJson(question)).rejects.toMatchObject({ kind: 'rate_limited', retryAfter: 600 })
  }
  // It rests: the next question does not reach it, and says how long is left.
  await expect(upstream.getJson('d')).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfter: expect.any(Number),
  })
  expect(long.seen).toHaveLength(3)
})

test('one that throttles now and then does not rest', async () => {
  const { seen, listener } = script(
    [429, { 'retry-after': '600' }],
    [429, { 'retry-after': '600' }],
    [200],
    [429, { 'retry-after': '600' }],
    [200],
  )
  const upstream = connect([await serve(listener)])
  const outcomes: string[] = []
  for (let n = 0; n < 5; n++)
    await upstream.getJson(`q${n}`).then(
      () => outcomes.push('ok'),
      () => outcomes.push('limited'),
    )
  expect(outcomes).toEqual(['limited', 'limited', 'ok', 'limited', 'ok'])
  expect(seen).toHaveLength(5)
})

test('where one base throttles or fails, another answers at once', async () => {
  const bad = script([429, { 'retry-after': '600' }])
  const broken = script([500])
  const good = script([200])
  const upstream = connect([
    await serve(bad.listener),
    await serve(broken.listener),
    await serve(good.listener),
  ])
  for (let n = 0; n < 5; n++) expect((await upstream.getJson(`q${n}`)).status).toBe(200)
  expect([bad.seen.length, broken.seen.length, good.seen.length]).toEqual([1, 1, 5])
})

test('who asks for the same at the same time shares one request', async () => {
  const { seen, listener } = script([200])
  const upstream = connect([await serve(listener)])
  const answers = await Promise.all(Array.from({ length: 50 }, () => upstream.getJson('a')))
  expect(new Set(answers).size).toBe(1)
  expect(seen).toHaveLength(1)
})

test('one who leaves does not end the request of the others', async () => {
  let answer = () => {}
  const upstream = connect([
    await serve((_request, response) => {
      answer = () => response.writeHead(200, json).end('{}')
    }),
  ])
  const leaver = new AbortController()
  const left = upstream.getJson('a', leaver.signal)
  const stays = upstream.getJson('a')
  leaver.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await new Promise((resolve) => setTimeout(resolve, 50))
  answer()
  expect((await stays).status).toBe(200)
})

test('the deadline holds for all tries together', async () => {
  const upstream = connect([await serve(() => undefined)], 300)
  const start = performance.now()
  await expect(upstream.getJson('a')).rejects.toMatchObject({ name: 'UpstreamError', kind: 'timeout' })
  expect(performance.now() - start).toBeLessThan(3_000)
})

test('the wait before a try is jittered, bounded, and none where it is no use', () => {
  const error = (retryable: boolean) => new UpstreamError('network', 'x', { retryable })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_TRIES - 1 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (tries, random) => {
        const delay = retryDelay(error(true), tries, random) as number
        expect(delay).toBeGreaterThanOrEqual(0)
        expect(delay).toBeLessThanOrEqual(2_000)
      },
    ),
  )
  expect(retryDelay(error(false), 1, 0.5)).toBeUndefined()
  expect(retryDelay(error(true), MAX_TRIES, 0.5)).toBeUndefined()
})

test('everybody sits out the short rest of the only base, and nobody is refused for it', async () => {
  const throttled = script(
    [429, { 'retry-after': '1' }],
    [429, { 'retry-after': '1' }],
    [429, { 'retry-after': '1' }],
    [200],
  )
  const upstream = connect([await serve(throttled.listener)])
  const first = await Promise.allSettled(['a', 'b', 'c'].map((path) => upstream.getJson(path)))
  const meanwhile = await upstream.getJson('d')
  expect(first.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(meanwhile.status).toBe(200)
  expect(throttled.seen).toHaveLength(7)
})

test('faults of other kinds are no sign that the only base throttles everybody', () => {
  const pool = new BasePool(['http://a.test'])
  for (let n = 0; n < 9; n++) pool.failed('http://a.test', new UpstreamError('status', 'x'))
  pool.failed('http://a.test', new UpstreamError('rate_limited', 'x', { retryAfter: 10 }))
  expect(pool.take()).toBe('http://a.test')
})

test('a resting base comes back after its time', () => {
  let now = 0
  const pool = new BasePool(['a', 'b'], () => now)
  pool.failed('a', new UpstreamError('rate_limited', 'x', { retryAfter: 10 }))
  expect([pool.take(), pool.take()]).toEqual(['b', 'b'])
  pool.failed('b', new UpstreamError('network', 'x'))
  expect(() => pool.take()).toThrow(expect.objectContaining({ kind: 'rate_limited', retryAfter: 10 }))
  now = 10_001
  expect(pool.take()).toBe('a')
})
