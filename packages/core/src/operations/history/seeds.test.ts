import { expect, test } from 'vitest'
import { importOnABadDay } from './testing/faulty-import.ts'

test.each([1, 2, 3])('on a bad day of world %i no post is lost, or the answer says so', async (seed) => {
  const { meta, lost } = await importOnABadDay(seed, 'oskar_fenwall')
  expect(meta.retried_pages).toBeGreaterThan(0)
  if (!meta.warnings) {
    expect(lost).toEqual([])
    expect(meta).toMatchObject({ truncated: false, floor_reached: true })
  } else expect(meta).toMatchObject({ truncated: true, floor_reached: false })
})
