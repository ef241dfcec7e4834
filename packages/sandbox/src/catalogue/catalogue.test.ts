import { describe, expect, test } from 'vitest'
import { createSandbox } from '../app.ts'
import { World } from '../world/world.ts'
import { catalogue } from './catalogue.ts'

const { app, world } = createSandbox()
const { examples, people } = catalogue(world)
const kinds = new Set(examples.map(({ kind }) => kind))
const headers = { 'user-agent': 'catalogue-test/1.0' }

/** What the world has to hold, by the name of one example each. */
const PROMISED = [
  'first-post/jack-20 text/ampersand-beside-facets text/literal-escapes text/astral-before-facets text/zwj-sequences',
  'text/flags text/tag-flags text/combining-marks text/cashtags text/accented-hashtags text/cjk-hashtags',
  'text/fullwidth-signs text/hashtag-prefixes text/e-mail-address text/multi-line',
  'link/prefix-codes-short-last link/http-scheme link/nine-character-code link/replacement-pattern',
  'link/parentheses link/underscores link/asterisks link/non-ascii link/same-link-twice link/space link/broadcast',
  'media/one-photo media/two-photos media/three-photos media/four-photos media/alt-with-newlines',
  'media/alt-with-quotes media/alt-with-brackets media/video media/video-hevc-is-bigger media/video-awkward-order',
  'media/gif media/mixed media/no-text media/link-after-newlines media/sensitive',
  'poll/open poll/closed poll/zero-votes poll/equal-labels poll/numeric-labels',
  'quote/plain quote/of-a-quote quote/of-a-deleted-post quote/of-a-suspended-account quote/of-a-protected-account',
  'repost/plain repost/of-an-old-post repost/cut reply/hidden-mentions reply/to-a-deleted-post',
  'thread/short thread/long thread/deleted-middle thread/branch-east conversation/many-answers conversation/deep',
  'long/bold-and-italic long/bold-touching-punctuation long/bold-in-cjk long/bold-across-lines long/bold-over-links',
  'article/every-block article/without-body community-note/with-links card/plain community/post edited/once',
  'tombstone/deleted tombstone/deleted-without-trace tombstone/suspended tombstone/protected tombstone/never-existed',
  'line/atx-heading line/front-matter lines/mixed-1 language/ar language/hi',
]
  .join(' ')
  .split(' ')

const PROMISED_PEOPLE = [
  'verified-individual verified-organization verified-government protected suspended missing no-avatar no-posts',
  'long-bio-with-links right-to-left-name cjk-name emoji-name markdown-name injection-name-and-bio',
  'mixed-timeline thousands-of-followers renamed',
]
  .join(' ')
  .split(' ')

describe('the catalogue', () => {
  test('names every kind once', () => {
    expect(kinds.size).toBe(examples.length)
    expect(PROMISED.filter((kind) => !kinds.has(kind))).toEqual([])
    const counted = (family: string) => examples.filter(({ kind }) => kind.startsWith(`${family}/`)).length
    expect(counted('injection')).toBeGreaterThanOrEqual(40)
    expect(counted('line')).toBeGreaterThanOrEqual(35)
    expect(counted('language')).toBeGreaterThanOrEqual(12)
    for (const { kind } of examples)
      if (!kind.startsWith('t.co ')) expect(kind).toMatch(/^[a-z0-9-]+(?:\/[a-z0-9-]+)?$/)
  })

  test('no text knows of t.co', () => {
    for (const { text, links, article, community_note } of examples) {
      expect(JSON.stringify([text, links, article, community_note])).not.toContain('t.co/')
    }
  })

  test('no text holds what a faulty program would print', () => {
    expect(JSON.stringify([examples, people])).not.toMatch(/undefined|\[object|NaN/)
    for (const { text } of examples) expect(text.isWellFormed()).toBe(true)
  })

  test('links stand in the text in order', () => {
    for (const { text, links } of examples) {
      let from = 0
      for (const link of links) {
        const at = text.indexOf(link, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + link.length
      }
    }
  })

  test('no text begins or ends in space, as X would have trimmed it', () => {
    for (const { text, kind } of examples)
      expect([kind, text]).toEqual([kind, text.replace(/^[ \t\n]+|[ \t\n]+$/g, '')])
  })

  test.each(examples.map((example) => [example.kind, example] as const))(
    '%s is answered as promised',
    async (_kind, example) => {
      const answer = await app.request(`/fxtwitter/2/status/${example.id}`, { headers })
      expect(answer.status).toBe(example.answers.fxtwitter)
      if (example.answers.fxtwitter !== 200) {
        expect(example.tombstone).toBeDefined()
        return
      }
      const { status } = (await answer.json()) as { status: { id: string; author: { screen_name: string } } }
      expect(status.id).toBe(
        example.repost_of?.text && !example.kind.startsWith('repost/cut') ? example.repost_of.id : example.id,
      )
    },
  )

  test('the two t.co kinds name a link that leads where they say', async () => {
    for (const [kind, id] of [
      ['t.co link to a post', true],
      ['t.co link off X', false],
    ] as const) {
      const example = examples.find((one) => one.kind === kind)!
      expect(example.url).toMatch(/^https:\/\/t\.co\/\w{10}$/)
      const answer = await app.request(example.url.replace('https:/', ''), { headers, method: 'HEAD' })
      expect([answer.status, answer.headers.get('location')]).toEqual([301, example.location])
      expect(example.location?.endsWith(`/status/${example.id}`)).toBe(id)
    }
  })

  test('grows with the clock', () => {
    const early = catalogue(new World({ now: Date.parse('2026-09-10T00:00:00Z') })).examples
    expect(early.length).toBeGreaterThan(30)
    expect(early.length).toBeLessThan(examples.length)
  })

  test('tells the whole long thread, the gap and the branches', () => {
    const { thread, branches } = examples.find(({ kind }) => kind === 'thread/long')!
    expect(thread).toHaveLength(150)
    expect(thread?.filter(({ gone }) => gone)).toEqual([thread?.[74]])
    expect(branches).toHaveLength(2)
  })

  test('names people of every kind', () => {
    const found = new Set(people.map(({ kind }) => kind.replace('person/', '')))
    for (const kind of PROMISED_PEOPLE) expect(found).toContain(kind)
  })

  test.each(people.map((person) => [person.kind, person] as const))(
    '%s is answered as promised',
    async (_, person) => {
      const answer = await app.request(`/fxtwitter/2/profile/${person.handle}`, { headers })
      const { message, reason, user } = (await answer.json()) as {
        message: string
        reason?: string
        user?: Record<string, unknown>
      }
      const { state, id, handle, name, bio, posts, followers, following } = person
      if (state === 'missing')
        expect([answer.status, message, reason]).toEqual([404, 'User not found', undefined])
      else if (state === 'suspended') expect([answer.status, reason]).toEqual([404, 'suspended'])
      else {
        expect(answer.status).toBe(200)
        expect(user).toMatchObject({
          id,
          screen_name: handle,
          name,
          description: bio,
          statuses: posts,
          followers,
          following,
          protected: state === 'protected',
        })
      }
    },
  )
})
