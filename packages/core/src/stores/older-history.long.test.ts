import { describe, expect, test } from 'vitest'
import { msToSnowflake } from '../domain/snowflake.ts'
import type { Archive } from './archive.ts'
import type { RedisConnection } from './redis-store.ts'
import { ALL, authorNamed, DAY, postAt } from './testing/archive-model.ts'
import { overEveryStore } from './testing/over-every-store.ts'

const MINUTE = 60_000
const iso = (ms: number) => new Date(ms).toISOString()

interface Older {
  handle: string
  posts: object[]
  index?: Record<string, string | number>
  /** Whether the names of the keys have braces. */
  hasBraces?: boolean
}

/** Writes a history as older versions of the service did. */
async function leave(redis: RedisConnection, { handle, posts, index = {}, hasBraces = false }: Older) {
  const key = hasBraces ? `hist:{${handle}}` : `hist:${handle}`
  const fields = {
    handle,
    count: posts.length,
    oldest: iso(DAY),
    newest: iso(DAY + 9 * MINUTE),
    updated_at: iso(DAY + 20 * MINUTE),
    floor_reached: '0',
    covered_since: iso(DAY - MINUTE),
    covered_until: iso(DAY + 10 * MINUTE),
    ...index,
  }
  await redis.command(['HSET', `${key}:index`, ...Object.entries(fields).flat()])
  if (posts.length === 0) return
  const rows = posts as { id: string }[]
  const timeOf = (id: string) => Number((BigInt(id) >> 22n) + 1_288_834_974_657n)
  await redis.command(['ZADD', `${key}:ids`, ...rows.flatMap(({ id }) => [timeOf(id), id])])
  await redis.command(['HSET', `${key}:posts`, ...rows.flatMap((post) => [post.id, JSON.stringify(post)])])
}

const covered = {
  lo: BigInt(msToSnowflake(DAY - MINUTE)),
  hi: BigInt(msToSnowflake(DAY + 10 * MINUTE + 1)),
}

overEveryStore((bench) => {
  if (bench.kind === 'memory' || bench.kind === 'sqlite') return describe.skip('nothing older is kept there')

  const open = () => {
    const redis = (bench.place.connect as () => RedisConnection)()
    return { redis, archive: bench.place.openArchive(), other: bench.place.openArchive() }
  }
  const textsOf = async (archive: Archive, account: string) =>
    (await Array.fromAsync(archive.posts(account, ALL, 1000))).map(({ text }) => text)
  const namesOf = async (redis: RedisConnection, handle: string) => {
    const keys = ['index', 'ids', 'posts'].flatMap((part) => [
      `hist:${handle}:${part}`,
      `hist:{${handle}}:${part}`,
    ])
    const types = await Promise.all(keys.map((key) => redis.command(['TYPE', key])))
    return keys.filter((_, n) => types[n] !== 'none')
  }

  for (const hasBraces of [false, true])
    test(`a history of an older version is taken over once it is looked for${hasBraces ? ', braces and all' : ''}`, async () => {
      const { redis, archive, other } = open()
      const handle = hasBraces ? 'braced' : 'plain'
      const who = authorNamed(hasBraces ? '501' : '502', handle)
      const posts = [
        ...Array.from({ length: 230 }, (_, n) => postAt(who, n / 30, { text: String(n), low: n })),
        postAt(who, 8, { kind: 'repost', text: 'Of another' }),
        // What was said above a post in its conversation is not the account's.
        postAt(authorNamed('77', 'stranger'), 8.5),
      ]
      await leave(redis, { handle, posts, hasBraces })
      expect(await namesOf(redis, handle)).toHaveLength(3)
      const held = { account: who.id, profile: who, covered: [covered], updatedAt: DAY + 20 * MINUTE }
      expect(await archive.find(handle.toUpperCase())).toMatchObject({ ...held, isIncomplete: false })
      expect(await textsOf(archive, String(who.id))).toEqual([
        'Of another',
        ...Array.from({ length: 230 }, (_, n) => String(229 - n)),
      ])
      expect(await archive.summary(String(who.id))).toMatchObject({ count: 231, oldest: DAY })
      expect(await namesOf(redis, handle)).toEqual([])
      expect(await other.find(handle)).toMatchObject(held)
    })

  test('as its source gave it, a post becomes one of today', async () => {
    const { redis, archive } = open()
    const who = authorNamed('503', 'wire')
    const photo = { type: 'photo', url: 'https://pbs.twimg.com/media/a.jpg', altText: 'A gull' }
    const { url: _, ...post } = postAt(who, 1)
    await leave(redis, {
      handle: 'wire',
      posts: [
        { ...post, reposts: 3, media: { all: [photo], photos: [photo] } },
        { id: '77', text: 'cut' },
      ],
    })
    expect((await archive.find('wire'))?.account).toBe('503')
    const [kept] = await Array.fromAsync(archive.posts('503', ALL, 10))
    expect(kept).toMatchObject({
      reposts: 3,
      retweets: 3,
      url: expect.stringContaining(`/wire/status/${post.id}`),
    })
    expect(kept?.media?.photos).toMatchObject([{ alt: 'A gull' }])
    expect((await archive.summary('503')).count).toBe(1)
  })

  test('entering the account takes it over, too; what is kept already is newer and stays', async () => {
    const { redis, archive } = open()
    const who = authorNamed('504', 'twice')
    await archive.enter(who)
    await archive.add('504', [postAt(who, 1, { text: 'Newer' })], { lo: 1n, hi: 2n })
    await archive.finish('504', { at: 12, isIncomplete: false })
    await leave(redis, { handle: 'twice', posts: [postAt(who, 1), postAt(who, 2)] })
    const held = await archive.enter({ ...who, name: 'Newer name' })
    expect(held).toMatchObject({ profile: { name: 'Newer name' }, covered: [covered, { lo: 1n, hi: 2n }] })
    expect(held.updatedAt).toBe(12)
    expect(await textsOf(archive, '504')).toEqual(['Minute 2', 'Newer'])
  })

  test('down to the floor, everything before is covered; where a page was lost, nothing is', async () => {
    const { redis, archive } = open()
    const floor = authorNamed('505', 'floor')
    await leave(redis, {
      handle: 'floor',
      posts: [postAt(floor, 1)],
      index: { floor_reached: '1', covered_since: '' },
    })
    expect(await archive.find('floor')).toMatchObject({ covered: [{ lo: 0n, hi: covered.hi }] })
    const torn = authorNamed('506', 'torn')
    await leave(redis, { handle: 'torn', posts: [postAt(torn, 1)], index: { incomplete: '1' } })
    expect(await archive.find('torn')).toMatchObject({ covered: [], isIncomplete: true })
    expect(await textsOf(archive, '506')).toEqual(['Minute 1'])
  })

  test('who had the handle before keeps their history; who has it now gets none of it', async () => {
    const { redis, archive } = open()
    const before = authorNamed('507', 'passed_on')
    const now = authorNamed('508', 'passed_on')
    await leave(redis, { handle: 'passed_on', posts: [postAt(before, 1)] })
    expect(await archive.enter(now)).toMatchObject({ account: '508', covered: [] })
    expect(await archive.find('passed_on')).toMatchObject({ account: '508', covered: [] })
    expect(await textsOf(archive, '508')).toEqual([])
    expect(await textsOf(archive, '507')).toEqual(['Minute 1'])
  })

  test('a history without a post waits until it is known whose it is', async () => {
    const { redis, archive } = open()
    await leave(redis, { handle: 'silent', posts: [], index: { floor_reached: '1' } })
    expect(await archive.find('silent')).toBeUndefined()
    expect(await namesOf(redis, 'silent')).toHaveLength(1)
    const held = await archive.enter(authorNamed('509', 'silent'))
    expect(held).toMatchObject({ account: '509', covered: [{ lo: 0n, hi: covered.hi }] })
    expect(await namesOf(redis, 'silent')).toEqual([])
  })

  test('many who look at one time find the same, and it is taken over once', async () => {
    const { redis, archive, other } = open()
    const who = authorNamed('510', 'crowded')
    const posts = Array.from({ length: 150 }, (_, n) => postAt(who, n / 30, { low: n }))
    await leave(redis, { handle: 'crowded', posts })
    const found = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? archive : other).find('crowded')),
    )
    for (const held of found) expect(held).toMatchObject({ account: '510', covered: [covered] })
    expect((await archive.summary('510')).count).toBe(150)
  })

  test('an account that is deleted takes what older versions left with it', async () => {
    const { redis, archive } = open()
    const who = authorNamed('511', 'forgotten')
    await archive.enter(who)
    await leave(redis, { handle: 'forgotten', posts: [postAt(who, 1)] })
    await archive.delete('511')
    expect(await archive.find('forgotten')).toBeUndefined()
    expect(await namesOf(redis, 'forgotten')).toEqual([])
  })
})
