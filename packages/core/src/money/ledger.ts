import { z } from 'zod'
import { peek } from '../stores/counters.ts'
import type { Charge as Counted, Store } from '../stores/store.ts'

/** What became of a call: its price is still reserved, it was charged, it was refused, or nobody knows. */
export const LINE_STATES = ['reserved', 'charged', 'refused', 'unsettled'] as const

/** A line of the ledger: one call. It names neither what was asked for nor who was meant. */
export const LedgerLine = z.object({
  at: z.number().describe('Unix milliseconds'),
  by: z.string().describe('The tool or command'),
  endpoint: z.string(),
  kind: z.string().describe('The row of the price list'),
  units: z.number().describe('Resources or requests'),
  deduplicated: z.number().describe('Of these, what had been paid for on that day'),
  mills: z.number().describe('Thousandths of a US dollar; the worst that it can be until it is settled'),
  state: z.enum(LINE_STATES),
})
export type LedgerLine = z.infer<typeof LedgerLine>

/** One window that never ends: the key says which day or month is meant. */
const ENDLESS_MS = 2 ** 43
const WITHOUT_LIMIT = Number.MAX_SAFE_INTEGER
/** Lines are kept for 13 months, so that a year can be compared with the one before. */
const KEPT_MS = 400 * 86_400_000
const PAGE = 500

/** `2026-12-01` and `2026-12`, in UTC: X's days and months. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

export function monthOf(now: number): string {
  return dayOf(now).slice(0, 7)
}

/** Limits in thousandths of a dollar; undefined for none. */
export interface Budget {
  day: number | undefined
  month: number | undefined
}

/**
 * What the calls of one account cost, in a store that processes share. The sums are counters, which are right
 * whatever becomes of a process; the lines say what they are made of.
 */
export class Ledger {
  readonly #store: Store
  readonly #account: string
  readonly #budget: Budget

  /** @param account whose money it is: no secret and nothing that leads to one */
  constructor(store: Store, account: string, budget: Budget) {
    this.#store = store
    this.#account = account
    this.#budget = budget
  }

  /**
   * Takes a price from the budget of the day and the month, and gives a line its place.
   * @returns the place, and what is left; `taken` false where a budget does not hold it, and then nothing changed
   */
  async reserve(mills: number, now: number, { isForced = false } = {}) {
    const sums = this.#sums(now, mills, isForced)
    const lines: Counted = {
      key: this.#key(`lines:${dayOf(now)}`),
      limit: WITHOUT_LIMIT,
      windowMs: ENDLESS_MS,
    }
    const { taken, policies } = await this.#store.take([...sums, lines], now)
    const [day, month, count] = policies.map(({ limit, remaining }) => ({
      used: limit - remaining,
      remaining,
    }))
    return { taken, day: day?.remaining ?? 0, month: month?.remaining ?? 0, place: count?.used ?? 0 }
  }

  /** Gives back what was reserved at a time and not spent. */
  async refund(mills: number, at: number): Promise<void> {
    if (mills > 0) await this.#store.refund(this.#sums(at, mills, true), at)
  }

  /** Writes a line at its place, again once more is known. */
  async write(place: number, line: LedgerLine): Promise<void> {
    await this.#store.set(this.#lineKey(dayOf(line.at), place), JSON.stringify(line), { ttlMs: KEPT_MS })
  }

  /** Claims resources as paid for on a day. @returns those that nobody had claimed */
  async claim(resources: readonly string[], now: number): Promise<string[]> {
    const claimed = await this.#store.claim(this.#key(`paid:${dayOf(now)}`), resources, 2 * 86_400_000)
    return resources.filter((_, index) => claimed[index])
  }

  /** What is left of the budget, in thousandths of a dollar; undefined where there is no limit. */
  async left(now: number): Promise<Budget> {
    const [day, month] = await peek(this.#store, this.#sums(now, 0, false), now)
    return {
      day: this.#budget.day === undefined ? undefined : day?.remaining,
      month: this.#budget.month === undefined ? undefined : month?.remaining,
    }
  }

  /** What was spent on a day and in its month. */
  async spent(now: number): Promise<{ day: number; month: number }> {
    const [day, month] = await peek(this.#store, this.#sums(now, 0, true), now)
    return { day: day?.used ?? 0, month: month?.used ?? 0 }
  }

  /** The lines of a day, in the order in which the calls began. */
  async *lines(now: number): AsyncGenerator<LedgerLine> {
    const day = dayOf(now)
    const counter = { key: this.#key(`lines:${day}`), limit: WITHOUT_LIMIT, windowMs: ENDLESS_MS }
    const [count] = await peek(this.#store, [counter], now)
    for (let from = 1; from <= (count?.used ?? 0); from += PAGE) {
      const places = Array.from(
        { length: Math.min(PAGE, (count?.used ?? 0) - from + 1) },
        (_, index) => from + index,
      )
      for (const text of await this.#store.getMany(places.map((place) => this.#lineKey(day, place)))) {
        const line = LedgerLine.safeParse(text === undefined ? undefined : JSON.parse(text)).data
        if (line) yield line
      }
    }
  }

  #sums(now: number, mills: number, isForced: boolean): Counted[] {
    const { day, month } = this.#budget
    const of = (key: string, limit: number | undefined): Counted => ({
      key: this.#key(key),
      limit: isForced ? WITHOUT_LIMIT : (limit ?? WITHOUT_LIMIT),
      windowMs: ENDLESS_MS,
      cost: mills,
    })
    return [of(`day:${dayOf(now)}`, day), of(`month:${monthOf(now)}`, month)]
  }

  /** With a hash tag, so that on a cluster the sums of an account change in one step. */
  #key(name: string): string {
    return `x:spend:{${this.#account}}:${name}`
  }

  #lineKey(day: string, place: number): string {
    return this.#key(`line:${day}:${place}`)
  }
}
