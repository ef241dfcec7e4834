import { createSandbox } from '@x-md/sandbox/app.ts'
import { expect, test } from 'vitest'
import { decodeTimelineCursor } from '../../providers/fxtwitter/timeline-cursor.ts'
import { walkInRounds, walkPageByPage } from './testing/rounds.ts'

const sandbox = createSandbox()
const HANDLE = 'pelagic_press'

test.each([1, 2, 3])(
  'what a slow chain has before it, the others take over (order of answers %i)',
  async (seed) => {
    const SLOW = 8
    const even = await walkInRounds(sandbox, HANDLE, { concurrency: 8, seed })
    // The third question is one chain's first; wherever that page leads, the chain asks next.
    let asked = 0
    const slow = new Set<bigint>()
    let slowPages = 0
    const uneven = await walkInRounds(sandbox, HANDLE, {
      concurrency: 8,
      seed,
      trouble: {
        rounds(place) {
          asked += 1
          if (place !== undefined && asked === 3) slow.add(place)
          if (place === undefined || !slow.has(place)) return 1
          slowPages += 1
          return SLOW
        },
        instead(page, place) {
          const next = page.next === undefined ? undefined : decodeTimelineCursor(page.next)?.sortIndex
          if (place !== undefined && next !== undefined && slow.has(place)) slow.add(BigInt(next))
          return page
        },
      },
    })
    const { posts } = await walkPageByPage(sandbox, HANDLE)
    expect([...posts].filter((key) => !uneven.posts.has(key))).toEqual([])
    // Its stretch is an eighth of some eighty pages.
    expect(slowPages).toBeGreaterThan(0)
    expect(slowPages).toBeLessThanOrEqual(2)
    expect(uneven.rounds).toBeLessThan(even.rounds + SLOW)
  },
)

test('an end in the middle, above posts that were read, is named, and the rest is not lost for it', async () => {
  const { posts } = await walkPageByPage(sandbox, HANDLE)
  const ids = [...posts].filter((key) => key.endsWith(':')).map((key) => BigInt(key.slice(0, -1)))
  const hi = ids[1000] as bigint
  const lo = ids[1040] as bigint
  const { missing, posts: kept } = await walkInRounds(sandbox, HANDLE, {
    concurrency: 8,
    trouble: {
      instead: (page, place) =>
        place !== undefined && place <= hi && place > lo ? { ...page, items: [], next: undefined } : page,
    },
  })
  const lost = [...posts].filter((key) => !kept.has(key))
  expect(missing.length).toBeGreaterThan(0)
  const unnamed = lost.filter((key) => {
    const id = BigInt(key.slice(0, key.indexOf(':')))
    return key.endsWith(':') && !missing.some((gap) => id >= gap.lo && id < gap.hi)
  })
  expect(unnamed).toEqual([])
  expect(lost.length).toBeLessThan(100)
})
