import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import type { ErrorCode } from '../errors.ts'
import type { AccountShare } from '../limits/account-share.ts'
import type { CallerQuotas } from '../limits/quotas.ts'
import type { Provider } from '../providers/provider.ts'
import type { Archive } from '../stores/archive.ts'
import type { SharedBreaker } from '../stores/breaker.ts'
import type { Cache } from '../stores/cache.ts'
import type { Store } from '../stores/store.ts'
import type { MediaFiles } from '../upstream/media-files.ts'
import type { ShortLinks } from '../upstream/short-links.ts'
import type { WrittenAnswers } from './written-answers.ts'
import type { XAccount } from './x/account.ts'

/** What an operation may use; it reads neither the environment nor the clock by itself. */
export interface Context {
  readonly config: Config
  readonly providers: readonly Provider[]
  readonly cache: Cache
  /** What processes of the service share: counters, keys, breakers and leases. */
  readonly store: Store
  /** Histories that were read. */
  readonly archive: Archive
  readonly written: WrittenAnswers
  readonly shortLinks: ShortLinks
  readonly media: MediaFiles
  /** How the accounts that search X are shared. */
  readonly accounts: AccountShare
  /** Lets a search that fails rest: it can be down for days. */
  readonly searchBreaker: SharedBreaker
  /** The account in whose name X is acted on; absent where none is set up. */
  readonly x?: XAccount | undefined
  readonly log: Logger
  /** What is left to the caller; absent where calls are not limited. */
  readonly quotas?: CallerQuotas | undefined
  /** Unix milliseconds. */
  now(): number
  /** Aborted when the caller has left. */
  readonly signal?: AbortSignal | undefined
  /** Told how far a call has come that may take long. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export interface Progress {
  /** Something that only grows, such as posts that were read. */
  done: number
  /** Where it will end, if that is known. */
  total?: number
  /** For people, in a few words. */
  message: string
}

/**
 * One thing that the product does, said once. Every surface takes names, fields, descriptions and error codes
 * from here and adds only how it is called.
 */
export interface Operation<Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: string
  readonly title: string
  /** One line for people. */
  readonly summary: string
  /** For models: when to use it, and what to know of its answer. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly errors: readonly ErrorCode[]
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  /** `free` reads cost nothing but upstream's patience; `paid` ones cost money. */
  readonly cost: 'free' | 'paid'
  run(input: z.infer<Input>, context: Context): Promise<z.infer<Output>>
}

/** Keeps an operation's types while its value is checked against the interface. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation
}

/** How any read of X data can fail, besides what is wrong with the request. */
export const READ_ERRORS = [
  'not_found',
  'upstream_error',
  'upstream_unavailable',
  'upstream_rate_limited',
  'internal_error',
] as const satisfies readonly ErrorCode[]

/** What every read of public X data promises. */
export const PUBLIC_READ = {
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  cost: 'free',
} as const
