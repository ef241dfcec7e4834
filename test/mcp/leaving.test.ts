import { describe, expect, test } from 'vitest'
import { ENVELOPE, type Era, headersFor, type Message, parse, request, Stdio } from './speakers.ts'
import { watchedService } from './watch.ts'

const ERAS = ['modern', 'legacy'] as const

const at = watchedService()

const CALLS: [string, Record<string, unknown>][] = [
  ['x_md_get_post', { handle: 'jack', id: '20' }],
  ['x_md_get_profile', { handle: 'jack' }],
  ['x_md_search_posts', { q: 'ferry' }],
  ['x_md_get_followers', { handle: 'jack' }],
  ['x_md_import_posts', { handle: 'jack' }],
]

describe.each(ERAS)('a call that is cancelled, %s', (era: Era) => {
  test.each(CALLS)('over HTTP, by leaving: %s', async (name, args) => {
    at.watch.hold()
    const leaving = new AbortController()
    const body = request(era, 'tools/call', { name, arguments: args })
    const calling = fetch(`${at.service.url}/mcp`, {
      method: 'POST',
      headers: headersFor(era, body),
      body: JSON.stringify(body),
      signal: leaving.signal,
    })
    await at.watch.until((running) => running > 0)
    leaving.abort()
    await expect(calling).rejects.toThrow()
    await at.watch.until((running) => running === 0)
  })

  test.each(CALLS)('over stdio, by a notification: %s', async (name, args) => {
    at.watch.hold()
    const env = {
      FXTWITTER_BASE_URL: at.watch.url,
      SYNDICATION_BASE_URL: `${at.service.sandbox}/syndication`,
      UPSTREAM_TIMEOUT_SECONDS: '60',
    }
    const connection = new Stdio(['mcp'], env)
    await connection.open(era)
    connection.write(request(era, 'tools/call', { name, arguments: args }, 'slow'))
    await at.watch.until((running) => running > 0)
    const notice = request(era, 'notifications/cancelled', { requestId: 'slow', reason: 'enough' })
    connection.write({ ...notice, id: undefined })
    await at.watch.until((running) => running === 0)
    // Who has cancelled hears no more of it.
    expect((await connection.ask(request(era, 'tools/list', {}, 'next'))).message?.id).toBe('next')
    expect(await connection.end()).toBe(0)
  })
})

test('one who leaves takes nothing from another who asks for the same', async () => {
  at.watch.hold()
  const body = request('modern', 'tools/call', {
    name: 'x_md_get_profile',
    arguments: { handle: 'NorrbyInstr' },
  })
  const call = (signal?: AbortSignal) =>
    fetch(`${at.service.url}/mcp`, {
      method: 'POST',
      headers: headersFor('modern', body),
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
  const leaving = new AbortController()
  const [first, second] = [call(leaving.signal), call()]
  await at.watch.until((running) => running > 0)
  // Both have to be waiting.
  await new Promise((resolve) => setTimeout(resolve, 50))
  leaving.abort()
  await expect(first).rejects.toThrow()
  at.watch.release()
  expect(parse(await (await second).text())?.result).toMatchObject({
    structuredContent: { handle: 'NorrbyInstr' },
  })
})

describe.each(ERAS)('progress of an import, %s', (era: Era) => {
  const args = { handle: era === 'modern' ? 'Marta_Brenkel' : 'NorrbyInstr', max_posts: 20 }
  const withToken = () => {
    const message = request(era, 'tools/call', { name: 'x_md_import_posts', arguments: args })
    const params = message.params as Record<string, unknown>
    return {
      ...message,
      params: { ...params, _meta: { ...(era === 'modern' && ENVELOPE), progressToken: 'far' } },
    }
  }
  const expectProgress = (notices: Message[]) => {
    const told = notices.map(({ method, params }) => {
      expect(method).toBe('notifications/progress')
      expect(params).toMatchObject({ progressToken: 'far', message: expect.stringContaining('entries') })
      return params?.progress as number
    })
    expect(told.length).toBeGreaterThan(0)
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b))
  }

  test('over HTTP, as events before the answer', async () => {
    const body = withToken()
    const headers = { ...headersFor(era, body), accept: 'application/json, text/event-stream' }
    const response = await fetch(`${at.service.url}/mcp`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const events = (await response.text()).split('\n\n').flatMap((event) => {
      const data = event.split('\n').find((line) => line.startsWith('data: '))
      return data ? [JSON.parse(data.slice(6)) as Message] : []
    })
    expect(events.at(-1)).toMatchObject({
      id: 7,
      result: { structuredContent: { posts: expect.any(Array) } },
    })
    expectProgress(events.slice(0, -1))
  })

  test('over HTTP, not at all for who takes JSON only', async () => {
    const body = withToken()
    const response = await fetch(`${at.service.url}/mcp`, {
      method: 'POST',
      headers: headersFor(era, body),
      body: JSON.stringify({ ...body, params: { ...body.params, arguments: { ...args, refresh: true } } }),
    })
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ id: 7, result: { structuredContent: {} } })
  })

  test('over stdio', async () => {
    const connection = new Stdio()
    await connection.open(era)
    connection.write(withToken())
    const notices: Message[] = []
    for (;;) {
      const { message } = await connection.next()
      if (message?.id === 7) break
      notices.push(message as Message)
    }
    expectProgress(notices)
    await connection.end()
  })
})
