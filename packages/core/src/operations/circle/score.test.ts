import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIRECTIONS, INTERACTION_KINDS, type Interaction } from '../../domain/circle.ts'
import { msToSnowflake } from '../../domain/snowflake.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { chooseReplied, REPLIED_POSTS } from './reply-sample.ts'
import { combined, rank, weightOf } from './score.ts'

const UNTIL = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

test('weights, and half of them every 30 days', () => {
  expect(INTERACTION_KINDS.map((kind) => weightOf(kind, UNTIL, UNTIL))).toEqual([3, 2.5, 1.5, 1])
  expect(weightOf('reply', UNTIL - 30 * DAY, UNTIL)).toBeCloseTo(1.5, 10)
  expect(weightOf('quote', UNTIL - 90 * DAY, UNTIL)).toBeCloseTo(2.5 / 8, 10)
  // A clock that is ahead makes nothing count for more.
  expect(weightOf('reply', UNTIL + DAY, UNTIL)).toBe(3)
})

test('both ways count for more than one: a + b + 2 * sqrt(a * b)', () => {
  expect(combined(4, 0)).toBe(4)
  expect(combined(0, 9)).toBe(9)
  expect(combined(4, 9)).toBe(25)
})

const interaction = fc
  .record({
    handle: fc.constantFrom('ada', 'Ada', 'oskar', 'tobin', 'ines', 'vera'),
    direction: fc.constantFrom(...DIRECTIONS),
    kind: fc.constantFrom(...INTERACTION_KINDS),
    minutes: fc.integer({ min: 0, max: 400_000 }),
  })
  .map(({ minutes, ...rest }): Interaction => {
    const at = UNTIL - minutes * 60_000
    return { ...rest, at, id: msToSnowflake(at) }
  })
const interactions = fc.uniqueArray(interaction, {
  maxLength: 40,
  selector: ({ id, handle, direction, kind }) => `${id} ${handle.toLowerCase()} ${direction} ${kind}`,
})

test('a ranking tells where its numbers come from, and does not depend on the order of what it is given', () => {
  fc.assert(
    fc.property(interactions, (list) => {
      const ranked = rank(list, UNTIL)
      expect(rank(list.toReversed(), UNTIL)).toEqual(ranked)
      expect(ranked.length).toBe(new Set(list.map(({ handle }) => handle.toLowerCase())).size)
      expect(ranked.map(({ score }) => score)).toEqual(
        ranked.map(({ score }) => score).toSorted((a, b) => b - a),
      )
      for (const { handle, score, outgoing, incoming } of ranked) {
        const own = list.filter((one) => one.handle.toLowerCase() === handle.toLowerCase())
        expect(outgoing.count + incoming.count).toBe(own.length)
        expect(score).toBeCloseTo(combined(outgoing.score, incoming.score), 5)
        for (const side of [outgoing, incoming]) {
          const kinds = INTERACTION_KINDS.flatMap((kind) => side[kind] ?? [])
          expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(side.count)
          expect(kinds.reduce((sum, one) => sum + one.score, 0)).toBeCloseTo(side.score, 4)
          expect(side.post_ids.length).toBe(Math.min(3, side.count, new Set(side.post_ids).size))
        }
      }
    }),
    propertyRuns(200),
  )
})

test('one interaction more never lowers a score', () => {
  fc.assert(
    fc.property(interactions, interaction, (list, more) => {
      const scoreOf = (some: Interaction[]) =>
        rank(some, UNTIL).find(({ handle }) => handle.toLowerCase() === more.handle.toLowerCase())?.score ?? 0
      expect(scoreOf([...list, more])).toBeGreaterThanOrEqual(scoreOf(list))
    }),
    propertyRuns(200),
  )
})

test('replies are asked for to posts in frequent conversations, then to those with the most; each once', () => {
  const post = (n: number, replies: number, answers?: string) => ({ id: String(1000 + n), replies, answers })
  const often: Interaction[] = Array.from({ length: 16 }, (_, who) =>
    Array.from({ length: 20 - who }, (_, n) => ({
      id: String(n),
      handle: `who_${who}`,
      direction: 'outgoing' as const,
      kind: 'reply' as const,
      at: UNTIL,
    })),
  ).flat()
  const rare = Array.from({ length: 10 }, (_, n) => post(n, 1, 'who_15'))
  const frequent = Array.from({ length: 30 }, (_, n) => post(100 + n, 1, 'who_0'))
  const loud = Array.from({ length: 100 }, (_, n) => post(200 + n, 1000 - n))
  const chosen = chooseReplied([...rare, ...frequent, ...loud, ...loud], often)
  expect(chosen.slice(0, 20)).toEqual(
    frequent
      .map(({ id }) => id)
      .toReversed()
      .slice(0, 20),
  )
  expect(chosen.slice(20)).toEqual(loud.map(({ id }) => id).slice(0, 20))
  expect(chosen).toHaveLength(REPLIED_POSTS)
  expect(chooseReplied(rare, often)).toHaveLength(10)
})
