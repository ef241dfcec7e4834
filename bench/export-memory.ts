import { SqliteArchive } from '@x-md/core/stores/sqlite-archive.ts'
import { exportRows } from '../packages/cli/src/export/rows.ts'

/**
 * Exports all of an archive, in a process of its own, whose memory nothing else has filled before. Prints as JSON by
 * how much it grew over what it was after the first posts, in megabytes, and how much was written.
 */
const archive = new SqliteArchive(process.argv[2] as string)
let [first, most, bytes, posts] = [0, 0, 0, 0]
const pieces = exportRows('ndjson', {
  archive,
  accounts: await Array.fromAsync(archive.accounts()),
  selection: { kinds: ['post', 'reply', 'repost'] },
  onPost: () => {
    posts++
    if (posts % 1000 !== 0) return
    first ||= process.memoryUsage.rss()
    most = Math.max(most, process.memoryUsage.rss())
  },
})
for await (const piece of pieces) bytes += Buffer.byteLength(piece)
await archive.close()
process.stdout.write(JSON.stringify({ growth: (most - first) / 2 ** 20, bytes, posts }))
