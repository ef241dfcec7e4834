import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, page, startClient, statuses } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient()
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

const HANDLE = 'marta_brenkel'

describe('a profile', () => {
  const ids = async (query: string) =>
    (await x.ask(`/ada_quill?format=json&nocache=1&${query}`)).json.posts.map(
      (post: { text: string }) => post.text,
    )

  test('leaves out replies and reposts by default; flags bring them, and tell so', async () => {
    const [own, reply, answer, repost, foreign] = [0, 1, 2, 3, 4].map((index) => statuses(1, index)[0])
    await x.tell('profile/ada_quill', {
      body: { code: 200, user: { type: 'profile', id: '7', name: 'Ada', screen_name: 'ada_quill' } },
    })
    await x.tell('profile/ada_quill/statuses', {
      body: page([
        own,
        { ...reply, replying_to: { screen_name: 'bo_marl', status: '5' } },
        { ...answer, replying_to_status: '5', replying_to: 'bo_marl' },
        {
          ...repost,
          author: { id: '8', name: 'Bo', screen_name: 'bo_marl' },
          reposted_by: { id: '7', name: 'Ada', screen_name: 'ada_quill' },
        },
        { ...foreign, author: { id: '8', name: 'Bo', screen_name: 'bo_marl' } },
      ]),
    })
    expect(await ids('')).toEqual(['hit 0'])
    expect(await ids('with_replies=false&with_reposts=0')).toEqual(['hit 0'])
    expect(await ids('with_reposts=1')).toEqual(['hit 0', 'hit 3'])
    expect(await ids('with_replies=true')).toEqual(['hit 0', 'hit 1', 'hit 2'])
    const all = await x.ask('/ada_quill?format=json&nocache=1&with_replies=1&with_reposts=true')
    expect(all.json).toMatchObject({ with_replies: true, with_reposts: true })
    expect(all.json.posts[3]).toMatchObject({ text: 'hit 3', reposted_by: { screen_name: 'ada_quill' } })
    expect(all.json.nextCursor).toBeUndefined()
  })

  test('without posts reads no timeline, and has an empty list', async () => {
    const before = (await x.asked('/statuses')).length
    const { json } = await x.ask('/ines_quillfen?format=json&include_posts=false')
    expect(json).toMatchObject({ posts: [], profile: { screen_name: 'ines_quillfen' } })
    expect(json.profile.avatar_url).toMatch(/^http/)
    expect(json.nextCursor).toBeUndefined()
    expect((await x.asked('/statuses')).length).toBe(before)
  })

  test.each([
    '2026-01-05',
    '2026-01-05T00:00:00Z',
    '2026-01-05T02:00:00+02:00',
    '1767571200',
    '1767571200000',
  ])('until=%s begins just below that moment', async (until) => {
    const { json } = await x.ask(`/${HANDLE}?format=json&limit=3&until=${encodeURIComponent(until)}`)
    const times = json.posts.map((post: { created_timestamp: number }) => post.created_timestamp)
    expect(times).toHaveLength(3)
    for (const time of times) expect(time).toBeLessThan(1_767_571_200)
    const beside = await x.ask(
      `/${HANDLE}?format=json&limit=3&until=2020-01-01&cursor=${encodeURIComponent(json.nextCursor)}`,
    )
    expect(beside.json.posts[0].created_timestamp).toBeGreaterThan(1_577_836_800)
  })

  test.each(['yesterday', '2026-02-30', '12', '2009-01-01', 'until'])(
    'until=%s is invalid_option',
    async (until) => {
      const { status, json } = await x.ask(`/${HANDLE}?until=${until}`)
      expect([status, json.code]).toEqual([400, 'invalid_option'])
    },
  )

  test('far after now, until begins at the newest post', async () => {
    for (const until of ['2100-01-01', '9999999999999', '9999-12-31']) {
      const { status, json } = await x.ask(`/${HANDLE}?format=json&limit=3&until=${until}`)
      const newest = await x.ask(`/${HANDLE}?format=json&limit=3`)
      expect([until, status]).toEqual([until, 200])
      expect(json.posts.map(({ id }: { id: string }) => id)).toEqual(
        newest.json.posts.map(({ id }: { id: string }) => id),
      )
    }
  })

  test('its links keep the flags', async () => {
    const { text } = await x.ask(`/${HANDLE}?with_replies=true&with_reposts=1`)
    const [, link = ''] = /\[Continue →\]\((\S+)\)/.exec(text) ?? []
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      with_replies: 'true',
      with_reposts: 'true',
      cursor: expect.any(String),
    })
  })

  test.each(['include_posts', 'with_replies', 'with_reposts'])('%s takes four words', async (name) => {
    for (const value of ['true', 'false', '1', '0', '']) {
      expect((await x.ask(`/${HANDLE}?limit=1&${name}=${value}`)).status).toBe(200)
    }
    for (const value of ['yes', 'no', 'on', '2']) {
      const { status, json } = await x.ask(`/${HANDLE}?${name}=${value}`)
      expect([status, json.code]).toEqual([400, 'invalid_option'])
    }
  })
})

describe('whose list', () => {
  test.each([
    ['/api/v1/profiles/not%20a%20handle', 400, 'invalid_handle'],
    ['/api/v1/profiles/sixteen_letters_', 400, 'invalid_handle'],
    ['/api/v1/profiles/no-handle/followers', 400, 'invalid_handle'],
    ['/api/v1/profiles/%C3%A9t%C3%A9/following', 400, 'invalid_handle'],
    ['/api/v1/profiles/%EF%BD%8A%EF%BD%81%EF%BD%83%EF%BD%8B', 400, 'invalid_handle'],
    ['/api/browse?resource=profile', 400, 'invalid_handle'],
    ['/api/browse?resource=profile&handle=', 400, 'invalid_handle'],
    ['/api/browse?resource=followers&handle=j.k', 400, 'invalid_handle'],
    ['/api/browse?resource=profile&handle=jack&handle=jack', 400, 'invalid_handle'],
    ['/api/browse?resource=lists&handle=jack', 400, 'invalid_resource'],
    ['/api/browse?handle=jack', 400, 'invalid_resource'],
    ['/api/browse?resource=__proto__&handle=jack', 400, 'invalid_resource'],
    ['/no-handle', 404, 'route_not_found'],
    ['/j.k', 404, 'route_not_found'],
    ['/sixteen_letters_', 404, 'route_not_found'],
    ['/%C3%A9t%C3%A9', 404, 'route_not_found'],
    ['/日本/followers', 404, 'route_not_found'],
    ['/jack/likes', 404, 'route_not_found'],
    ['/jack/status', 404, 'route_not_found'],
  ])('%s is %i %s, and asks nobody', async (path, status, code) => {
    const before = (await x.asked()).length
    const answer = await x.ask(path, { accept: 'application/json' })
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect((await x.asked()).length).toBe(before)
  })

  test.each(['docs', 'search', 'oembed', 'admin', 'api', 'mcp', 'about', 'contact', 'privacy', 'terms'])(
    '%s is no handle at the root, and is one under /api/v1',
    async (word) => {
      const before = (await x.asked('/profile/')).length
      await x.ask(`/${word}?format=json`)
      await x.ask(`/${word}/followers?format=json`)
      expect((await x.asked('/profile/')).length).toBe(before)
      const { status, json } = await x.ask(`/api/v1/profiles/${word}?format=json`)
      expect([200, 404, 503]).toContain(status)
      expect(json.code).not.toBe('route_not_found')
      expect((await x.asked('/profile/')).length).toBeGreaterThan(before)
    },
  )

  test.each(['@marta_brenkel', '%40marta_brenkel', 'MARTA_BRENKEL'])(
    '%s is the same account',
    async (name) => {
      const { json } = await x.ask(`/${name}?format=json&limit=2`)
      expect(json.profile.screen_name).toBe(HANDLE)
      const { status } = await x.ask(`/api/v1/profiles/${name}/followers?limit=2`)
      expect(status).toBe(200)
    },
  )
})
