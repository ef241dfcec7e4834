import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { DEFAULT_NOW } from './clock.ts'
import { bioLinks } from './links.ts'
import { readShortCode, shortCode } from './short-links.ts'
import { World } from './world.ts'

const world = new World()
const account = (handle: string) => world.accountByHandle(handle)!
const sample = ['NorrbyInstr', 'marta_brenkel', 'kirisaka_ame', 'never_posts_'].map(account)

describe('one seed, one world', () => {
  test('the same seed gives the same bytes, another one does not', () => {
    const bytes = (seed: number) => JSON.stringify(catalogue(new World({ seed })))
    expect(bytes(1)).toBe(JSON.stringify(catalogue(world)))
    expect(bytes(2)).not.toBe(bytes(1))
    const other = new World({ seed: 1, now: DEFAULT_NOW + 5_000_000 })
    const ids = world.timeline(account('marta_brenkel'))
    expect(other.timeline(other.accountByHandle('marta_brenkel')!).slice(0, ids.length)).toEqual(ids)
  })

  test('a post does not depend on what was asked before it', () => {
    const ids = world.timeline(account('VellmarWeather')).slice(-300)
    const forwards = ids.map((id) => JSON.stringify(world.post(id)))
    const fresh = new World()
    const backwards = ids.toReversed().map((id) => JSON.stringify(fresh.post(id)))
    expect(backwards.toReversed()).toEqual(forwards)
  })

  test('about 200 accounts, timelines from none to 12,000 posts', () => {
    const end = new World({ now: DEFAULT_NOW + 100 * 86_400_000 })
    const sizes = end.accounts.map((one) => end.postCount(one)).sort((a, b) => a - b)
    expect(sizes.length).toBeGreaterThan(190)
    expect(sizes[0]).toBe(0)
    expect(sizes.at(-1)).toBeGreaterThanOrEqual(12_000)
    expect(new Set(end.accounts.map((one) => one.id)).size).toBe(end.accounts.length)
    expect(end.accounts.every((one) => /^\w{1,15}$/.test(one.handle))).toBe(true)
  })
})

describe('the clock', () => {
  test('nothing from later exists', () => {
    const moved = new World()
    const one = moved.accountByHandle('NorrbyInstr')!
    const before = moved.timeline(one)
    moved.setNow(DEFAULT_NOW + 30 * 86_400_000)
    const after = moved.timeline(one)
    expect(after.length).toBeGreaterThan(before.length)
    const later = after.at(-1)!
    expect(moved.post(later)?.id).toBe(later)
    moved.reset()
    expect(moved.post(later)).toBeUndefined()
    expect(moved.timeline(one)).toEqual(before)
  })

  test('answers appear when they are written', () => {
    const moved = new World()
    const { post } = moved.named.find(({ key }) => key === 'crowd')!
    expect(moved.replies(post.id).length).toBeGreaterThan(90)
    moved.setNow(post.at)
    expect(moved.replies(post.id)).toEqual([])
  })
})

describe('ids', () => {
  test('lead to their post and to no other', () => {
    for (const one of sample) {
      const ids = world.timeline(one)
      expect(new Set(ids).size).toBe(ids.length)
      for (const id of ids.slice(-800)) {
        const post = world.post(id)
        expect(post?.id).toBe(id)
        expect(post?.author).toBe(one)
        expect(world.post(String(BigInt(id) + 1n))).toBeUndefined()
      }
    }
  })

  test('what an account leans on is older, and knows of it', () => {
    let answers = 0
    for (const id of world.timeline(account('ines_quillfen')).slice(-1_500)) {
      const post = world.post(id)!
      for (const other of [post.replyTo, post.quote, post.repostOf]) {
        if (other) expect(world.post(other)!.at).toBeLessThan(post.at)
      }
      if (!post.replyTo) continue
      answers++
      const known = world.replies(post.replyTo)
      expect(known).toContain(id)
      expect(world.post(post.replyTo)!.counts.replies).toBeGreaterThanOrEqual(known.length)
    }
    expect(answers).toBeGreaterThan(100)
  })
})

describe('short links', () => {
  test('a code reads back to its place', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: 0, max: 16_383 }),
        fc.integer({ min: 0, max: 31 }),
        (seed, index, ordinal, slot) => {
          const place = { account: index, ordinal }
          const code = shortCode(seed, place, slot)
          expect(code).toMatch(/^[0-9A-Za-z]{10}$/)
          expect(readShortCode(seed, code)).toEqual({ place, slot })
        },
      ),
    )
  })

  test('a made-up code leads nowhere', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (code) => {
        expect(world.expand(code)).toBeUndefined()
      }),
    )
    expect(world.expand('aaaaaaaaaa')).toBeUndefined()
  })

  test('every link of the world resolves', () => {
    const posts = [
      ...world.named.map(({ post }) => post),
      ...sample.flatMap((one) =>
        world
          .timeline(one)
          .slice(-500)
          .map((id) => world.post(id)!),
      ),
    ]
    let count = 0
    for (const post of posts) {
      const { body, media, quote, article, note } = world.links(post)
      for (const link of [...body, media, quote, article, ...note]) {
        if (!link) continue
        expect(world.expand(link.code)).toBe(link.url)
        count++
      }
    }
    expect(count).toBeGreaterThan(400)
    for (const one of world.accounts) {
      for (const link of bioLinks(world.seed, one)) expect(world.expand(link.code)).toBe(link.url)
    }
  })
})
