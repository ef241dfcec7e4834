import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from './store.ts'

/** Instead of a folder: everything in memory, gone with the process. */
export const IN_MEMORY = ':memory:'

/** How long a call waits for another process that writes: under a second, since the whole process waits. */
const BUSY_MS = 800

/**
 * Opens the data file in a folder, which is made if need be. The folder is made for its owner alone, and the
 * file is theirs alone, since it holds what people read and the hashes of keys. Many processes may have it open.
 * @param schema statements that make what is missing, and may run any number of times
 * @throws StoreError that says what to do
 */
export function openDataFile(folder: string, schema: string): DatabaseSync {
  if (folder === IN_MEMORY) {
    const database = new DatabaseSync(IN_MEMORY)
    database.exec(schema)
    return database
  }
  const path = join(folder, 'x-md.db')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // SQLite gives the files beside it the mode of this one.
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
    const database = new DatabaseSync(path, { timeout: BUSY_MS })
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216',
    )
    database.exec(schema)
    return database
  } catch (error) {
    throw new StoreError(`The data file ${path} cannot be used: ${reason(error)}.`)
  }
}

/** A fault of the data file while it is in use, such as one that another process holds, as a StoreError; any other error as it is. */
export function asStoreError(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code !== 'ERR_SQLITE_ERROR') return error
  return new StoreError(`The data file cannot be used now: ${message}.`, { cause: error })
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

function reason(error: unknown): string {
  const { errcode, message } = error as { errcode?: number; message?: string }
  // The low byte is the kind; the rest tells kinds of it apart.
  const kind = errcode === undefined ? undefined : errcode & 0xff
  return kind === SQLITE_CORRUPT || kind === SQLITE_NOTADB
    ? `it is damaged (${message}). Move it away, and a new one is made`
    : `${message}. Let this user write there, or set X_MD_DATA_DIR to a folder that it can write, or to :memory: to keep nothing`
}
