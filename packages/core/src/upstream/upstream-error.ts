/**
 * A source of X data that did not answer usefully: no connection, a timeout, an error status, or a body that
 * is not what it should be. It is not a miss: a source that says "no such post" answers with an outcome.
 * Its message never holds upstream's body, which is text by strangers.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  /** `miss`: it says that there is no such list, which it says as well when it is overloaded. */
  readonly kind: 'network' | 'timeout' | 'rate_limited' | 'status' | 'body' | 'miss'
  /** Whether the same request, or another source, may still succeed. */
  readonly retryable: boolean
  /** Seconds that upstream asked us to wait. */
  readonly retryAfter: number | undefined
  readonly status: number | undefined

  constructor(
    kind: UpstreamError['kind'],
    message: string,
    options: {
      retryable?: boolean
      retryAfter?: number | undefined
      status?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.retryable = options.retryable ?? true
    this.retryAfter = options.retryAfter
    this.status = options.status
  }
}
