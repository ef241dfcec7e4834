import { ErrorRateLimitStrategy, Scraper, SearchMode } from '@the-convocation/twitter-scraper'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startFaulty } from '../../faults/testing.ts'
import { findPeople } from '../../world/people-search.ts'

let sandbox: Awaited<ReturnType<typeof startFaulty>>
beforeAll(async () => {
  sandbox = await startFaulty()
})
afterAll(() => sandbox.close())
afterEach(async () => {
  await sandbox.ask('/_sandbox/reset', { method: 'POST' })
})

/**
 * A client that we did not write, on its way to the door instead of X.
 * @param mend what happens to an answer before the client sees it
 */
async function client(session: string, mend = (json: string) => json): Promise<Scraper> {
  const scraper = new Scraper({
    fetch: async (address, init) => {
      const url = String(address).replace(/^https:\/\/(?:api\.)?x\.com/, `${sandbox.url}/x-web`)
      if (!url.startsWith(sandbox.url)) throw new Error(`a way out: ${url}`)
      const answer = await fetch(url, init)
      if (!answer.ok) return answer
      return new Response(mend(await answer.text()), { headers: answer.headers })
    },
    rateLimitStrategy: new ErrorRateLimitStrategy(),
  })
  await scraper.setCookies([`auth_token=${session}`, `ct0=csrf-of-${session}`])
  return scraper
}

async function take<T>(found: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of found) all.push(one)
  return all
}

describe('a client that we did not write', () => {
  test('gets posts with the names of their authors, page by page, in the order of the world', async () => {
    const scraper = await client('reader')
    const tweets = await take(scraper.searchTweets('from:vera_ostrowin', 45, SearchMode.Latest))
    const truth = (await (await sandbox.ask('/_sandbox/world/search?q=from:vera_ostrowin')).json()) as {
      posts: { id: string }[]
    }
    expect(tweets.map(({ id }) => id)).toEqual(truth.posts.slice(0, 45).map(({ id }) => id))
    for (const tweet of tweets) {
      const post = sandbox.world.post(tweet.id!)!
      expect(tweet).toMatchObject({
        name: 'Vera Ostrowin',
        username: 'vera_ostrowin',
        userId: post.author.id,
        likes: post.counts.likes,
        timestamp: Math.floor(post.at / 1000),
        isReply: post.replyTo !== undefined,
        isQuoted: post.quote !== undefined,
      })
      expect(tweet.photos).toHaveLength(post.media.filter(({ kind }) => kind === 'photo').length)
      expect(tweet.videos).toHaveLength(post.media.filter(({ kind }) => kind !== 'photo').length)
    }
  })

  test.each([
    [SearchMode.Photos, 'photos'],
    [SearchMode.Videos, 'videos'],
  ] as const)('feed %s brings %s', async (mode, field) => {
    const scraper = await client('reader')
    const { tweets, next } = await scraper.fetchSearchTweets('from:brix_lumenaar', 50, mode)
    expect(tweets.length).toBe(20)
    expect(next).toBeTypeOf('string')
    for (const tweet of tweets) expect(tweet[field].length).toBeGreaterThan(0)
  })

  test('Top goes by merit, and a search ends in an empty page', async () => {
    const scraper = await client('reader')
    const { tweets } = await scraper.fetchSearchTweets('from:NorrbyInstr', 20, SearchMode.Top)
    const merit = tweets.map(({ likes = 0, retweets = 0, replies = 0 }) => likes + 2 * retweets + replies)
    expect(merit).toEqual(merit.toSorted((one, other) => other - one))
    const first = await scraper.fetchSearchTweets('from:jack', 20, SearchMode.Latest)
    expect(first.tweets.map(({ id }) => id)).toEqual(['20'])
    const second = await scraper.fetchSearchTweets('from:jack', 20, SearchMode.Latest, first.next)
    expect([second.tweets, second.next]).toEqual([[], first.next])
  })

  test('looks for the names of people where they stood until 2025, and finds them when they are put there', async () => {
    const truth = findPeople(sandbox.world, 'norrby')
    expect(truth.length).toBeGreaterThan(1)
    const nameless = await (await client('reader')).fetchSearchProfiles('norrby', 20)
    expect(nameless.profiles.map(({ userId }) => userId)).toEqual(truth.map(({ id }) => id))
    for (const { name, username } of nameless.profiles)
      expect([name, username]).toEqual([undefined, undefined])

    const mended = await client('reader', withOldNames)
    const { profiles } = await mended.fetchSearchProfiles('norrby', 20)
    expect(
      profiles.map(({ name, username, biography }) => ({
        name,
        username,
        biography: biography !== undefined,
      })),
    ).toEqual(truth.map(({ name, handle }) => ({ name, username: handle, biography: true })))
    expect(profiles.map(({ joined }) => joined?.getTime())).toEqual(
      truth.map(({ joined }) => joined - (joined % 1000)),
    )
    for (const { avatar } of profiles) expect(avatar).toMatch(/^https:/)
  })
})

/** Puts what stands under `core` and `avatar` back into `legacy`. */
function withOldNames(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (_, value) =>
      value?.__typename === 'User'
        ? {
            ...value,
            legacy: { ...value.legacy, ...value.core, profile_image_url_https: value.avatar.image_url },
          }
        : value,
    ),
  )
}

describe('sessions', () => {
  const search = (
    headers: Record<string, string>,
    variables: object = { rawQuery: 'the', product: 'Latest', count: 5 },
  ) =>
    sandbox.ask('/x-web/graphql/anything/SearchTimeline', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ variables, features: {} }),
    })
  const signedIn = (session: string, csrf = 'c') => ({
    authorization: 'Bearer public',
    cookie: `guest_id=1; auth_token=${session}; ct0=${csrf}`,
    'x-csrf-token': 'c',
  })

  test('are refused when something is missing, revoked or locked', async () => {
    const refused = async (headers: Record<string, string>) => {
      const answer = await search(headers)
      return [answer.status, ((await answer.json()) as { errors: { code: number }[] }).errors[0]?.code]
    }
    expect(await refused({})).toEqual([401, 215])
    expect(await refused({ authorization: 'Bearer public', cookie: 'ct0=c', 'x-csrf-token': 'c' })).toEqual([
      401, 32,
    ])
    expect(await refused(signedIn('revoked-1'))).toEqual([401, 32])
    expect(await refused(signedIn('a', 'other'))).toEqual([403, 353])
    expect(await refused(signedIn('locked-1'))).toEqual([403, 326])
    expect((await search(signedIn('a'))).status).toBe(200)
  })

  test('search 50 times in a quarter of an hour of the world, each for itself', async () => {
    const left: (string | null)[] = []
    for (let i = 0; i < 50; i++) {
      const answer = await search(signedIn('busy'))
      expect(answer.status).toBe(200)
      left.push(answer.headers.get('x-rate-limit-remaining'))
    }
    expect([left[0], left[49]]).toEqual(['49', '0'])
    const spent = await search(signedIn('busy'))
    expect([spent.status, await spent.text()]).toEqual([429, 'Rate limit exceeded\n'])
    const { now } = sandbox.world
    expect(spent.headers.get('x-rate-limit-reset')).toBe(String(now / 1000 + 900))
    await expect((await client('busy')).fetchSearchTweets('the', 5, SearchMode.Latest)).rejects.toThrow('429')
    expect((await search(signedIn('idle'))).status).toBe(200)
    const set = (ms: number) =>
      sandbox.ask('/_sandbox/now', { method: 'POST', body: JSON.stringify({ now: ms }) })
    await set(now + 899_000)
    expect((await search(signedIn('busy'))).status).toBe(429)
    await set(now + 900_000)
    expect((await search(signedIn('busy'))).status).toBe(200)
  })

  test('a reset of the sandbox forgets what was used', async () => {
    for (let i = 0; i < 51; i++) await search(signedIn('busy'))
    expect((await search(signedIn('busy'))).status).toBe(429)
    await sandbox.ask('/_sandbox/reset', { method: 'POST' })
    expect((await search(signedIn('busy'))).status).toBe(200)
  })

  test('a page holds 20 at most; what makes no sense is refused; variables may come in the address', async () => {
    type Page = {
      data: {
        search_by_raw_query: { search_timeline: { timeline: { instructions: { entries: object[] }[] } } }
      }
    }
    const entries = async (answer: Response) =>
      ((await answer.json()) as Page).data.search_by_raw_query.search_timeline.timeline.instructions[0]!
        .entries
    const variables = { rawQuery: 'the', product: 'Media', count: 100 }
    const posted = await entries(await search(signedIn('a'), variables))
    expect(posted).toHaveLength(22)
    const query = new URLSearchParams({ variables: JSON.stringify(variables) })
    const got = await sandbox.ask(`/x-web/i/api/graphql/x/SearchTimeline?${query}`, {
      headers: signedIn('a'),
    })
    expect(await entries(got)).toEqual(posted)
    for (const bad of [
      { rawQuery: ' ', product: 'Top' },
      { rawQuery: 'a', product: 'Best' },
      { rawQuery: 'a', product: 'Top', cursor: 'x' },
    ]) {
      expect((await search(signedIn('a'), bad)).status).toBe(400)
    }
    expect((await sandbox.ask('/x-web/graphql/x/UserTweets', { headers: signedIn('a') })).status).toBe(404)
  })
})
