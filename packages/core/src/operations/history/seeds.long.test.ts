import { expect, test } from 'vitest'
import { importOnABadDay } from './testing/faulty-import.ts'

const WORLDS = 50
/** Worlds at one time: an import mostly waits to be let in again. */
const AT_ONCE = 5

test('on a bad day no post is lost, or the answer says so: 50 worlds', async () => {
  let complete = 0
  for (let first = 100; first < 100 + WORLDS; first += AT_ONCE) {
    const seeds = Array.from({ length: AT_ONCE }, (_, index) => first + index)
    await Promise.all(
      seeds.map(async (seed) => {
        const { meta, lost } = await importOnABadDay(seed, 'oskar_fenwall')
        if (meta.warnings) return expect(meta.truncated).toBe(true)
        expect(lost, `seed ${seed}`).toEqual([])
        complete += 1
      }),
    )
  }
  expect(complete).toBeGreaterThan(45)
})
