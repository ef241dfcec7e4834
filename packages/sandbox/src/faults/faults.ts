import picomatch from 'picomatch'
import { Dice, hash } from '../world/random.ts'
import type { Fault } from './fault.ts'
import type { FaultKind } from './kinds.ts'

/** One request met by one fault. */
export interface Strike {
  fault: Fault
  /** The luck of this strike; the same for the same seed, list and order of requests. */
  dice: Dice
  /** The cursor that the request came with. */
  cursor?: string | undefined
  /** The cursor of the request before it on the same path, as far as this fault met it. */
  cursorBefore?: string | undefined
}

interface Entry {
  fault: Fault
  matches: (path: string) => boolean
  /** Fitting requests so far, struck or not. */
  met: number
  struck: number
  /** By path, the cursor that was asked last. */
  cursors: Map<string, string>
}

/** Kinds that put an answer, or none, in place of the door's own; only one of them strikes a request. */
const INSTEAD: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'rate-limit',
  'no-credits',
  'search-down',
  'throttle-404',
  '5xx',
  'html-200',
  'crash-page',
  'hang',
  'huge-body',
  'empty-object',
])

const NONE: Strike[] = []
const SALT = 0xfa17

/**
 * The faults in force. Each counts the requests that fit it, and draws by that number: the n-th fitting
 * request is struck or spared whatever happens elsewhere, and two at once are told apart by their arrival.
 */
export class Faults {
  readonly #seed: number
  #entries: Entry[] = []

  constructor(seed: number) {
    this.#seed = seed
  }

  replace(faults: Fault[]): void {
    this.#entries = faults.map((fault) => ({
      fault,
      matches: fault.path === undefined ? () => true : picomatch(fault.path, { dot: true }),
      met: 0,
      struck: 0,
      cursors: new Map(),
    }))
  }

  /** As given, in order, with how often each struck. */
  list(): (Fault & { struck: number })[] {
    return this.#entries.map(({ fault, struck }) => ({ ...fault, struck }))
  }

  get size(): number {
    return this.#entries.length
  }

  /** The faults that strike a request, in order. Call it once for each request, as it arrives. */
  strike(prefix: string, path: string, query: string): Strike[] {
    if (this.#entries.length === 0) return NONE
    const strikes: Strike[] = []
    let replaced = false
    for (const [index, entry] of this.#entries.entries()) {
      const { fault } = entry
      if (!fits(entry, prefix, path, query)) continue
      const cursor = cursorIn(query)
      const cursorBefore = entry.cursors.get(path)
      if (cursor) entry.cursors.set(path, cursor)
      const dice = new Dice(hash(this.#seed, index, entry.met++, SALT))
      const lucky = dice.unit() >= (fault.rate ?? 1)
      if (lucky || entry.struck >= (fault.count ?? Infinity)) continue
      if (replaced && fault.kind !== 'latency') continue
      entry.struck++
      replaced ||= INSTEAD.has(fault.kind) || (fault.kind === 'reset' && fault.afterBytes === undefined)
      strikes.push({ fault, dice, cursor, cursorBefore })
    }
    return strikes
  }
}

function fits({ fault, matches }: Entry, prefix: string, path: string, query: string): boolean {
  if (fault.door !== undefined && fault.door !== prefix) return false
  if (fault.kind === 'conversation-page-2-404' && !isLaterPage(path, query)) return false
  if (fault.kind === 'search-down' && !/\/2\/(?:search|status\/\d+\/quotes)$/.test(path)) return false
  return matches(path) || matches(path.slice(prefix.length))
}

/** The cursor of a request, by the names that doors have for it. */
function cursorIn(query: string): string | undefined {
  const given = new URLSearchParams(query)
  return given.get('cursor') || given.get('pagination_token') || given.get('next_token') || undefined
}

function isLaterPage(path: string, query: string): boolean {
  return path.includes('/conversation/') && /[?&]cursor=[^&]/.test(query)
}
