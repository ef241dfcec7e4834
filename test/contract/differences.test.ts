import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Client, head, page, startClient, statuses } from './client.ts'

// Where we differ on purpose: each line here is one of docs/compatibility.md. The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient({ X_MD_RATE_LIMITS: 'true', X_MD_TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

test.each([
  ['/jack/status/20?thread=5abc', 400, 'invalid_thread'],
  ['/api/v1/posts?handle=jack&id=20abc', 400, 'invalid_params'],
  ['/api/v1/posts?url=ftp://x.com/jack/status/20', 400, 'invalid_url'],
  ['/api/v1/posts?url=https://preview.vercel.app/jack/status/20', 400, 'unsupported_host'],
  ['/jack/status/20?max_posts=1', 400, 'invalid_option'],
  ['/jack/status/20?max_posts=101', 400, 'invalid_option'],
  ['/marta_brenkel?until=March%203%202026', 400, 'invalid_option'],
  ['/marta_brenkel?until=2010-11-03', 400, 'invalid_option'],
  [`/search?q=${'a'.repeat(513)}`, 400, 'invalid_option'],
  [`/search?q=${'a'.repeat(500)}&since=2026-01-01`, 400, 'invalid_option'],
  [`/jack?cursor=${'a'.repeat(2049)}`, 400, 'invalid_option'],
])('%s is %i %s', async (path, status, code) => {
  const before = (await x.asked()).length
  const { json, ...answer } = await x.ask(path)
  expect([answer.status, json.code]).toEqual([status, code])
  expect((await x.asked()).length).toBe(before)
})

test.each([
  '/i/web/status/20?thread=off',
  '/api/v1/posts?url=https://mobile.x.com/jack/status/20&thread=off',
  '/api/v1/posts?url=https://m.twitter.com/jack/status/20&thread=off',
  '/api/v1/posts?url=https://x.com/i/web/status/20&thread=off',
  '/api/v1/posts?url=x.com/jack/status/20&thread=off',
])('%s is read', async (path) => {
  const { status, json } = await x.ask(`${path}&format=json`)
  expect([status, json.posts[0].id]).toEqual([200, '20'])
})

test('a t.co link is followed to its post, and no further', async () => {
  const read = async (kind: string) => {
    const { url } = x.example(kind)
    expect(url).toMatch(/^https:\/\/t\.co\/\w+$/)
    return x.ask(`/api/v1/posts?url=${encodeURIComponent(url)}&thread=off&format=json`)
  }
  const found = await read('t.co link to a post')
  expect([found.status, found.json.posts[0].id]).toEqual([200, x.example('t.co link to a post').id])
  const off = await read('t.co link off X')
  expect([off.status, off.json.code]).toEqual([400, 'unsupported_host'])
})

test('more than ten replies come for who asks for more posts', async () => {
  const { handle, id } = x.example('conversation/many-answers')
  const replies = async (query: string) => {
    const { json } = await x.ask(`/${handle}/status/${id}?format=json&${query}`)
    return json.posts.filter(({ context }: { context: string }) => context === 'reply').length
  }
  expect([await replies(''), await replies('thread=15'), await replies('max_posts=4')]).toEqual([10, 14, 3])
})

test('a cursor that was changed, or belongs to another question, is refused', async () => {
  await x.tell('search', { body: page(statuses(30), 'DAADnext') })
  const { nextCursor } = (await x.ask('/search?q=mine&format=json')).json
  expect(nextCursor).toMatch(/^fxtwitter:@20~[\w-]+$/)
  const at = encodeURIComponent(nextCursor)
  expect((await x.ask(`/search?q=mine&limit=3&full=1&cursor=${at}`)).status).toBe(200)
  for (const path of [
    `/search?q=theirs&cursor=${at}`,
    `/search?q=mine&feed=top&cursor=${at}`,
    `/marta_brenkel?cursor=${at}`,
    `/search?q=mine&cursor=${encodeURIComponent(nextCursor.replace('@20', '@21'))}`,
    `/search?q=mine&cursor=${at}A`,
  ]) {
    const { status, json } = await x.ask(path)
    expect([path, status, json.code]).toEqual([path, 400, 'invalid_option'])
  }
})

test('lists of a protected account say so in a warning', async () => {
  const user = { type: 'profile', id: '9', name: 'Shy', screen_name: 'shy_one', protected: true }
  await x.tell('profile/shy_one', { body: { code: 200, user } })
  for (const list of ['statuses', 'followers']) {
    await x.tell(`profile/shy_one/${list}`, { status: 404, body: { code: 404, results: [] } })
  }
  const profile = (await x.ask('/shy_one?format=json')).json
  expect([profile.posts, profile.warnings, profile.profile.screen_name]).toEqual([
    [],
    ['protected'],
    'shy_one',
  ])
  const followers = (await x.ask('/shy_one/followers?format=json')).json
  expect([followers.users, followers.warnings]).toEqual([[], ['protected']])
})

test('a source that breaks off within a page costs its rest, with a warning and a cursor', async () => {
  await x.tell('profile/marta_brenkel/followers', { status: 500, body: {} })
  const results = Array.from({ length: 30 }, (_, index) => ({
    type: 'profile',
    id: String(index + 1),
    name: `Friend ${index}`,
    screen_name: `friend_${index}`,
  }))
  await x.tell('profile/marta_brenkel/followers', { body: page(results, '17|18'), times: 1 })
  const { status, json, headers } = await x.ask('/marta_brenkel/followers?format=json&limit=50')
  expect([status, json.users.length, json.warnings]).toEqual([200, 30, ['upstream_failed']])
  expect(json.nextCursor).toMatch(/^fxtwitter:17\|18~/)
  expect(headers.get('cdn-cache-control')).toContain('s-maxage=60,')
})

test('what may be kept has a weak tag, and is not sent twice', async () => {
  for (const path of ['/jack/status/20?thread=off', '/marta_brenkel?limit=2', '/search?q=harbour&limit=2']) {
    const first = await x.ask(path)
    const tag = first.headers.get('etag') as string
    expect(tag).toMatch(/^W\/"/)
    const again = await x.ask(path, { 'if-none-match': tag })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await x.ask(path, { 'if-none-match': 'W/"other"' })).status).toBe(200)
  }
})

test('a CDN is told by the header that all of them read, and 401 and 5xx tell more', async () => {
  const read = await x.ask('/jack/status/20?thread=off')
  expect(head(read, 'cdn-cache-control', 'vercel-cdn-cache-control')).toEqual([
    'public, s-maxage=3600, stale-while-revalidate=86400',
    null,
  ])
  const stranger = await x.ask('/jack', { authorization: 'Bearer xmd_none' })
  expect([stranger.status, ...head(stranger, 'www-authenticate')]).toEqual([401, 'Bearer'])
  const broken = await x.ask('/search?q=a&feed=users')
  expect([broken.status, broken.headers.has('x-request-id')]).toEqual([503, true])
})

test('who calls is whom a trusted proxy names; an IPv6 caller is a whole /64', async () => {
  const left = async (headers: Record<string, string>) =>
    Number((await x.ask('/oembed', headers)).headers.get('ratelimit-remaining'))
  expect(await left({ 'x-forwarded-for': '198.51.100.7' })).toBe(599)
  expect(await left({ 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'x-real-ip': '203.0.113.8' })).toBe(598)
  expect(await left({ 'x-forwarded-for': '2001:db8:7:7::1' })).toBe(599)
  expect(await left({ 'x-forwarded-for': '2001:db8:7:7:ffff::2' })).toBe(598)
  expect(await left({ 'x-forwarded-for': '2001:db8:7:8::1' })).toBe(599)
})

test('a refused method costs nothing, and documents tell no quota', async () => {
  const me = { 'x-forwarded-for': '198.51.100.70' }
  await x.ask('/api/convert?handle=jack&id=20', me, 'POST')
  expect((await x.ask('/oembed', me)).headers.get('ratelimit-remaining')).toBe('599')
  for (const path of ['/api', '/openapi.json', '/docs']) {
    expect(head(await x.ask(path, me), 'ratelimit', 'ratelimit-policy')).toEqual([null, null])
  }
})
