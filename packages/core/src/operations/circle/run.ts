import { XmdError } from '../../errors.ts'
import { whileWaiting } from '../../single-flight.ts'
import type { Context } from '../operation.ts'
import type { CircleBuild } from './build.ts'

/** No stage begins anything new after this, so that there is time left to answer within two minutes. */
const MAX_BUILD_MS = 105_000

/** What all stages of one call share. */
export interface CircleRun {
  readonly build: CircleBuild
  readonly context: Context
  /** Read everything anew. */
  readonly fresh: boolean
  /** Aborted when the caller has left, or another stage has ended the call. */
  readonly signal: AbortSignal
  /** When the call began, by `performance.now()`. */
  readonly started: number
  /** Keeps how far it is. */
  keep(): Promise<void>
}

/**
 * Waits for what a part of it gives. Such reads are shared and go on without this caller.
 * @throws the signal's reason once the caller has left
 */
export function waitFor<T>({ signal }: CircleRun, work: Promise<T>): Promise<T> {
  return whileWaiting(work, signal)
}

export function isLate({ started }: CircleRun): boolean {
  return performance.now() - started > MAX_BUILD_MS
}

/** How a stage failed, where that is no end of the whole: its code, and when it may be tried again. */
export function failureOf(error: unknown, now: number): { error: string; retry_at?: string } {
  if (!(error instanceof XmdError)) throw error
  const seconds = error.retryAfter ?? error.entry.retryAfter
  return {
    error: error.code,
    ...(seconds !== undefined && { retry_at: new Date(now + seconds * 1000).toISOString() }),
  }
}

/** Whether a stage that failed is still to be left alone. */
export function isResting({ retry_at }: { retry_at?: string | undefined }, now: number): boolean {
  return retry_at !== undefined && Date.parse(retry_at) > now
}
