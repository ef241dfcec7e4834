import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { read, startFaulty } from './testing.ts'

let sandbox: Awaited<ReturnType<typeof startFaulty>>
beforeAll(async () => {
  sandbox = await startFaulty()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.faults())

const JACK = '/fxtwitter/2/status/20'
const jack = () => sandbox.ask(JACK)
const whole = async () => (await read(await jack())).text

describe('faults in place of an answer', () => {
  test('rate-limit: JSON, HTML, empty or any other body, with Retry-After or without', async () => {
    await sandbox.faults(
      { kind: 'rate-limit', count: 1 },
      { kind: 'rate-limit', count: 1, body: 'html', headers: { 'Retry-After': '3' } },
      { kind: 'rate-limit', count: 1, body: 'empty' },
      { kind: 'rate-limit', count: 1, body: { error: 'slow' } },
      { kind: 'rate-limit', count: 1, body: 'slow', status: 420 },
    )
    const json = await jack()
    expect(json.headers.has('retry-after')).toBe(false)
    expect(await read(json)).toMatchObject({ status: 429, type: 'application/json' })
    const html = await jack()
    expect(html.headers.get('retry-after')).toBe('3')
    expect(await read(html)).toMatchObject({ status: 429, type: 'text/html; charset=UTF-8' })
    expect(await read(await jack())).toEqual({ status: 429, type: null, text: '' })
    expect(await read(await jack())).toMatchObject({ status: 429, text: '{"error":"slow"}' })
    expect(await read(await jack())).toMatchObject({ status: 420, text: 'slow' })
    expect((await jack()).status).toBe(200)
  })

  test('throttle-404 answers on each route what that route answers', async () => {
    await sandbox.faults({ kind: 'throttle-404', door: 'fxtwitter' })
    const ask = async (path: string) => {
      const answer = await sandbox.ask(`/fxtwitter${path}`)
      return [answer.status, await answer.json()]
    }
    const noPost = { status: null, thread: null, author: null, code: 404 }
    const noRows = { results: [], cursor: { top: null, bottom: null } }
    expect(await ask('/2/status/20')).toEqual([404, noPost])
    expect(await ask('/2/thread/20')).toEqual([404, noPost])
    expect(await ask('/2/conversation/20')).toEqual([404, { ...noPost, replies: null, cursor: null }])
    expect(await ask('/2/profile/jack')).toEqual([404, { code: 404, message: 'User not found' }])
    expect(await ask('/2/profile/jack/about')).toEqual([404, { code: 404, message: 'User not found' }])
    expect(await ask('/2/profile/jack/statuses')).toEqual([404, { code: 404, ...noRows }])
    expect(await ask('/2/profile/id:12/followers')).toEqual([500, { code: 500, ...noRows }])
    expect(await ask('/2/search?q=a')).toEqual([404, { code: 404, ...noRows }])
    expect(await ask('/2/trends')).toMatchObject([404, { message: 'Explore initial timeline not found' }])
    expect(await ask('/jack/status/20')).toEqual([404, { code: 404, message: 'NOT_FOUND', tweet: null }])
    expect(await ask('/jack')).toEqual([404, { code: 404, message: 'User not found' }])
    expect(await ask('/2/status/x')).toMatchObject([400, { code: 400 }])
  })

  test('5xx, html-200, empty-object', async () => {
    await sandbox.faults(
      { kind: '5xx', count: 1 },
      { kind: '5xx', status: 502, body: 'html', count: 1 },
      { kind: 'html-200', count: 1 },
      { kind: 'empty-object', count: 1 },
    )
    expect(await read(await jack())).toMatchObject({ status: 503, type: 'application/json' })
    expect(await read(await jack())).toMatchObject({ status: 502, type: 'text/html; charset=UTF-8' })
    const page = await read(await jack())
    expect([page.status, page.type, page.text.startsWith('<!DOCTYPE html>')]).toEqual([
      200,
      'text/html; charset=UTF-8',
      true,
    ])
    expect(await read(await jack())).toEqual({ status: 200, type: 'application/json', text: '{}' })
  })

  test('crash-page: 500 or 504, and 200 to those who unfurl links', async () => {
    await sandbox.faults({ kind: 'crash-page', path: JACK }, { kind: 'crash-page', status: 504 })
    const crash = await jack()
    expect([crash.status, crash.headers.get('cache-control')]).toEqual([
      500,
      'max-age=0, no-cache, no-store, must-revalidate',
    ])
    expect((await sandbox.ask('/fxtwitter/2/status/21')).status).toBe(504)
    const unfurled = await sandbox.ask(JACK, { headers: { 'user-agent': 'Mozilla/5.0 (Discordbot/2.0)' } })
    expect(await read(unfurled)).toMatchObject({ status: 200, type: 'text/html; charset=UTF-8' })
  })

  test('huge-body: made as it is read, and JSON when read to the end', async () => {
    await sandbox.faults({ kind: 'huge-body', bytes: 300_000, count: 1 }, { kind: 'huge-body' })
    const small = await jack()
    expect(small.headers.has('content-length')).toBe(false)
    const text = await small.text()
    expect(text.length).toBe(300_000)
    expect(JSON.parse(text)).toMatchObject({ code: 200 })
    const before = process.memoryUsage().rss
    let read = 0
    for await (const chunk of (await jack()).body!) {
      read += chunk.length
      if (read > 64 * 2 ** 20) break
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20)
  })
})

describe('faults of the connection', () => {
  test('latency: fixed, and drawn', async () => {
    await sandbox.faults(
      { kind: 'latency', delayMs: 120, count: 1 },
      { kind: 'latency', delayMs: { min: 1, max: 5 } },
    )
    const start = performance.now()
    expect((await jack()).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThanOrEqual(118)
    expect((await jack()).status).toBe(200)
  })

  test('any fault may come late as well', async () => {
    await sandbox.faults({ kind: '5xx', delayMs: 80 })
    const start = performance.now()
    expect((await jack()).status).toBe(503)
    expect(performance.now() - start).toBeGreaterThanOrEqual(78)
  })

  test('reset before the answer is a real one, and is listed with status 0', async () => {
    await sandbox.faults({ kind: 'reset', count: 1 })
    await sandbox.ask('/_sandbox/requests')
    const code = await new Promise((resolve) => {
      const { hostname, port } = new URL(sandbox.url)
      const socket = connect(Number(port), hostname)
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      socket.on('end', () => resolve('ended'))
      socket.write(`GET ${JACK} HTTP/1.1\r\nhost: x\r\nuser-agent: x\r\n\r\n`)
    })
    expect(code).toBe('ECONNRESET')
    const requests = (await (await sandbox.ask('/_sandbox/requests')).json()) as { status: number }[]
    expect(requests.at(-1)).toMatchObject({ path: JACK, status: 0 })
    expect((await jack()).status).toBe(200)
  })

  test('reset in mid-body', async () => {
    const all = await whole()
    await sandbox.faults({ kind: 'reset', afterBytes: 100 })
    const answer = await jack()
    expect([answer.status, answer.headers.get('content-length')]).toEqual([
      200,
      String(Buffer.byteLength(all)),
    ])
    const reader = answer.body!.getReader()
    const first = await reader.read()
    expect(new TextDecoder().decode(first.value)).toBe(all.slice(0, 100))
    await expect(reader.read()).rejects.toThrow()
  })

  test('hang: no answer until the client gives up', async () => {
    await sandbox.faults({ kind: 'hang' })
    await expect(sandbox.ask(JACK, { signal: AbortSignal.timeout(100) })).rejects.toThrow(/timeout/)
  })

  test('slow-body: whole in the end, in pieces', async () => {
    const all = await whole()
    await sandbox.faults({ kind: 'slow-body', delayMs: 8 })
    const start = performance.now()
    const answer = await jack()
    const headersAfter = performance.now() - start
    expect(await answer.text()).toBe(all)
    expect(performance.now() - start).toBeGreaterThan(140)
    expect(headersAfter).toBeLessThan(140)
  })

  test('truncated-json looks whole to HTTP', async () => {
    const all = await whole()
    await sandbox.faults({ kind: 'truncated-json' })
    const half = await read(await jack())
    expect(half).toEqual({ status: 200, type: 'application/json', text: expect.any(String) })
    expect(all.startsWith(half.text)).toBe(true)
    expect(() => JSON.parse(half.text)).toThrow()
    await sandbox.faults({ kind: 'truncated-json', afterBytes: 10 })
    expect((await read(await jack())).text).toBe(all.slice(0, 10))
  })

  test('wrong-content-type keeps the body', async () => {
    const all = await whole()
    await sandbox.faults({ kind: 'wrong-content-type' })
    expect(await read(await jack())).toEqual({ status: 200, type: 'text/html; charset=UTF-8', text: all })
    await sandbox.faults({ kind: 'wrong-content-type', headers: { 'content-type': 'text/plain' } })
    expect((await read(await jack())).type).toBe('text/plain')
  })

  test('callers that give up do no harm', async () => {
    for (const fault of [
      { kind: 'slow-body', delayMs: 20 },
      { kind: 'huge-body' },
      { kind: 'latency', delayMs: 90 },
    ]) {
      await sandbox.faults(fault)
      const given = await Promise.allSettled(
        Array.from({ length: 5 }, async () =>
          (await sandbox.ask(JACK, { signal: AbortSignal.timeout(60) })).text(),
        ),
      )
      expect(given.map(({ status }) => status)).not.toContain('fulfilled')
    }
    await sandbox.faults()
    expect((await jack()).status).toBe(200)
  })
})
