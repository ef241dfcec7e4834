import { createSandbox } from '@x-md/sandbox/app.ts'
import { expect, test } from 'vitest'
import { walkInRounds, walkPageByPage } from './testing/rounds.ts'

const sandbox = createSandbox()
const HANDLE = 'pelagic_press'

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
