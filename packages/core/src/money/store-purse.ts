import type { Logger } from 'pino'
import { AccountError } from '../errors.ts'
import { StoreError } from '../stores/store.ts'
import { type Budget, dayOf, type Ledger, type LedgerLine } from './ledger.ts'
import { type Charge, OWNED_READ, READS, REQUESTS, worstPrice } from './prices.ts'
import type { Payment, Purse, Receipt } from './purse.ts'

/** How far the clock of X may be from this one. */
const CLOCKS_APART_MS = 2000

interface PurseOptions {
  ledger: Ledger
  budget: Budget
  log: Pick<Logger, 'warn'>
  /** Unix milliseconds. */
  now(): number
}

/**
 * A purse whose ledger is in a store. What a call may cost is taken from the budget before it is made, so that no
 * number of calls at once, in any number of processes, can pass it; what it did not cost is given back. A process
 * that dies leaves its reservation: the ledger may say too much then, never too little.
 */
export class StorePurse implements Purse {
  readonly #options: PurseOptions

  constructor(options: PurseOptions) {
    this.#options = options
  }

  async pay<T>(payment: Payment, call: () => Promise<{ value: T; charge: Charge }>) {
    const at = this.#options.now()
    const worst = worstPrice(payment.estimate)
    const entry = await this.#open(payment, worst, at)
    let answer: { value: T; charge: Charge }
    try {
      answer = await call()
    } catch (error) {
      const isCharged = payment.mayBeCharged(error)
      await this.#note(() =>
        isCharged
          ? entry.close({ mills: worst, state: 'unsettled' })
          : entry.close({ mills: 0, state: 'refused' }),
      )
      throw error
    }
    const { value, charge } = answer
    const price = await this.#priceOf(charge, at)
    await this.#note(() => entry.close({ ...price, state: 'charged' }))
    const receipt: Receipt = {
      usd: price.mills / 1000,
      billed: price.units - price.deduplicated,
      ...(await this.#note(() => this.left())),
    }
    return { value, receipt }
  }

  async left() {
    const { budget } = this.#options
    if (budget.day === undefined && budget.month === undefined) return {}
    const { day, month } = await this.#options.ledger.left(this.#options.now())
    return {
      ...(day !== undefined && { left_today: day / 1000 }),
      ...(month !== undefined && { left_this_month: month / 1000 }),
    }
  }

  /**
   * Reserves the worst price, and gives the call its line.
   * @throws AccountError
   */
  async #open({ by, endpoint, estimate }: Payment, worst: number, at: number) {
    const { ledger } = this.#options
    const line: LedgerLine = {
      at,
      by,
      endpoint,
      kind: estimate.kind,
      units: 'most' in estimate ? estimate.most : 1,
      deduplicated: 0,
      mills: worst,
      state: 'reserved',
    }
    const reserved = await this.#reserve(worst, at)
    // The sums hold the call from here on, whatever becomes of its line.
    if (reserved) await this.#note(() => ledger.write(reserved.place, line))
    const close = async (more: Pick<LedgerLine, 'mills' | 'state'> & Partial<LedgerLine>): Promise<void> => {
      const over = more.mills - (reserved ? worst : 0)
      // What was charged is written down, whatever the budget says of it.
      const late = reserved && over <= 0 ? undefined : await ledger.reserve(over, at, { isForced: true })
      await ledger.write(reserved?.place ?? late?.place ?? 0, { ...line, ...more })
      if (over < 0) await ledger.refund(-over, at)
    }
    return { close }
  }

  /** @returns undefined where the store is down and no budget depends on it @throws AccountError */
  async #reserve(worst: number, at: number): Promise<{ place: number } | undefined> {
    const { ledger, budget } = this.#options
    try {
      const { taken, place, day, month } = await ledger.reserve(worst, at)
      if (!taken) throw overBudget(worst, budget, { day, month })
      return { place }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      if (budget.day !== undefined || budget.month !== undefined) {
        throw new AccountError('budget_unknown', undefined, { cause: error })
      }
      this.#warn(error)
      return undefined
    }
  }

  /** Once a call is under way, a store that fails takes nothing away: what is reserved stays so. */
  async #note<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#warn(error)
      return undefined
    }
  }

  #warn(err: StoreError): void {
    this.#options.log.warn({ err }, 'what a call of the X API cost could not be written down')
  }

  /** X charges a resource once on a UTC day. */
  async #priceOf(charge: Charge, at: number) {
    if (!('ids' in charge)) return { mills: REQUESTS[charge.kind], units: 1, deduplicated: 0 }
    const ids = [...new Set(charge.ids)].map((id) => `${charge.kind} ${id}`)
    const fresh = await this.#fresh(ids, at)
    const unit = charge.owned ? OWNED_READ : READS[charge.kind]
    return { mills: fresh * unit, units: ids.length, deduplicated: ids.length - fresh }
  }

  /** How many were paid for now. Around midnight nobody knows on which day X counts, so all of them were. */
  async #fresh(ids: readonly string[], at: number): Promise<number> {
    const { ledger, now } = this.#options
    const isOneDay = dayOf(at - CLOCKS_APART_MS) === dayOf(now() + CLOCKS_APART_MS)
    if (ids.length === 0 || !isOneDay) return ids.length
    return (await this.#note(() => ledger.claim(ids, at)))?.length ?? ids.length
  }
}

function overBudget(worst: number, budget: Budget, left: { day: number; month: number }): AccountError {
  const isDay = budget.day !== undefined && left.day < worst
  const [name, rest] = isDay ? ['X_BUDGET_USD_DAY', left.day] : ['X_BUDGET_USD_MONTH', left.month]
  return new AccountError(
    'budget_spent',
    `This could cost up to ${dollars(worst)}, and ${dollars(rest)} is left of ${name}. Ask for less, or have the person raise it. Do not retry.`,
  )
}

/** Thousandths of a dollar, for people. */
export function dollars(mills: number): string {
  return `$${(mills / 1000).toFixed(3)}`
}
