import { expect, test } from 'vitest'
import { archiveGrowth } from '../bench/archive-growth.ts'

// A million posts are measured by `npm run bench archive`; what grows with their number shows here, too.
test('a range, a search and an export of 200,000 posts take hardly more than of 10,000', async () => {
  const { range, newest, best, exportGrowth } = await archiveGrowth(200)
  for (const { small, large } of [range, newest, best]) expect(large / small).toBeLessThan(2)
  expect(exportGrowth).toBeLessThan(100)
})
