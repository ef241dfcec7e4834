import { openArchiveFiles } from '../../../providers/account-archive/open-archive-files.ts'
import { SqliteArchive } from '../../../stores/sqlite-archive.ts'
import { importAccountArchive } from '../import-account-archive.ts'

/** A process that imports an archive into a data folder, and tells by how much it grew: in megabytes, at its largest. */
const [, , path, warmUp, folder] = process.argv as string[]
await once(warmUp as string, ':memory:')
globalThis.gc?.()
const before = process.memoryUsage.rss()
let peak = before
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
const report = await once(path as string, folder as string)
clearInterval(timer)
process.stdout.write(JSON.stringify({ grownBy: Math.round((peak - before) / 1e6), report }))

async function once(archivePath: string, dataFolder: string) {
  const files = await openArchiveFiles(archivePath)
  const archive = new SqliteArchive(dataFolder)
  try {
    return await importAccountArchive(files, archive)
  } finally {
    await archive.close()
    await files.close()
  }
}
