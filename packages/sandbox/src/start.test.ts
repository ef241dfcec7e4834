import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from './start.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string, init?: RequestInit) =>
  fetch(`${sandbox.url}${path}`, { redirect: 'manual', ...init })

describe('the sandbox on a socket', () => {
  test('is healthy, lists its doors and serves the first post', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect(await (await get('/')).text()).toContain('/fxtwitter')
    const answer = await (await get('/fxtwitter/2/status/20')).json()
    expect(answer).toMatchObject({ code: 200, thread: null, status: { text: 'just setting up my twttr' } })
  })

  test('lists what the doors were asked, and only them', async () => {
    await get('/_sandbox/reset', { method: 'POST' })
    await get('/fxtwitter/2/status/21?x=1')
    await get('/t.co/nothing')
    const log = (await (await get('/_sandbox/requests')).json()) as object[]
    expect(log).toMatchObject([
      { method: 'GET', path: '/fxtwitter/2/status/21?x=1', status: 404 },
      { method: 'GET', path: '/t.co/nothing', status: 404 },
    ])
    expect(await (await get(`/_sandbox/requests?since=${Date.now() + 1000}`)).json()).toEqual([])
  })

  test('an override answers exactly, as often as it says', async () => {
    const body = JSON.stringify({
      path: '/fxtwitter/2/status/20',
      status: 429,
      headers: { 'retry-after': '7' },
      body: 'slow down',
      times: 1,
    })
    expect((await get('/_sandbox/overrides', { method: 'PUT', body })).status).toBe(200)
    const first = await get('/fxtwitter/2/status/20')
    expect([first.status, first.headers.get('retry-after'), await first.text()]).toEqual([
      429,
      '7',
      'slow down',
    ])
    expect((await get('/fxtwitter/2/status/20')).status).toBe(200)
    const bad = await get('/_sandbox/overrides', { method: 'PUT', body: '{"path":"nope"}' })
    expect(bad.status).toBe(400)
  })

  test('the clock decides what exists', async () => {
    const set = (now: string | number) =>
      get('/_sandbox/now', { method: 'POST', body: JSON.stringify({ now }) }).then((r) => r.json())
    expect(await set('2006-03-21T20:50:13Z')).toEqual({ now: '2006-03-21T20:50:13.000Z' })
    expect((await get('/fxtwitter/2/status/20')).status).toBe(404)
    await set(Date.parse('2006-03-21T20:50:14Z'))
    expect((await get('/fxtwitter/2/status/20')).status).toBe(200)
    expect((await get('/_sandbox/now', { method: 'POST', body: '{"now":"soon"}' })).status).toBe(400)
    await get('/_sandbox/reset', { method: 'POST' })
  })

  test('close ends open sockets', async () => {
    const other = await startSandbox()
    await fetch(`${other.url}/healthz`)
    await other.close()
    await expect(fetch(`${other.url}/healthz`)).rejects.toThrow()
  })
})
