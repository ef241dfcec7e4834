import { z } from 'zod'
import { AccountError, type AccountErrorCode } from '../../../errors.ts'
import type { Receipt } from '../../../money/purse.ts'
import type { XAccount } from '../account.ts'
import { sumOf } from '../account-operation.ts'

/** What became of one part of a call: `ok`, or the code of what went wrong, with words about it. */
export interface Part {
  status: 'ok' | AccountErrorCode
  error?: string
}

/** The parts of a call as results show them. */
export const RESULTS = z.array(z.looseObject({ status: z.string() })).describe('status ok, or what failed')

interface FanOut {
  /** What a part is, within a sentence: `query`. */
  thing: 'query' | 'username'
  account: XAccount
  /** Paid before the parts were begun. */
  receipts?: readonly Receipt[]
}

/** The answer to one part. */
interface Done<T> {
  value: T
  receipt: Receipt
}

/**
 * Runs the parts of a call at once. A part that fails keeps its place and says why, so that it takes nothing from
 * the others.
 * @returns an entry a part, in their order, and what all of them cost
 * @throws AccountError where every part failed: what all of them failed with, or `all_failed`
 */
export async function fanOut<T extends object>(
  parts: readonly string[],
  work: (part: string) => Promise<Done<T>>,
  { thing, account, receipts = [] }: FanOut,
): Promise<{ results: (Part & Partial<T> & Record<string, unknown>)[]; cost: Receipt }> {
  const settled = await Promise.allSettled(parts.map(work))
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  for (const failure of failures) if (!(failure instanceof AccountError)) throw failure
  if (failures.length === settled.length) throw allFailed(thing, failures as AccountError[])
  const results = settled.map((one, index) => ({
    [thing]: parts[index],
    ...(one.status === 'fulfilled' ? { status: 'ok' as const, ...one.value.value } : failed(one.reason)),
  }))
  const paid = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.receipt] : []))
  // What is left was told to each part while others still had their worst price reserved. What was read is given,
  // though nobody could say what is left.
  const left = await account.purse.left().catch(() => ({}))
  const cost = { ...sumOf([...receipts, ...paid]), ...left }
  return { results: results as (Part & Partial<T> & Record<string, unknown>)[], cost }
}

function failed({ code, message }: AccountError): Part {
  return { status: code, error: message }
}

/** What all parts failed with is worth more than that they did: it says whether to try again. */
function allFailed(thing: string, failures: readonly AccountError[]): AccountError {
  const [first] = failures
  const isSame = failures.every(({ code }) => code === first?.code)
  if (first && isSame && first.code !== 'unavailable') return first
  const said = [...new Set(failures.map(({ message }) => message))].join(' ')
  const cause = isSame ? 'the X API may be unreachable.' : said
  return new AccountError('all_failed', `Every ${thing} failed; ${cause}`, { cause: first })
}

/** Each once, and no more than the limit. @throws AccountError `invalid_argument` */
export function someOf(given: readonly string[], things: string, most: number): readonly string[] {
  const all = [...new Set(given)]
  if (all.length === 0) throw new AccountError('invalid_argument', `Give at least one of ${things}.`)
  if (all.length > most) {
    throw new AccountError('invalid_argument', `Too many ${things} in one call; the limit is ${most}.`)
  }
  return all
}
