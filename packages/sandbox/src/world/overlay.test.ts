import { beforeEach, describe, expect, test } from 'vitest'
import { FIRST_NAMED_ORDINAL, readPostId } from './ids.ts'
import type { Account } from './model.ts'
import { FIRST_WRITTEN_ORDINAL, MOST_WRITTEN, type NewPost } from './overlay.ts'
import { a, m, t } from './parts.ts'
import { findPosts } from './search/find.ts'
import { readQuery } from './search/query.ts'
import { World } from './world.ts'

const world = new World()
const author = world.accountByHandle('oskar_fenwall')!
const other = world.accountByHandle('ines_quillfen')!
beforeEach(() => world.reset())

const draft = (more: Partial<NewPost> = {}): NewPost => ({
  lang: 'en',
  body: [t('fresh paint')],
  media: [],
  counts: { replies: 0, reposts: 0, likes: 0, quotes: 0, views: 0 },
  ...more,
})
const write = (more?: Partial<NewPost>, by: Account = author) => world.write(by, draft(more))!

describe('what is written', () => {
  test('is a post like any other, until the reset', () => {
    const before = [world.timeline(author), world.postCount(author)] as const
    const post = write()
    expect(world.post(post.id)).toMatchObject({ id: post.id, author, at: world.now })
    expect(world.timeline(author)).toEqual([...before[0], post.id])
    expect(world.postCount(author)).toBe(before[1] + 1)
    const query = readQuery('"fresh paint" since:2026-11-01')!
    expect([...findPosts(world, query)].map(({ id }) => id)).toEqual([post.id])
    world.reset()
    expect(world.post(post.id)).toBeUndefined()
    expect([world.timeline(author), world.postCount(author)]).toEqual(before)
    expect([...findPosts(world, query)]).toEqual([])
  })

  test('is counted and listed by what it leans on, and no longer once it is gone', () => {
    const original = write({}, other)
    const answer = write({ replyTo: original.id })
    const quote = write({ quote: original.id })
    const repost = write({ repostOf: original.id, body: [] })
    expect(world.post(original.id)!.counts).toMatchObject({ replies: 1, quotes: 1, reposts: 1 })
    expect(world.replies(original.id)).toEqual([answer.id])
    expect(world.quotes(original.id)).toEqual([quote.id])
    expect(world.reposts(original.id)).toEqual([repost.id])
    expect(world.reposters(world.post(original.id)!)).toEqual([author])
    for (const post of [answer, quote, repost, repost]) world.erase(post)
    expect(world.post(original.id)!.counts).toMatchObject({ replies: 0, quotes: 0, reposts: 0 })
    expect(world.reposters(world.post(original.id)!)).toEqual([])
    expect(world.post(answer.id)!.gone).toBe('deleted')
  })

  test('goes on with a thread', () => {
    const opening = write()
    const next = write({ replyTo: opening.id })
    expect(world.continuation(world.post(opening.id)!)?.id).toBe(next.id)
    world.erase(next)
    expect(world.continuation(world.post(opening.id)!)).toBeUndefined()
  })

  test('has short links that lead where they should', () => {
    const post = write({
      body: [t('see '), a('https://harbour.example/log'), t(' '), m('jack', { id: '12' })],
    })
    const [link] = world.links(world.post(post.id)!).body
    expect(world.expand(link!.code)).toBe('https://harbour.example/log')
    world.reset()
    expect(world.expand(link!.code)).toBeUndefined()
  })

  test('is not there before it was written', () => {
    const { id } = write()
    world.setNow(world.now - 1000)
    expect(world.post(id)).toBeUndefined()
    expect(world.timeline(author)).not.toContain(id)
  })

  test('keeps clear of the hand-written posts, and has an end', () => {
    const highest = Math.max(...world.named.map(({ place }) => place.ordinal))
    expect(highest).toBeGreaterThan(FIRST_NAMED_ORDINAL)
    expect(highest).toBeLessThan(FIRST_WRITTEN_ORDINAL)
    const ids = Array.from({ length: MOST_WRITTEN }, () => write().id)
    expect(new Set(ids).size).toBe(MOST_WRITTEN)
    expect(readPostId(ids.at(-1)!).place.ordinal).toBe(16_382)
    expect(world.write(author, draft())).toBeUndefined()
    expect(world.write(other, draft())).toBeDefined()
  })
})

describe('what is changed', () => {
  test('a drawn post that is deleted is gone from timelines, not from time', () => {
    const id = world.timeline(author).findLast((one) => !world.post(one)!.gone)!
    const count = world.postCount(author)
    world.erase(world.post(id)!)
    expect(world.post(id)!.gone).toBe('deleted')
    expect(world.postCount(author)).toBe(count - 1)
    world.reset()
    expect(world.post(id)!.gone).toBeUndefined()
  })

  test('counts of a post, which is the same object until the next change', () => {
    const id = world.timeline(other).at(-1)!
    const { likes } = world.post(id)!.counts
    world.recount(world.post(id)!, 'likes', 1)
    expect(world.post(id)!.counts.likes).toBe(likes + 1)
    expect(world.post(id)).toBe(world.post(id))
    world.recount(world.post(id)!, 'likes', -1)
    expect(world.post(id)!.counts.likes).toBe(likes)
  })

  test('who follows whom, from either side', () => {
    const before = world.following(author)
    // Somebody whom few follow: a long list of readers takes its time.
    const added = world.accountByHandle('quiet_larder')!
    expect(before).not.toContain(added)
    const counts = [world.followCounts(author).following, world.followCounts(added).followers] as const
    world.follow(author, added, true)
    world.follow(author, added, true)
    expect(world.following(author)).toEqual([added, ...before])
    expect(world.followers(added)[0]).toBe(author)
    expect([world.followCounts(author).following, world.followCounts(added).followers]).toEqual([
      counts[0] + 1,
      counts[1] + 1,
    ])
    world.follow(author, before[0]!, false)
    expect(world.following(author)).toEqual([added, ...before.slice(1)])
    expect(world.followers(before[0]!)).not.toContain(author)
    world.follow(author, added, false)
    world.follow(author, before[0]!, true)
    expect(world.following(author)).toEqual(before)
    expect(world.followCounts(author).following).toBe(counts[0])
  })
})
