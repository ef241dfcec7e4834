import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IN_MEMORY } from '../data-file.ts'
import { SqliteStore } from '../sqlite-store.ts'
import { SteadyStore } from '../steady-store.ts'
import type { Store } from '../store.ts'

/** One place where data lies, for the tests of what is kept there. */
export interface StorePlace {
  /** A store that shares its data with every other of this place. */
  open(): Store
  /** The clock of the place's stores, Unix milliseconds. */
  now(): number
  /** Lets time pass for what expires. */
  pass(ms: number): Promise<void>
  stop(): Promise<void>
}

interface StoreKind {
  kind: string
  /** Why it cannot be tested on this machine. */
  missing?: string | undefined
  start(): Promise<StorePlace>
}

/** Every kind of store there is. */
export function storeKinds(): StoreKind[] {
  return [
    { kind: 'memory', start: startMemory },
    { kind: 'sqlite', start: startSqlite },
  ]
}

async function startMemory(): Promise<StorePlace> {
  let now = 1_764_500_000_000
  const store = new SteadyStore(new SqliteStore(IN_MEMORY, { now: () => now }))
  return {
    // Nothing else can see the memory of a process, so there is only one.
    open: () => store,
    now: () => now,
    pass: async (ms) => {
      now += ms
    },
    stop: () => store.close(),
  }
}

async function startSqlite(): Promise<StorePlace> {
  let now = 1_764_500_000_000
  const folder = mkdtempSync(join(tmpdir(), 'x-md-store-'))
  const opened: Store[] = []
  return {
    open: () => {
      const store = new SteadyStore(new SqliteStore(join(folder, 'data'), { now: () => now }))
      opened.push(store)
      return store
    },
    now: () => now,
    pass: async (ms) => {
      now += ms
    },
    stop: async () => {
      await Promise.all(opened.map((store) => store.close()))
      rmSync(folder, { recursive: true })
    },
  }
}
