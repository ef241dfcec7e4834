import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Author } from '../domain/author.ts'
import type { Interval } from '../domain/intervals.ts'
import { msToSnowflake } from '../domain/snowflake.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import type { Archive, PostKind, Selection } from './archive.ts'
import { ALL, ArchiveModel, authorNamed, DAY, postAt, postOf } from './testing/archive-model.ts'
import { overEveryStore } from './testing/over-every-store.ts'

const MINUTE = 60_000

overEveryStore((bench) => {
  let archive: Archive
  /** Another process's, with the same data. */
  let other: Archive
  let names = 0
  beforeAll(() => {
    archive = bench.place.openArchive()
    other = bench.place.openArchive()
  })

  /** An account that no other test has. */
  const somebody = (): Author => {
    names += 1
    return authorNamed(String(7000 + names), `Person_${names}`)
  }
  const entered = async (who = somebody()) => ({ who, account: (await archive.enter(who)).account })
  const read = (account: string, selection: Selection = ALL, limit = 1000, from = archive) =>
    Array.fromAsync(from.posts(account, selection, limit))
  const textsOf = async (account: string, selection: Selection = ALL, limit = 1000) =>
    (await read(account, selection, limit)).map(({ text }) => text)

  test('an account that was entered is found by its handle in any case, with nothing kept yet', async () => {
    const { who, account } = await entered()
    expect(account).toBe(who.id)
    const held = { account, profile: who, covered: [], isIncomplete: false }
    expect(await archive.find(who.screen_name.toUpperCase())).toEqual(held)
    expect(await other.find(who.screen_name)).toEqual(held)
    expect(await archive.find('nobody_has_this')).toBeUndefined()
    expect(await archive.summary(account)).toEqual({ count: 0 })
    expect(await archive.count(account, ALL)).toBe(0)
    expect(await read(account)).toEqual([])
  })

  test('an account without an id goes by its handle', async () => {
    const { account } = await entered({ screen_name: 'Without_Id' })
    expect(account).toBe('without_id')
    expect(await archive.find('without_ID')).toMatchObject({ account })
  })

  test('a rename loses nothing: the old handle leads there, too, until somebody else has it', async () => {
    const { who, account } = await entered()
    await archive.add(account, [postAt(who, 1)], { lo: 3n, hi: 9n })
    const renamed = { ...who, screen_name: `New_${who.screen_name}` }
    expect(await other.enter(renamed)).toMatchObject({ account, covered: [{ lo: 3n, hi: 9n }] })
    expect(await archive.find(renamed.screen_name)).toMatchObject({ account, profile: renamed })
    expect(await archive.find(who.screen_name)).toMatchObject({ account, profile: renamed })
    const heir = { ...somebody(), screen_name: who.screen_name }
    expect(await other.enter(heir)).toMatchObject({ account: heir.id, covered: [] })
    expect(await archive.find(who.screen_name)).toMatchObject({ account: heir.id })
    expect(await archive.find(renamed.screen_name)).toMatchObject({ account })
    expect(await textsOf(account)).toEqual(['Minute 1'])
    await archive.delete(account)
    expect(await archive.find(who.screen_name)).toMatchObject({ account: heir.id })
  })

  test('posts come back as they went, whatever stands in them', async () => {
    const { who, account } = await entered()
    const texts = ['', '\u0000\u2028', '🌊'.repeat(3000), '\ud83c', '{"a":1}', 'é'.repeat(70_000)]
    const posts = texts.map((text, n) => ({ ...postAt(who, n, { text }), views: null, likes: 0, odd: [{}] }))
    await archive.add(account, posts)
    expect(await read(account, ALL, 1000, other)).toEqual(posts.toReversed())
  })

  test('from new to old, by number where times are the same, over pages of many', async () => {
    const { who, account } = await entered()
    // Some share a millisecond, and the ids of the first years are shorter and hold no time.
    const posts = [
      ...Array.from({ length: 250 }, (_, n) => postAt(who, n)),
      ...Array.from({ length: 150 }, (_, n) => postAt(who, 100, { low: n + 1, kind: 'reply' })),
      ...['20', '9', '100'].map((id) => postOf(who, id, { kind: 'post', text: id })),
    ]
    const shuffled = posts.toSorted((a, b) => (a.id.slice(-2) < b.id.slice(-2) ? -1 : 1))
    for (let from = 0; from < shuffled.length; from += 60)
      await archive.add(account, shuffled.slice(from, from + 60))
    const expected = posts.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
    expect(await read(account)).toEqual(expected)
    expect(await read(account, ALL, 217)).toEqual(expected.slice(0, 217))
    expect(await read(account, ALL, 0)).toEqual([])
    expect(await archive.summary(account)).toEqual({
      count: 403,
      oldest: 9000,
      newest: DAY + 249 * MINUTE,
    })
  })

  test('ranges hold both their ends; each kind is counted and given by itself', async () => {
    const { who, account } = await entered()
    const kinds: PostKind[] = ['post', 'reply', 'repost']
    const posts = Array.from({ length: 30 }, (_, n) => postAt(who, n, { kind: kinds[n % 3] as PostKind }))
    await archive.add(account, posts)
    const range = { since: DAY + 5 * MINUTE, until: DAY + 12 * MINUTE }
    expect(await textsOf(account, { ...ALL, ...range })).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5].map((n) => `Minute ${n}`),
    )
    expect(await archive.count(account, { ...ALL, ...range })).toBe(8)
    for (const [n, kind] of kinds.entries()) {
      expect(await archive.count(account, { kinds: [kind] })).toBe(10)
      expect(await textsOf(account, { kinds: [kind], until: DAY + 8 * MINUTE })).toEqual(
        [6, 3, 0].map((minute) => `Minute ${minute + n}`),
      )
    }
    expect(await archive.count(account, { kinds: ['post', 'reply'], since: range.since })).toBe(16)
    expect(await archive.count(account, { kinds: [] })).toBe(0)
    expect(await archive.summary(account)).toEqual({ count: 30, oldest: DAY, newest: DAY + 28 * MINUTE })
  })

  test('who has reposted itself has one post of that id: its own, or the repost where only such are meant', async () => {
    const { who, account } = await entered()
    const [own, repost] = (['reply', 'repost'] as const).map((kind) => postAt(who, 1, { kind, text: kind }))
    for (const posts of [[own], [repost], [own]])
      await archive.add(
        account,
        posts.flatMap((post) => post ?? []),
      )
    expect(await textsOf(account)).toEqual(['reply'])
    expect(await archive.count(account, ALL)).toBe(1)
    expect(await archive.summary(account)).toMatchObject({ count: 1 })
    expect(await textsOf(account, { kinds: ['post', 'repost'] })).toEqual(['repost'])
    expect(await archive.count(account, { kinds: ['post', 'repost'] })).toBe(1)
    expect(await textsOf(account, { kinds: ['post'] })).toEqual([])
  })

  test('a post that is added once more is renewed, unless only new ones are meant', async () => {
    const { who, account } = await entered()
    await archive.add(account, [postAt(who, 1)])
    const poorer = [postAt(who, 1, { text: 'Poorer', kind: 'reply' }), postAt(who, 2)]
    await other.add(account, poorer, undefined, { isOnlyNew: true })
    expect(await textsOf(account)).toEqual(['Minute 2', 'Minute 1'])
    await archive.add(account, [postAt(who, 1, { text: 'Renewed', kind: 'reply' })])
    expect(await textsOf(account)).toEqual(['Minute 2', 'Renewed'])
    expect(await archive.count(account, { kinds: ['post'] })).toBe(1)
    expect(await archive.count(account, { kinds: ['reply'] })).toBe(1)
  })

  test('stretches become one where they touch, whatever their order, and the largest places fit', async () => {
    const { who, account } = await entered()
    const top = 2n ** 62n + 12_345n
    for (const [lo, hi] of [
      [top, top + 5n],
      [10n, 20n],
      [40n, 50n],
      [7n, 7n],
      [20n, 25n],
      [0n, 3n],
      [24n, 39n],
    ] as const)
      await archive.add(account, [], { lo, hi })
    await archive.add(account, [postAt(who, 2)])
    const covered = [
      { lo: top, hi: top + 5n },
      { lo: 40n, hi: 50n },
      { lo: 10n, hi: 39n },
      { lo: 0n, hi: 3n },
    ]
    expect(await other.find(who.screen_name)).toMatchObject({ covered })
    await archive.add(account, [], { lo: 1n, hi: top })
    expect((await archive.find(who.screen_name))?.covered).toEqual([{ lo: 0n, hi: top + 5n }])
  })

  test('when a page cannot be kept, neither its posts nor its stretch are there', async () => {
    const { who, account } = await entered()
    const broken = { ...postAt(who, 2), id: 'none' }
    const adding = archive.add(account, [postAt(who, 1), broken, postAt(who, 3)], { lo: 1n, hi: 5n })
    await expect(adding).rejects.toThrow()
    expect(await read(account)).toEqual([])
    expect((await archive.find(who.screen_name))?.covered).toEqual([])
  })

  test('two that add at one time lose nothing of each other', async () => {
    const { who, account } = await entered()
    const page = (n: number): Interval => ({ lo: BigInt(n * 10), hi: BigInt(n * 10 + 10) })
    const pages = Array.from({ length: 40 }, (_, n) => n)
    await Promise.all(
      pages.map((n) =>
        (n % 2 ? archive : other).add(account, [postAt(who, n), postAt(who, n, { low: 1 })], page(n)),
      ),
    )
    expect(await archive.find(who.screen_name)).toMatchObject({ covered: [{ lo: 0n, hi: 400n }] })
    expect(await read(account)).toHaveLength(80)
  })

  test('the end of a walk is told; of an account that is not there it says nothing', async () => {
    const { who, account } = await entered()
    await archive.finish(account, { at: 1_764_500_000_123, isIncomplete: true })
    expect(await other.enter(who)).toMatchObject({ updatedAt: 1_764_500_000_123, isIncomplete: true })
    await archive.finish(account, { at: 1_764_500_000_456, isIncomplete: false })
    expect(await other.find(who.screen_name)).toMatchObject({
      updatedAt: 1_764_500_000_456,
      isIncomplete: false,
    })
    await archive.finish('404', { at: 1, isIncomplete: false })
    expect(await archive.enter(authorNamed('404', 'late_comer'))).not.toHaveProperty('updatedAt')
  })

  test('all accounts are listed, and one that is deleted is gone with all that was kept of it', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => entered()))
    for (const { who, account } of accounts)
      await archive.add(account, [postAt(who, 1), postAt(who, 2)], { lo: 0n, hi: 9n })
    const listed = async () => (await Array.fromAsync(other.accounts())).map(({ account }) => account)
    const all = await listed()
    expect(all).toEqual(expect.arrayContaining(accounts.map(({ account }) => account)))
    expect(all).toEqual([...new Set(all)].sort())
    const [{ who, account }, kept] = accounts as [(typeof accounts)[0], (typeof accounts)[0]]
    await archive.enter({ ...who, screen_name: 'renamed_then_gone' })
    expect(await archive.delete(account)).toBe(2)
    expect(await archive.delete(account)).toBe(0)
    expect(await listed()).toEqual(all.filter((one) => one !== account))
    for (const handle of [who.screen_name, 'renamed_then_gone'])
      expect(await other.find(handle)).toBeUndefined()
    expect(await archive.summary(account)).toEqual({ count: 0 })
    expect(await textsOf(kept.account)).toEqual(['Minute 2', 'Minute 1'])
    expect((await other.enter(who)).covered).toEqual([])
    await other.add(account, [postAt(who, 3)])
    expect(await textsOf(account)).toEqual(['Minute 3'])
  })

  test('whatever is done with it, it holds what a plain model holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), selection, async (steps, chosen) => {
        const { who, account } = await entered()
        const model = new ArchiveModel()
        for (const one of steps) {
          const at = one.isElsewhere ? other : archive
          const posts = one.posts.map((post) => postOf(who, post.id, post))
          if (one.act === 'add') {
            model.add(posts, one.covered, one.isOnlyNew)
            await at.add(account, posts, one.covered, { isOnlyNew: one.isOnlyNew })
          } else if (one.act === 'finish') {
            Object.assign(model, { updatedAt: posts.length, isIncomplete: one.isOnlyNew })
            await at.finish(account, { at: posts.length, isIncomplete: one.isOnlyNew })
          } else {
            expect(await at.delete(account)).toBe(model.summary().count)
            model.clear()
            await at.enter(who)
          }
        }
        const { covered, updatedAt, isIncomplete } = model
        const held = {
          account,
          profile: who,
          covered,
          isIncomplete,
          ...(updatedAt !== undefined && { updatedAt }),
        }
        expect(await archive.find(who.screen_name)).toEqual(held)
        expect(await archive.summary(account)).toEqual(model.summary())
        for (const each of [ALL, chosen]) {
          expect(await archive.count(account, each)).toBe(model.select(each).length)
          expect(await read(account, each)).toEqual(model.select(each))
          expect(await read(account, each, 3, other)).toEqual(model.select(each).slice(0, 3))
        }
      }),
      propertyRuns({ upstash: 8, 'redis cluster': 15 }[bench.kind] ?? 40),
    )
  })
})

const kind = fc.constantFrom<PostKind[]>('post', 'reply', 'repost')
/** Few, so that they meet; some of one millisecond, some from before there was time in them. */
const id = fc.constantFrom(
  ...['9', '20', '100'],
  ...[0, 1, 2].map((low) => msToSnowflake(DAY, low)),
  ...[1, 2, 3, 4, 5].map((minutes) => msToSnowflake(DAY + minutes * MINUTE)),
)
const place = fc.oneof(fc.bigInt(0n, 60n), fc.bigInt(0n, 2n ** 62n))
const step = fc.record({
  act: fc.constantFrom('add', 'add', 'add', 'add', 'finish', 'delete'),
  isElsewhere: fc.boolean(),
  posts: fc.array(fc.record({ id, kind, text: fc.string({ unit: 'binary' }) }), { maxLength: 6 }),
  covered: fc.option(
    fc.tuple(place, place).map(([a, b]) => (a < b ? { lo: a, hi: b } : { lo: b, hi: a })),
    { nil: undefined },
  ),
  isOnlyNew: fc.boolean(),
})
const instant = fc.constantFrom(
  undefined,
  0,
  15_000,
  DAY,
  DAY + 2 * MINUTE,
  DAY + 2 * MINUTE + 1,
  DAY + 4 * MINUTE,
)
const selection = fc.record({
  kinds: fc.uniqueArray(kind),
  since: instant,
  until: instant,
})
