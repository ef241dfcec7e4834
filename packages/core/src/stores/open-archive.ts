import type { Archive } from './archive.ts'
import { IN_MEMORY } from './data-file.ts'
import { SqliteArchive } from './sqlite-archive.ts'
import type { Store } from './store.ts'

/**
 * The archive beside a store: in the same data file, or in memory where processes share a store elsewhere.
 * @throws StoreError when the data file cannot be used
 */
export function openArchive({ X_MD_DATA_DIR }: { X_MD_DATA_DIR: string }, { name }: Store): Archive {
  return new SqliteArchive(name === 'sqlite' ? X_MD_DATA_DIR : IN_MEMORY)
}
