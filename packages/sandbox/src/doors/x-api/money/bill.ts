import type { Settings } from '../settings.ts'
import { type Charge, OWNED_READ, READS, REQUESTS } from './prices.ts'

/** One line of the bill: what one request cost. Amounts are US dollars, exact to the thousandth. */
export interface BillLine {
  /** ISO 8601, of the world's clock. */
  at: string
  /** Such as `GET /2/tweets`. */
  endpoint: string
  /** The price row. */
  kind: string
  /** Resources in the answer, 1 for a request. */
  units: number
  /** Of these, how many were paid for earlier on the same UTC day. */
  deduplicated: number
  unit_price: number
  price: number
  /** After it. */
  balance: number | null
  owned?: true
}

const MOST_LINES = 100_000

/** What everything cost, and what is left. One app, one purse. */
export class Bill {
  #lines: BillLine[] = []
  #dropped = 0
  /** Resources that were paid for on the day of `#day`. */
  readonly #paid = new Set<string>()
  #day = ''
  #cycle = ''
  #cycleMills = 0
  #cyclePosts = 0
  #total = 0
  #balance: number | null

  constructor(credits: number | null) {
    this.#balance = toMills(credits)
  }

  setCredits(credits: number | null): void {
    this.#balance = toMills(credits)
  }

  /** What forbids another paid request, if anything does. */
  block(
    settings: Settings,
    readsPosts: boolean,
    now: number,
  ): 'credits' | 'spend-cap' | 'usage-cap' | undefined {
    this.#turnTo(now)
    if (this.#balance !== null && this.#balance <= 0) return 'credits'
    if (settings.spendCap !== null && this.#cycleMills >= toMills(settings.spendCap)!) return 'spend-cap'
    if (readsPosts && settings.usageCap !== null && this.#cyclePosts >= settings.usageCap) return 'usage-cap'
    return undefined
  }

  /** Writes a line for each charge of an answer. The balance may go below nothing by it. */
  charge(endpoint: string, charges: readonly Charge[], now: number): void {
    this.#turnTo(now)
    for (const charge of charges) {
      const { kind } = charge
      if ('ids' in charge) {
        const unit = charge.owned ? OWNED_READ : READS[charge.kind]
        const keys = [...new Set(charge.ids)].map((id) => `${kind} ${id}`)
        const fresh = keys.filter((key) => !this.#paid.has(key))
        for (const key of fresh) this.#paid.add(key)
        if (kind === 'post') this.#cyclePosts += fresh.length
        if (keys.length > 0) this.#write(endpoint, kind, keys.length, fresh.length, unit, now, charge.owned)
      } else {
        const unit = 'mills' in charge ? charge.mills : REQUESTS[charge.kind]
        if (unit > 0) this.#write(endpoint, kind, 1, 1, unit, now)
      }
    }
  }

  /** The whole of it, for `GET /_sandbox/billing`. */
  report() {
    return {
      currency: 'USD',
      total: this.#total / 1000,
      balance: toDollars(this.#balance),
      cycle: { month: this.#cycle, spent: this.#cycleMills / 1000, post_reads: this.#cyclePosts },
      /** Lines that made room for newer ones; the sums hold them. */
      dropped: this.#dropped + Math.max(0, this.#lines.length - MOST_LINES),
      charges: this.#lines.slice(-MOST_LINES),
    }
  }

  #write(
    endpoint: string,
    kind: string,
    units: number,
    paid: number,
    unit: number,
    now: number,
    owned = false,
  ): void {
    const mills = paid * unit
    this.#total += mills
    this.#cycleMills += mills
    if (this.#balance !== null) this.#balance -= mills
    this.#lines.push({
      at: new Date(now).toISOString(),
      endpoint,
      kind,
      units,
      deduplicated: units - paid,
      unit_price: unit / 1000,
      price: mills / 1000,
      balance: toDollars(this.#balance),
      ...(owned && { owned }),
    })
    if (this.#lines.length < 2 * MOST_LINES) return
    this.#dropped += MOST_LINES
    this.#lines = this.#lines.slice(MOST_LINES)
  }

  #turnTo(now: number): void {
    const day = new Date(now).toISOString().slice(0, 10)
    if (day !== this.#day) {
      this.#day = day
      this.#paid.clear()
    }
    const cycle = day.slice(0, 7)
    if (cycle !== this.#cycle) {
      this.#cycle = cycle
      this.#cycleMills = 0
      this.#cyclePosts = 0
    }
  }
}

function toMills(dollars: number | null): number | null {
  return dollars === null ? null : Math.round(dollars * 1000)
}

function toDollars(mills: number | null): number | null {
  return mills === null ? null : mills / 1000
}
