import { describe, expect, test } from 'vitest'
import { openDoor } from './testing.ts'

const { app, ask, json } = openDoor()

describe('what every answer obeys', () => {
  test('no User-Agent is refused before routing', async () => {
    for (const path of ['/2/status/20', '/nowhere/at/all']) {
      const answer = await app.request(`/fxtwitter${path}`)
      expect(answer.status).toBe(401)
      expect(Object.keys((await answer.json()) as object)).toEqual(['error'])
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  test('headers of an answer', async () => {
    const { headers } = await ask('/2/status/20')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      allow: 'OPTIONS, GET, PURGE, HEAD',
      vary: 'Accept-Encoding, User-Agent',
      'x-trans-rights': 'true',
    })
    expect(headers.has('x-powered-by')).toBe(true)
    expect(headers.has('cache-control')).toBe(false)
  })

  test('a trailing slash moves away, an unknown path is not found', async () => {
    const moved = await ask('/2/status/20/?lang=de')
    expect(moved.status).toBe(301)
    expect(moved.headers.get('location')).toBe('http://localhost/fxtwitter/2/status/20?lang=de')
    expect(moved.headers.has('access-control-allow-origin')).toBe(false)
    const missing = await ask('/2/nothing/here')
    expect([missing.status, await missing.json()]).toEqual([404, { code: 404, message: 'Not found' }])
    expect(missing.headers.has('access-control-allow-origin')).toBe(false)
  })

  test.each(['1', 'abc', '12x', '123456789012345678901'])('id %s is refused', async (id) => {
    for (const route of ['status', 'thread', 'conversation']) {
      const answer = await ask(`/2/${route}/${id}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ code: 400, message: 'id: tweet ID must be a numeric snowflake' })
    }
  })

  test('a ranking that does not exist is refused', async () => {
    expect(await json('/2/conversation/20?ranking_mode=best')).toEqual({
      code: 400,
      message: 'ranking_mode: Invalid option: expected one of "likes"|"recency"',
    })
  })

  test('a post that never was', async () => {
    const nothing = { status: null, thread: null, author: null, code: 404 }
    expect(await json('/2/status/1234567890123456789')).toEqual(nothing)
    expect(await json('/2/thread/99999999999999999999')).toEqual(nothing)
    expect(await json('/2/conversation/21')).toEqual({ ...nothing, replies: null, cursor: null })
    expect(await json('/status/21')).toEqual({ code: 404, message: 'NOT_FOUND', tweet: null })
  })
})

describe('the first post', () => {
  test('v2', async () => {
    const { status, thread, author, code } = await json('/2/status/20')
    expect({ thread, code }).toEqual({ thread: null, code: 200 })
    expect(author).toEqual(status.author)
    expect(Object.keys(status).sort()).toEqual(
      [
        'author bookmarks community_note created_at created_timestamp embed_card id is_note_tweet lang likes',
        'media provider quotes raw_text replies replying_to reposted_by reposts source text type url views',
      ]
        .join(' ')
        .split(' '),
    )
    expect(status).toMatchObject({
      id: '20',
      url: 'https://x.com/jack/status/20',
      created_at: 'Tue Mar 21 20:50:14 +0000 2006',
      created_timestamp: 1_142_974_214,
      raw_text: { text: 'just setting up my twttr', display_text_range: [0, 24], facets: [] },
      author: { id: '12', screen_name: 'jack' },
      media: {},
      views: null,
    })
    expect((await json('/2/thread/20')).thread).toEqual([status])
  })

  test('v1', async () => {
    const { code, message, tweet } = await json('/jack/status/20/de')
    expect({ code, message }).toEqual({ code: 200, message: 'OK' })
    expect(tweet).toMatchObject({
      id: '20',
      retweets: 123_879,
      twitter_card: 'tweet',
      color: null,
      replying_to: null,
    })
    for (const key of ['type', 'reposts', 'embed_card', 'media']) expect(tweet).not.toHaveProperty(key)
    expect(tweet.author).toHaveProperty('avatar_color', null)
    for (const key of ['tweets', 'statuses', 'type']) expect(tweet.author).not.toHaveProperty(key)
  })

  test('v1 answers a page where the id is no number, and leaves for a handle that is none', async () => {
    const page = await ask('/status/abc')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    expect((await ask('/not-a-handle')).status).toBe(302)
  })
})
