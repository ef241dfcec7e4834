import type { Logger } from 'pino'
import { AccountError } from '../errors.ts'
import { StoreError } from '../stores/store.ts'
import type { Budget, Ledger, LedgerLine } from './ledger.ts'
import { type Charge, OWNED_READ, READS, REQUESTS, worstPrice } from './prices.ts'
import type { Payment, Purse, Receipt } from './purse.ts'

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
    const { ledger, now } = this.#options
    const at = now()
    const worst = worstPrice(payment.estimate)
    const entry = await this.#reserve(payment, worst, at)
    let answer: { value: T; charge: Charge }
    try {
      answer = await call()
    } catch (error) {
      const isCharged = payment.mayBeCharged(error)
      await this.#note(async () => {
        if (!isCharged) await ledger.refund(worst, at)
        await entry.write({ mills: isCharged ? worst : 0, state: isCharged ? 'unsettled' : 'refused' })
      })
      throw error
    }
    const { value, charge } = answer
    const settled = await this.#note(async () => {
      const price = await this.#priceOf(charge, at)
      if (price.mills <= worst) await ledger.refund(worst - price.mills, at)
      // It was charged, whatever the budget says.
      else await ledger.reserve(price.mills - worst, at, { isForced: true })
      await entry.write({ ...price, state: 'charged' })
      return { price, left: await this.left() }
    })
    const price = settled?.price ?? { mills: worst, units: 1, deduplicated: 0 }
    const receipt: Receipt = {
      usd: price.mills / 1000,
      billed: price.units - price.deduplicated,
      ...settled?.left,
    }
    return { value, receipt }
  }

  async left() {
    const { day, month } = await this.#options.ledger.left(this.#options.now())
    return {
      ...(day !== undefined && { left_today: day / 1000 }),
      ...(month !== undefined && { left_this_month: month / 1000 }),
    }
  }

  /** @throws AccountError, or StoreError when a budget is set that nobody can look into */
  async #reserve({ by, endpoint, estimate }: Payment, worst: number, at: number) {
    const { ledger, budget } = this.#options
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
    try {
      const { taken, place, day, month } = await ledger.reserve(worst, at)
      if (!taken) throw overBudget(worst, budget, { day, month })
      await ledger.write(place, line)
      return { write: (more: Partial<LedgerLine>) => ledger.write(place, { ...line, ...more }) }
    } catch (error) {
      const hasBudget = budget.day !== undefined || budget.month !== undefined
      if (!(error instanceof StoreError) || hasBudget) throw error
      this.#options.log.warn({ by, endpoint, mills: worst }, 'a call of the X API could not be written down')
      return { write: async () => undefined }
    }
  }

  /** Once X has answered, a store that fails takes nothing away: what is reserved stays so. */
  async #note<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#options.log.warn({ err: error }, 'what a call of the X API cost could not be written down')
      return undefined
    }
  }

  /** X charges a resource once on a UTC day. */
  async #priceOf(
    charge: Charge,
    at: number,
  ): Promise<{ mills: number; units: number; deduplicated: number }> {
    if (!('ids' in charge)) return { mills: REQUESTS[charge.kind], units: 1, deduplicated: 0 }
    const ids = [...new Set(charge.ids)].map((id) => `${charge.kind} ${id}`)
    const fresh = ids.length > 0 ? await this.#options.ledger.claim(ids, at) : []
    const unit = charge.owned ? OWNED_READ : READS[charge.kind]
    return { mills: fresh.length * unit, units: ids.length, deduplicated: ids.length - fresh.length }
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
