import { archiveGrowth, type Ratio } from './archive-growth.ts'
import type { Row } from './run.ts'

/** A million posts over a thousand accounts, beside ten thousand over ten. It takes some minutes to fill. */
export async function archiveBench(): Promise<Row[]> {
  const { small, large, fillSeconds, range, newest, best, exportGrowth, exportBytes } =
    await archiveGrowth(1000)
  const ratio = (one: Ratio) =>
    `${one.large.toFixed(1)} ms, ${(one.large / one.small).toFixed(2)} x the ${one.small.toFixed(1)} ms at ${small} posts`
  return [
    {
      what: `${large} posts kept and indexed`,
      measured: `${Math.round(large / fillSeconds)} a second of processor time`,
    },
    { what: 'a range of 500 posts', measured: ratio(range), budget: 'at most 2 x' },
    { what: 'a search with 500 matches, the newest first', measured: ratio(newest), budget: 'at most 2 x' },
    { what: 'a search with 500 matches, the best first', measured: ratio(best), budget: 'at most 2 x' },
    {
      what: `all of it exported as lines (${Math.round(exportBytes / 2 ** 20)} MB)`,
      measured: `memory grew by ${exportGrowth.toFixed(0)} MB`,
      budget: 'less than 100 MB',
    },
  ]
}
