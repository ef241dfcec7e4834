import { XmdError } from '../errors.ts'
import { type Lease, Leases } from '../stores/lease.ts'
import { type Store, StoreError } from '../stores/store.ts'

/** Walks at one time over all processes: so many of anybody, and one more that is kept for holders of a key. */
const OPEN = { name: 'import:active', slots: 2 }
const KEPT = { name: 'import:active:kept', slots: 1 }
/** How long the place of a process that has died stays taken. */
const TTL_MS = 30_000

/** Who wants to walk: nothing where callers are not told apart. */
export interface Walker {
  /** An address or a key. */
  caller: string
  hasKey: boolean
}

/** The right to walk through one account's history. */
export interface Admission {
  /** Aborted when a place is lost. */
  readonly signal: AbortSignal
  release(): Promise<void>
}

/**
 * Takes a place for a walk: one for each account and each caller, so many for all. A store that is down lets
 * nobody walk, since nobody knows then how many do.
 * @throws XmdError `import_busy`
 */
export async function admitImport(
  store: Store,
  handle: string,
  walker: Walker | undefined,
): Promise<Admission> {
  const isOpen = walker !== undefined && !walker.hasKey
  const places = [
    {
      rooms: [{ name: `import:history:${handle.toLowerCase()}`, slots: 1 }],
      busy: `the history of @${handle} is being read`,
    },
    ...(walker
      ? [
          {
            rooms: [{ name: `import:caller:${walker.caller}`, slots: 1 }],
            busy: 'you have an import under way',
          },
        ]
      : []),
    // Who has a key takes the place that is kept for that first, and so leaves the others to those who have none.
    { rooms: isOpen ? [OPEN] : [KEPT, OPEN], busy: 'all places are taken' },
  ]
  const held: Lease[] = []
  const release = async (): Promise<void> => {
    for (const lease of held) await lease.release()
  }
  try {
    for (const { rooms, busy } of places) {
      let lease: Lease | undefined
      for (const room of rooms) lease ??= await new Leases(store, { ...room, ttlMs: TTL_MS }).acquire()
      if (!lease) throw new XmdError('import_busy', `A new import cannot start now: ${busy}.`)
      held.push(lease)
    }
  } catch (error) {
    await release()
    if (!(error instanceof StoreError)) throw error
    throw new XmdError('import_busy', 'A new import cannot start now: nobody knows how many run.', {
      cause: error,
    })
  }
  return { signal: AbortSignal.any(held.map(({ signal }) => signal)), release }
}
