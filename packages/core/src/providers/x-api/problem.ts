import { XApiError, type XApiErrorKind, type XResource } from './x-api-error.ts'

/** By what follows `/problems/` in the type of a problem. */
const BY_TYPE: Readonly<Record<string, XApiErrorKind>> = {
  'oauth1-permissions': 'read_only_token',
  'unsupported-authentication': 'wrong_credentials_kind',
  'usage-capped': 'usage_cap',
  'credits-depleted': 'credits_spent',
  credits: 'credits_spent',
  'spend-cap-reached': 'spend_cap',
  'rate-limit-exceeded': 'rate_limited',
  'resource-not-found': 'not_found',
  'not-authorized-for-resource': 'not_authorized',
  'invalid-request': 'invalid_request',
}

/** By words that some problems are told by only. */
const BY_WORDS: readonly (readonly [RegExp, XApiErrorKind])[] = [
  [/duplicate content/i, 'duplicate_post'],
  [/^reply to this conversation is not allowed/i, 'reply_not_allowed'],
  [/^quoting this post is not allowed/i, 'quote_not_allowed'],
  [/text is too long/i, 'text_too_long'],
  [/daily limit for sending/i, 'daily_posts'],
  [/spend cap/i, 'spend_cap'],
  [/usage cap exceeded/i, 'usage_cap'],
  [/credits/i, 'credits_spent'],
]

/** By words that tell more than the type of their problem does. */
const BY_DETAIL: readonly (readonly [RegExp, XApiErrorKind])[] = [
  [/has been suspended/i, 'user_suspended'],
  [/media ids are invalid/i, 'media_not_ready'],
  [/not available on your current plan/i, 'not_on_this_plan'],
]

const RESOURCES: Readonly<Record<string, XResource>> = {
  tweet: 'post',
  post: 'post',
  user: 'user',
  list: 'list',
}

/** By the codes of API v1, which some answers have in place of a problem. */
const BY_CODE: Readonly<Record<number, XApiErrorKind>> = {
  32: 'bad_credentials',
  63: 'user_suspended',
  64: 'bad_credentials',
  88: 'rate_limited',
  89: 'bad_credentials',
  185: 'daily_posts',
  186: 'text_too_long',
  187: 'duplicate_post',
  215: 'bad_credentials',
  261: 'read_only_token',
  453: 'not_enrolled',
}

const BY_STATUS: Readonly<Record<number, XApiErrorKind>> = {
  400: 'invalid_request',
  401: 'bad_credentials',
  402: 'credits_spent',
  403: 'not_authorized',
  404: 'not_found',
  429: 'rate_limited',
}

/**
 * Told by its type first, then by its words or code, then by its status: a used-up cap is a 429, too. A status from
 * 500 on is a failure, whatever its body says.
 */
export function problemOf(
  status: number,
  body: unknown,
  retryAfter: number | undefined,
  mayHaveHappened = false,
): XApiError {
  if (status >= 500) return new XApiError('unavailable', { status, mayHaveHappened })
  const { type, title, detail, reason, required_enrollment, resource_type, errors } = (body ??
    {}) as Readonly<Record<string, unknown>>
  const inner: readonly { code?: unknown; message?: unknown }[] = Array.isArray(errors)
    ? errors.filter((one) => typeof one === 'object' && one !== null)
    : []
  const said = [detail, ...inner.map(({ message }) => message)].map(String)
  const kind =
    BY_DETAIL.find(([words]) => said.some((text) => words.test(text)))?.[1] ??
    BY_TYPE[/\/problems\/([\w-]+)$/.exec(String(type))?.[1] ?? ''] ??
    (/enterprise/i.test(String(required_enrollment)) ? 'not_on_this_plan' : undefined) ??
    (reason === 'client-not-enrolled' ? 'not_enrolled' : undefined) ??
    (/\/client-forbidden$/.test(String(type)) ? 'not_on_this_plan' : undefined) ??
    BY_WORDS.find(([words]) => [title, ...said].some((text) => words.test(String(text))))?.[1] ??
    inner.map(({ code }) => BY_CODE[Number(code)]).find(Boolean) ??
    BY_STATUS[status] ??
    'unavailable'
  const resource = RESOURCES[String(resource_type)]
  return new XApiError(kind, {
    status,
    ...(resource && { resource }),
    ...(kind === 'rate_limited' && retryAfter !== undefined && { retryAfter }),
  })
}
