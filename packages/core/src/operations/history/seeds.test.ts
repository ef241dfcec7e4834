import { expect, test } from 'vitest'
import { importOnABadDay } from './testing/faulty-import.ts'

test('on a bad day no post is lost, or the answer says so', async () => {
  const { meta, lost } = await importOnABadDay(1, 'oskar_fenwall')
  expect(meta.retried_pages).toBeGreaterThan(0)
  if (!meta.warnings) {
    expect(lost).toEqual([])
    expect(meta).toMatchObject({ truncated: false, floor_reached: true })
  } else expect(meta).toMatchObject({ truncated: true, floor_reached: false })
})
