import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../domain/post.ts'
import { ProfileRequest } from '../request/profile-request.ts'
import { startSandboxed } from '../testing/sandboxed.ts'
import { getProfile } from './get-profile.ts'
import { postKey } from './list-answer.ts'

let x: Awaited<ReturnType<typeof startSandboxed>>
beforeAll(async () => {
  x = await startSandboxed()
})
afterAll(() => x.close())
afterEach(() => x.faults([]))

const run = (input: Partial<ProfileRequest> & { handle: string }) =>
  getProfile.run(ProfileRequest.parse(input), x.context)

/** What the door itself serves from the top to the end, each post once. */
async function served(handle: string, withReplies: boolean): Promise<Post[]> {
  const posts = new Map<string, Post>()
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({
      ...(withReplies && { with_replies: 'true' }),
      ...(cursor && { cursor }),
    })
    const response = await fetch(`${x.url}/fxtwitter/2/profile/${handle}/statuses?${query}`, {
      headers: { 'user-agent': 'test' },
    })
    const page = (await response.json()) as { results: Post[]; cursor: { bottom: string } }
    if (page.results.length === 0) return [...posts.values()]
    for (const post of page.results) if (!posts.has(postKey(post))) posts.set(postKey(post), post)
    cursor = page.cursor.bottom
  }
}

async function walk(
  input: Partial<ProfileRequest> & { handle: string },
  limits: readonly number[],
  max = 400,
) {
  const posts: Post[] = []
  let cursor: string | undefined
  const lengths: number[] = []
  let longest = 0
  do {
    const limit = limits[lengths.length % limits.length] as number
    const answer = await run({ ...input, limit, ...(cursor && { cursor }) })
    posts.push(...answer.posts)
    lengths.push(answer.posts.length)
    cursor = answer.nextCursor
    longest = Math.max(longest, cursor?.length ?? 0)
    if (cursor) expect(answer.posts).toHaveLength(limit)
  } while (cursor && posts.length < max)
  return { posts, longest, ended: cursor === undefined }
}

/** Handles of accounts with a few hundred posts, which are read to the end. */
const handles = () =>
  x.world.accounts
    .filter(({ state, volume }) => state === 'open' && volume > 100 && volume < 400)
    .slice(0, 4)
    .map(({ handle }) => handle)

describe('a walk through a timeline', () => {
  const options = [
    { with_replies: false, with_reposts: false },
    { with_replies: true, with_reposts: true },
    { with_replies: true, with_reposts: false },
  ]
  test.each(options)('gives what the source serves, each post once, in order: %o', async (option) => {
    expect(handles().length).toBeGreaterThan(2)
    for (const handle of handles()) {
      const all = await served(handle, option.with_replies)
      const expected = all
        .filter((post) => option.with_reposts || !post.reposted_by)
        .filter((post) => option.with_replies || post.reposted_by || !post.replying_to)
      const { posts, ended, longest } = await walk({ handle, ...option }, [20, 7, 100, 33, 1])
      expect(posts.map(postKey)).toEqual(expected.map(postKey))
      expect(ended).toBe(true)
      expect(longest).toBeLessThan(900)
    }
  })

  test.each([
    [[{ kind: 'pages-overlap', share: 0.1 }]],
    [[{ kind: 'promoted-post' }]],
    [[{ kind: 'short-page', rate: 0.3 }]],
    [[{ kind: 'empty-page', rate: 0.2 }]],
    [[{ kind: 'pages-overlap', share: 0.1 }, { kind: 'promoted-post' }]],
  ])('with faults %j', async (list) => {
    const option = { with_replies: true, with_reposts: true }
    for (const handle of handles()) {
      const expected = await served(handle, true)
      await x.faults(list)
      const { posts } = await walk({ handle, ...option }, [20, 7, 100, 33, 1])
      await x.faults([])
      expect(posts.map(postKey)).toEqual(expected.map(postKey))
    }
  })

  test('reaches as far as X does', async () => {
    const busiest = x.world.accounts
      .filter(({ state }) => state === 'open')
      .reduce((one, other) => (other.volume > one.volume ? other : one)).handle
    const expected = (await served(busiest, true)).filter((post) => !post.reposted_by)
    const { posts } = await walk({ handle: busiest, with_replies: true }, [100, 30], 4000)
    expect(expected.length).toBeGreaterThan(2000)
    expect(posts.map(postKey)).toEqual(expected.map(postKey))
  })
})

test('an until that has not come yet is no limit, however far off', async () => {
  const handle = 'marta_brenkel'
  const { posts: newest } = await run({ handle, limit: 5 })
  for (const until of [x.context.now(), Date.UTC(2100, 0, 1), 9_999_999_999_999]) {
    const { posts } = await run({ handle, until, limit: 5 })
    expect(posts.map(({ id }) => id)).toEqual(newest.map(({ id }) => id))
  }
})

test('until starts right below an instant, and a cursor right below the last post given', async () => {
  const handle = handles()[0] as string
  const all = (await served(handle, true)).filter((post) => !post.reposted_by)
  const middle = (all[60] as Post).created_timestamp as number
  const { posts, nextCursor } = await run({ handle, with_replies: true, until: middle * 1000, limit: 15 })
  expect(posts.every((post) => (post.created_timestamp as number) < middle)).toBe(true)
  expect(posts[0]?.id).toBe(all.find((post) => (post.created_timestamp as number) < middle)?.id)
  const decoded = nextCursor?.startsWith('fxtwitter:DAAHCgAB')
  expect(decoded).toBe(true)
})

test.each([
  ['protected', { posts: [], warnings: ['protected'] }],
  ['suspended', 'not_found'],
] as const)('an account that is %s', async (state, expected) => {
  const account = x.world.accounts.find((one) => one.state === state)
  const read = run({ handle: account?.handle as string })
  if (typeof expected === 'string') await expect(read).rejects.toMatchObject({ code: expected })
  else expect(await read).toMatchObject(expected)
})

test('pages that come short or empty cost nothing', async () => {
  const handle = handles()[0] as string
  const expected = await served(handle, true)
  const path = `/2/profile/${handle}/statuses`
  const fault = { door: 'fxtwitter', path, kind: 'short-page', count: 2 }
  await x.faults([fault])
  const answer = await run({ handle, with_replies: true, with_reposts: true, limit: 50 })
  expect(answer.posts.map(postKey)).toEqual(expected.slice(0, 50).map(postKey))
})
