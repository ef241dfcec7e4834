/**
 * Every code that a caller can meet, said once. Codes, statuses and titles are the contract of the
 * mdfromx.com API; a caller branches on `code`.
 */
export interface ErrorEntry {
  readonly status: number
  readonly title: string
  /** What has happened, in one sentence. */
  readonly meaning: string
  /** What the caller should do next, in one sentence. */
  readonly resolution: string
  readonly retryable: boolean
  /** Seconds to wait that are advised when the cause names none. */
  readonly retryAfter?: number
}

const request = (title: string, meaning: string, resolution: string): ErrorEntry => ({
  status: 400,
  title,
  meaning,
  resolution,
  retryable: false,
})

export const ERRORS = {
  missing_url: request(
    'Missing url parameter',
    'A post was asked for without saying which.',
    'Name the post: add `?url=https://x.com/{handle}/status/{id}`, or request the path `/{handle}/status/{id}`.',
  ),
  invalid_url: request(
    'Invalid X status URL',
    'What stands in `url` is not an address.',
    'Give the address of a public post in `url`, such as `?url=https://x.com/jack/status/20`.',
  ),
  unsupported_host: request(
    'Unsupported host',
    'The address leads to a site other than X.',
    'Replace the host by x.com or twitter.com, then ask again; other sites are not read.',
  ),
  invalid_path: request(
    'Not a status permalink',
    'The address is on X, but is that of no post: a profile or a search, for example.',
    'Give the permalink of one post, shaped like `https://x.com/{handle}/status/{id}`.',
  ),
  invalid_params: request(
    'Invalid handle or status id',
    'Of `handle` and `id`, one is missing or cannot be meant.',
    'Send both `handle` (1 to 15 letters, digits or underscores) and `id` (digits only).',
  ),
  invalid_option: request(
    'Invalid query option',
    'The value of a parameter cannot be read or is out of its range.',
    'Correct the parameter that `detail` names; its allowed values stand there.',
  ),
  invalid_handle: request(
    'Invalid X handle',
    'No account on X can have this handle.',
    'Give the handle as X shows it: 1 to 15 letters, digits or underscores.',
  ),
  invalid_resource: request(
    'Unsupported browse resource',
    'The older route `/api/browse` was asked for a kind of list that it does not know.',
    'Use `resource=profile`, `resource=followers`, `resource=following` or `resource=search`.',
  ),
  invalid_format: request(
    'Unsupported format',
    'This route cannot write the format that was asked for.',
    'Use `format=markdown` or `format=json`; a post is also given as `format=obsidian`.',
  ),
  invalid_thread: request(
    'Invalid thread parameter',
    '`thread` is neither one of its words nor a count in range.',
    'Use `thread=off`, `thread=full`, `thread=conversation` or a count from 2 to 100.',
  ),
  invalid_userinfo: request(
    'Invalid userinfo parameter',
    '`userinfo` is not one of its words.',
    'Use `userinfo=off`, `userinfo=author` or `userinfo=all`.',
  ),
  invalid_context: request(
    'Invalid context parameter',
    '`context` is not one of its words.',
    'Use `context=full` or `context=thread`.',
  ),
  invalid_replies: request(
    'Invalid replies parameter',
    '`replies` is not one of its words.',
    'Use `replies=top`, `replies=recent` or `replies=off`.',
  ),
  invalid_mode: request(
    'Invalid mode parameter',
    'Kept for clients that know it; no route answers with it, since pages ignore any `mode` but `agent`.',
    'Use `mode=agent`, or leave `mode` out.',
  ),
  missing_query: request(
    'Missing search query',
    'A search was asked for without words to look for.',
    'Say what to search for in `q`, such as `/search?q=lighthouse`.',
  ),
  invalid_body: request(
    'Invalid JSON body',
    'The body of the request, or the document that was given, is not well-formed JSON of the expected kind.',
    'Send a well-formed JSON document of the kind that `detail` names, or none.',
  ),
  invalid_key: {
    status: 401,
    title: 'Invalid or disabled API key',
    meaning: 'A bearer key was sent that is not known here or has been switched off.',
    resolution: 'Leave the Authorization header out to read without a key, or send a key that is in force.',
    retryable: false,
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'This route, or this whole service, is for holders of a credential.',
    resolution: 'Send `Authorization: Bearer` with the credential that the operator gave you.',
    retryable: false,
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'It is certain that the post or account is gone, or that the public cannot see it.',
    resolution:
      'Check on x.com that it still exists and is public; what was deleted or is protected stays out.',
    retryable: false,
  },
  route_not_found: {
    status: 404,
    title: 'API route not found',
    meaning: 'Nothing stands at this path.',
    resolution: 'Follow one of `links`, or request `/{handle}/status/{id}` for a post.',
    retryable: false,
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'A method was used that this route does not take; reading never writes to X.',
    resolution: 'Use one of the methods in the `Allow` header.',
    retryable: false,
  },
  not_acceptable: {
    status: 406,
    title: 'No acceptable representation',
    meaning: 'The Accept header rules out every form in which this is given.',
    resolution: 'Accept `text/markdown`, `application/json` or `text/html`, or send no Accept header.',
    retryable: false,
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit exceeded',
    meaning: 'An allowance is used up; in the `RateLimit` header it is the one with `r=0`.',
    resolution:
      'Wait for `Retry-After` seconds, then ask again once; what is cached costs nothing of the search allowances.',
    retryable: true,
    retryAfter: 60,
  },
  internal_error: {
    status: 500,
    title: 'Unexpected error',
    meaning: 'Something went wrong in x.md itself.',
    resolution: 'Try again after a pause that doubles each time; if it stays, report it with the request id.',
    retryable: true,
  },
  upstream_error: {
    status: 502,
    title: 'Upstream provider error',
    meaning: 'A source of X data failed, or answered with something that cannot be used.',
    resolution:
      'Try again after a pause that doubles each time; the source of X data fails independently of us.',
    retryable: true,
  },
  partial_upstream_failure: {
    status: 502,
    title: 'Partial upstream failure',
    meaning:
      'A stream had to end early: a part of the timeline stayed out of reach. `streamed_posts` says how many posts were sent.',
    resolution: 'Wait for `retry_after` seconds, ask again, and drop the posts whose ids you have already.',
    retryable: true,
    retryAfter: 30,
  },
  import_busy: {
    status: 503,
    title: 'Fresh import capacity is busy',
    meaning:
      'A new walk through a timeline cannot start yet: one runs for this account, all places are taken, or the store that counts them and keeps histories is down.',
    resolution: 'Wait for `Retry-After` seconds and a random while, then send the same request again.',
    retryable: true,
    retryAfter: 5,
  },
  upstream_unavailable: {
    status: 503,
    title: 'Upstream profile unavailable',
    meaning: 'The sources failed or missed it, and none could confirm whether it exists.',
    resolution: 'Wait for `Retry-After` seconds, then ask again; do not take this for a deletion.',
    retryable: true,
    retryAfter: 30,
  },
  upstream_rate_limited: {
    status: 503,
    title: 'Upstream provider is rate limiting x.md',
    meaning: 'A source of X data holds this service back, whoever asks.',
    resolution: 'Wait for `Retry-After` seconds, then ask again; the limit was met by us, not by you.',
    retryable: true,
    retryAfter: 30,
  },
  search_unavailable: {
    status: 503,
    title: 'Search temporarily unavailable',
    meaning:
      'No source can search at the moment; photos, videos and users have a single source, which may not be set up.',
    resolution: 'Wait for `Retry-After` seconds, then ask again, or search the `latest` or `top` feed.',
    retryable: true,
    retryAfter: 30,
  },
  archive_unsearchable: {
    status: 501,
    title: 'This archive cannot be searched',
    meaning: 'Histories are kept in a store that finds posts by account and time, but not by their words.',
    resolution:
      'Keep the archive in a data file (no `REDIS_URL` or Upstash), or export it and search the files.',
    retryable: false,
  },
  admin_unconfigured: {
    status: 503,
    title: 'Admin is not configured',
    meaning: 'The admin routes are off, since no token is set for them.',
    resolution: 'Set `X_MD_ADMIN_TOKEN` where the service runs; these routes are no part of the public API.',
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

/** What can go wrong when an account acts on X, or reads for money. Told to models in one sentence. */
interface AccountEntry {
  /** What has happened and what to do next. */
  readonly message: string
  /** Whether the same call may work later, without anybody changing anything. */
  readonly retryable: boolean
}

const final = (message: string): AccountEntry => ({ message, retryable: false })
const passing = (message: string): AccountEntry => ({ message, retryable: true })

export const ACCOUNT_ERRORS = {
  read_only_token: final(
    'The access token is read-only: set the app’s permissions to Read and Write in the X Developer Console, then regenerate the Access Token and Secret. Do not retry.',
  ),
  bad_credentials: final('X rejected the credentials: check the four keys. Do not retry.'),
  wrong_credentials_kind: final(
    'X wants another kind of credentials for this: an OAuth 2.0 user token. Run `x-md login` once. Do not retry.',
  ),
  not_enrolled: final(
    'X does not know the app of these keys as part of a project: move it to a Pay-per-use project in the X Developer Console. Do not retry.',
  ),
  not_on_this_plan: final(
    'X took this from its self-serve plans: it works with an Enterprise plan only (X_PLAN=enterprise). Do not retry.',
  ),
  credits_spent: final(
    'The project has no X API credits left; they come back only by topping up in the X Developer Console. Do not retry.',
  ),
  spend_cap: final(
    'The spending limit that is set in the X Developer Console is reached until the next billing cycle. Do not retry.',
  ),
  usage_cap: final('The monthly usage cap of this project is reached until it resets. Do not retry.'),
  budget_spent: final(
    'This could cost more than what is left of the budget. Ask for less, or have the person raise X_BUDGET_USD_DAY or X_BUDGET_USD_MONTH. Do not retry.',
  ),
  budget_unknown: passing(
    'A budget is set, but the store that knows what is left of it does not answer, so nothing was sent. Retry later.',
  ),
  rate_limited: passing(
    'The rate limit of X is reached; its window is about 15 minutes. Wait before you retry.',
  ),
  duplicate_post: final('X rejected this as a duplicate of a recent post. Change the text.'),
  text_too_long: final('X rejected the post text as too long. Shorten it.'),
  daily_posts: final('X takes no more posts from this account for today. Do not retry before tomorrow.'),
  reply_not_allowed: final(
    'X allows a reply on self-serve plans only where the author of the post mentioned or quoted this account. Do not retry.',
  ),
  quote_not_allowed: final('X does not allow this account to quote that post. Do not retry.'),
  not_authorized: final('Not authorized for this resource: it is protected, deleted or somebody else’s.'),
  user_not_found: final('User not found: check the username or id.'),
  user_suspended: final('X has suspended this account.'),
  post_not_found: final('Post not found: it may be deleted; check the id.'),
  list_not_found: final('List not found: it may be deleted or private; check the id.'),
  invalid_request: final('X rejected the request as invalid: check the arguments.'),
  invalid_argument: final('An argument cannot be used.'),
  media_failed: final('X failed to process the uploaded media; re-encode the file.'),
  media_not_ready: final(
    'X rejected the media ids: an upload may still be processing, have expired after its time, or belong to another account. Try again soon, or upload the media again.',
  ),
  media_too_large: final('The media exceeds the size limit of its category.'),
  media_outside_root: final(
    'The path is outside the directory that this server is allowed to read (MEDIA_ROOT).',
  ),
  declined: final(
    'The person did not agree to this, so nothing was sent. Do not ask again for the same thing.',
  ),
  all_failed: passing('Every part of the call failed; the X API may be unreachable.'),
  timed_out: passing('The call timed out; retry with a larger timeout_ms or fewer inputs.'),
  maybe_done: final(
    'X did not answer in time, so this may have been done or not. Look before you try again.',
  ),
  unavailable: passing('The X API is unavailable. Retry later.'),
  no_account: final(
    'No account is set up: set X_API_KEY, X_API_KEY_SECRET, X_ACCESS_TOKEN and X_ACCESS_TOKEN_SECRET, or try it with --sandbox.',
  ),
} as const satisfies Record<string, AccountEntry>

export type AccountErrorCode = keyof typeof ACCOUNT_ERRORS

/** A failure of a call in the name of an account: the message is for a model to act on. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly code: AccountErrorCode
  /** Seconds until it may work again, where that is known. */
  readonly retryAfter: number | undefined

  /** @param message where more is known than what the catalogue says */
  constructor(
    code: AccountErrorCode,
    message?: string,
    options: { retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(
      message ?? ACCOUNT_ERRORS[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.code = code
    this.retryAfter = options.retryAfter
  }

  get retryable(): boolean {
    return ACCOUNT_ERRORS[this.code].retryable
  }
}
