import type { Charge, Estimate } from './prices.ts'

/** What a call cost and what is left, in US dollars, exact to the thousandth. */
export type Receipt = {
  usd: number
  /** Resources or requests that were paid for, those left out that were paid for earlier on that day. */
  billed: number
  /** It is an answer of earlier that day, which costs nothing again. */
  cached?: true
  /** Of the budget; absent where there is none. */
  left_today?: number
  left_this_month?: number
}

/** A call, as it is paid for. */
export interface Payment {
  /** Which, such as `GET /2/tweets/{id}`: no ids, no words, no secrets. */
  endpoint: string
  /** The tool or command that asked for it. */
  by: string
  estimate: Estimate
  /** Whether X may have charged for a call that failed; a refusal costs nothing. */
  mayBeCharged(error: unknown): boolean
}

/** A person's money for the X API: nothing is asked for that their budget does not hold. */
export interface Purse {
  /**
   * Reserves the worst price, makes the call, and settles what it came to.
   * @throws AccountError before the call: `budget_spent` where its worst price would pass the budget,
   *   `budget_unknown` where one is set and nobody can say what is left of it
   */
  pay<T>(
    payment: Payment,
    call: () => Promise<{ value: T; charge: Charge }>,
  ): Promise<{ value: T; receipt: Receipt }>
  /** How the budget stands. */
  left(): Promise<Pick<Receipt, 'left_today' | 'left_this_month'>>
}
