import type { Archive } from './archive.ts'
import { IN_MEMORY } from './data-file.ts'
import type { ReadPost } from './older-history.ts'
import { connectRemote, type StoreSettings } from './open-store.ts'
import { SqliteArchive } from './sqlite-archive.ts'
import type { Store } from './store.ts'

/** How long a request to Upstash may take: pages of posts are larger than counters. */
const REQUEST_MS = 10_000

/**
 * The archive beside a store, in the same place: the data file, Redis or Upstash, or memory.
 * @param options.readPost reads posts that older versions of the service left as they came from the source
 * @throws StoreError when the data file cannot be used
 */
export async function openArchive(
  settings: StoreSettings,
  { name }: Pick<Store, 'name'>,
  options: { readPost: ReadPost },
): Promise<Archive> {
  if (name === 'sqlite') return new SqliteArchive(settings.X_MD_DATA_DIR)
  const connection = name === 'memory' ? undefined : await connectRemote(settings, { timeoutMs: REQUEST_MS })
  if (!connection) return new SqliteArchive(IN_MEMORY)
  const { RedisArchive } = await import('./redis-archive.ts')
  return new RedisArchive(connection, options)
}
