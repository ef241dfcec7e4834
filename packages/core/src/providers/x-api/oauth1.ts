import { createHmac } from 'node:crypto'

/** The four secrets of OAuth 1.0a: an app's, and those of the account that acts through it. */
export interface OAuth1Keys {
  apiKey: string
  apiSecret: string
  accessToken: string
  accessSecret: string
}

/** What makes each signature another one. */
export interface Moment {
  nonce: string
  /** Unix seconds. */
  timestamp: number
}

/**
 * The Authorization header of a request (RFC 5849, HMAC-SHA1). JSON and multipart bodies are not part of what is
 * signed.
 * @param url whole, with its query
 * @param form fields of a body that is form-encoded
 */
export function authorization(
  method: string,
  url: URL,
  keys: OAuth1Keys,
  { nonce, timestamp }: Moment,
  form: readonly (readonly [string, string])[] = [],
): string {
  const oauth: [string, string][] = [
    ['oauth_consumer_key', keys.apiKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_token', keys.accessToken],
    ['oauth_version', '1.0'],
  ]
  const base = [
    method.toUpperCase(),
    url.origin + url.pathname,
    joined([...url.searchParams, ...form, ...oauth]),
  ]
  const signature = createHmac('sha1', `${encode(keys.apiSecret)}&${encode(keys.accessSecret)}`)
    .update(base.map(encode).join('&'))
    .digest('base64')
  const header = [...oauth, ['oauth_signature', signature] as [string, string]]
  return `OAuth ${header.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`
}

/** Percent-encoding as RFC 3986 has it: `encodeURIComponent` leaves five characters that have to be encoded, too. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Sorted by the encoded names, then by the encoded values. */
function joined(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map((pair) => pair.join('='))
    .join('&')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
