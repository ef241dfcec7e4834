/**
 * Every code that a caller can meet, said once. Codes, statuses and titles are the contract of the
 * mdfromx.com API; a caller branches on `code`.
 */
export interface ErrorEntry {
  readonly status: number
  readonly title: string
  /** What the caller should do next, in one sentence. */
  readonly resolution: string
  readonly retryable: boolean
  /** Seconds to wait that are advised when the cause names none. */
  readonly retryAfter?: number
}

const request = (title: string, resolution: string): ErrorEntry => ({
  status: 400,
  title,
  resolution,
  retryable: false,
})

export const ERRORS = {
  missing_url: request(
    'Missing url parameter',
    'Name the post: add `?url=https://x.com/{handle}/status/{id}`, or request the path `/{handle}/status/{id}`.',
  ),
  invalid_url: request(
    'Invalid X status URL',
    'Give the address of a public post in `url`, such as `?url=https://x.com/jack/status/20`.',
  ),
  unsupported_host: request(
    'Unsupported host',
    'Replace the host by x.com or twitter.com, then ask again; other sites are not read.',
  ),
  invalid_path: request(
    'Not a status permalink',
    'Give the permalink of one post, shaped like `https://x.com/{handle}/status/{id}`.',
  ),
  invalid_params: request(
    'Invalid handle or status id',
    'Send both `handle` (1 to 15 letters, digits or underscores) and `id` (digits only).',
  ),
  invalid_option: request(
    'Invalid query option',
    'Correct the parameter that `detail` names; its allowed values stand there.',
  ),
  invalid_format: request('Unsupported format', 'Use `format=markdown`, `format=json` or `format=obsidian`.'),
  invalid_thread: request(
    'Invalid thread parameter',
    'Use `thread=off`, `thread=full`, `thread=conversation` or a count from 2 to 100.',
  ),
  invalid_userinfo: request(
    'Invalid userinfo parameter',
    'Use `userinfo=off`, `userinfo=author` or `userinfo=all`.',
  ),
  invalid_context: request('Invalid context parameter', 'Use `context=full` or `context=thread`.'),
  invalid_replies: request(
    'Invalid replies parameter',
    'Use `replies=top`, `replies=recent` or `replies=off`.',
  ),
  invalid_resource: request(
    'Unsupported browse resource',
    'Use `resource=profile`, `resource=search`, `resource=followers` or `resource=following`.',
  ),
  missing_query: request(
    'Missing search query',
    'Say what to look for: add `?q=`, such as `/search?q=lighthouse`.',
  ),
  invalid_handle: request(
    'Invalid X handle',
    'Give the handle as X shows it: 1 to 15 letters, digits or underscores.',
  ),
  invalid_body: request(
    'Unreadable body',
    'Send a well-formed JSON document of the kind that `detail` names, or none.',
  ),
  invalid_key: {
    status: 401,
    title: 'Invalid or disabled API key',
    resolution: 'Leave the Authorization header out to read without a key, or send a key that is in force.',
    retryable: false,
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    resolution: 'Send the credential that this route asks for as `Authorization: Bearer ...`.',
    retryable: false,
  },
  not_found: {
    status: 404,
    title: 'Not found',
    resolution:
      'Check on x.com that it still exists and is public; what was deleted or is protected stays out.',
    retryable: false,
  },
  route_not_found: {
    status: 404,
    title: 'API route not found',
    resolution: 'Follow one of `links`, or request `/{handle}/status/{id}` for a post.',
    retryable: false,
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    resolution: 'Use one of the methods in the `Allow` header; this API only reads.',
    retryable: false,
  },
  not_acceptable: {
    status: 406,
    title: 'No acceptable representation',
    resolution: 'Accept `text/markdown`, `application/json` or `text/html`, or send no Accept header.',
    retryable: false,
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit exceeded',
    resolution:
      'Wait for the seconds in `Retry-After`, then ask once more; answers from the cache stay free.',
    retryable: true,
    retryAfter: 60,
  },
  internal_error: {
    status: 500,
    title: 'Unexpected error',
    resolution: 'Try again after a pause that doubles each time; if it stays, report it with the request id.',
    retryable: true,
  },
  upstream_error: {
    status: 502,
    title: 'Upstream provider error',
    resolution:
      'Try again after a pause that doubles each time; the source of X data fails independently of us.',
    retryable: true,
  },
  upstream_unavailable: {
    status: 503,
    title: 'Upstream unavailable',
    resolution: 'Wait for `Retry-After` seconds, then ask again; do not take this for a deletion.',
    retryable: true,
    retryAfter: 30,
  },
  upstream_rate_limited: {
    status: 503,
    title: 'Upstream provider is rate limiting x.md',
    resolution: 'Wait for `Retry-After` seconds, then ask again; the limit was met by us, not by you.',
    retryable: true,
    retryAfter: 30,
  },
  search_unavailable: {
    status: 503,
    title: 'Search temporarily unavailable',
    resolution:
      'Wait for `Retry-After` seconds, then ask again; photos, videos and users need accounts that are configured.',
    retryable: true,
    retryAfter: 30,
  },
  admin_unconfigured: {
    status: 503,
    title: 'Admin is not configured',
    resolution: 'Set `X_MD_ADMIN_TOKEN` on this deployment; the route is not a part of the public API.',
    retryable: false,
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/**
 * A failure that a caller may read: its code, and in `message` what happened to this request and what to do.
 * It is not for faults of our own; those are thrown as they are and become `internal_error` at the surface.
 */
export class XmdError extends Error {
  override readonly name = 'XmdError'
  readonly code: ErrorCode
  /** Seconds to wait before asking again, where that helps. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    const entry: ErrorEntry = ERRORS[code]
    this.retryAfter = options.retryAfter ?? entry.retryAfter
  }

  get entry(): ErrorEntry {
    return ERRORS[this.code]
  }
}
