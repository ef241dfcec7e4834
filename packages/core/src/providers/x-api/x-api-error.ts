/** What X refuses, or cannot do; each kind needs another answer. */
export type XApiErrorKind =
  | 'read_only_token'
  | 'bad_credentials'
  | 'wrong_credentials_kind'
  | 'not_enrolled'
  | 'not_on_this_plan'
  | 'credits_spent'
  | 'spend_cap'
  | 'usage_cap'
  | 'rate_limited'
  | 'duplicate_post'
  | 'text_too_long'
  | 'daily_posts'
  | 'reply_not_allowed'
  | 'quote_not_allowed'
  | 'not_authorized'
  | 'not_found'
  | 'invalid_request'
  | 'media_failed'
  | 'media_not_ready'
  | 'user_suspended'
  | 'timed_out'
  | 'unavailable'

export type XResource = 'post' | 'user' | 'list'

/**
 * An answer of the X API that is a refusal, or none at all. Its message is ours: what X wrote is text by strangers,
 * and may name an account.
 */
export class XApiError extends Error {
  override readonly name = 'XApiError'
  readonly kind: XApiErrorKind
  /** Of the answer; undefined where none came. */
  readonly status: number | undefined
  /** Seconds until it may work again, where X says so. */
  readonly retryAfter: number | undefined
  /**
   * Whether X may have done what it was asked to: a write whose answer never came.
   */
  readonly mayHaveHappened: boolean
  /** What is not there, where X says which of several things that is. */
  readonly resource: XResource | undefined
  /** False where no connection came about, so that X cannot know of it. */
  readonly wasSent: boolean

  constructor(
    kind: XApiErrorKind,
    options: {
      status?: number
      retryAfter?: number
      mayHaveHappened?: boolean
      resource?: XResource
      wasSent?: boolean
      cause?: unknown
    } = {},
  ) {
    super(`The X API refused: ${kind}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.status = options.status
    this.retryAfter = options.retryAfter
    this.mayHaveHappened = options.mayHaveHappened ?? false
    this.resource = options.resource
    this.wasSent = options.wasSent ?? true
  }
}
