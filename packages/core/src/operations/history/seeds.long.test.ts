import { expect, test } from 'vitest'
import { importOnABadDay } from './testing/faulty-import.ts'

test('on a bad day no post is lost, or the answer says so: 50 worlds', async () => {
  let complete = 0
  for (let seed = 100; seed < 150; seed++) {
    const { meta, lost } = await importOnABadDay(seed, 'tobin_averell7')
    if (meta.warnings) expect(meta.truncated).toBe(true)
    else {
      expect(lost, `seed ${seed}`).toEqual([])
      complete += 1
    }
  }
  expect(complete).toBeGreaterThan(45)
})
