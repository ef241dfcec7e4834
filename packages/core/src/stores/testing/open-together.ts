import { parentPort, workerData } from 'node:worker_threads'
import { SqliteArchive } from '../sqlite-archive.ts'
import { SqliteStore } from '../sqlite-store.ts'

export interface OpenTogether {
  folders: readonly string[]
  /** How many threads run this. */
  threads: number
  /** An Int32Array of one: how often a thread has come to a folder. */
  arrivals: SharedArrayBuffer
}

// A thread, which to SQLite is as good as a process: at each folder it waits until all threads are there, then
// makes or opens the data file, writes to it, and closes it. It posts what went wrong.
const { folders, threads, arrivals } = workerData as OpenTogether
const arrived = new Int32Array(arrivals)
const faults: string[] = []
for (const [n, folder] of folders.entries()) {
  Atomics.add(arrived, 0, 1)
  while (Atomics.load(arrived, 0) < threads * (n + 1));
  try {
    const store = new SqliteStore(folder, { now: Date.now })
    const archive = new SqliteArchive(folder)
    await store.set('key', 'value')
    await archive.close()
    await store.close()
  } catch (error) {
    faults.push(String(error))
  }
}
parentPort?.postMessage(faults)
