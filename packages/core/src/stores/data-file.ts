import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from './store.ts'

/** Instead of a folder: everything in memory, gone with the process. */
export const IN_MEMORY = ':memory:'

/** How long a call waits for another process that writes: under a second, since the whole process waits. */
const BUSY_MS = 800

/** The same when the file is opened, before anybody waits for the process: as long as many need that make it together. */
const OPEN_MS = 3000
const RETRY_MS = 5

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
    const database = new DatabaseSync(path, { timeout: OPEN_MS })
    try {
      useWriteAheadLog(database)
      database.exec('PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216')
      database.exec(schema)
      database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
    } catch (error) {
      database.close()
      throw error
    }
    return database
  } catch (error) {
    throw new StoreError(`The data file ${path} cannot be used: ${reason(error)}.`)
  }
}

/**
 * Of several processes that turn a new file to a write-ahead log at once, SQLite lets one through and refuses the
 * others without the wait that it keeps to elsewhere: each has begun to read and now wants to write, so to wait
 * could be to wait for each other (https://sqlite.org/c3ref/busy_handler.html). So they ask again.
 */
function useWriteAheadLog(database: DatabaseSync): void {
  const until = performance.now() + OPEN_MS
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (faultOf(error) !== SQLITE_BUSY || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}

/** A fault of the data file while it is in use, such as one that another process holds, as a StoreError; any other error as it is. */
export function asStoreError(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code !== 'ERR_SQLITE_ERROR') return error
  return new StoreError(`The data file cannot be used now: ${message}.`, { cause: error })
}

const SQLITE_BUSY = 5
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** @returns the kind of SQLite's error: the low byte of its code, whose rest tells kinds of it apart */
function faultOf(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: number }
  return errcode === undefined ? undefined : errcode & 0xff
}

function reason(error: unknown): string {
  const { message } = error as { message?: string }
  switch (faultOf(error)) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return `it is damaged (${message}). Move it away, and a new one is made`
    case SQLITE_BUSY:
      return `another process holds it (${message}). Try again in a moment, or end that process`
    default:
      return `${message}. Let this user write there, or set X_MD_DATA_DIR to a folder that it can write, or to :memory: to keep nothing`
  }
}
