import { createHmac } from 'node:crypto'

/** A parameter of a request, decoded. A name may come more than once. */
export type Parameter = readonly [name: string, value: string]

export interface SignedRequest {
  method: string
  /** Absolute; its query is signed too, its fragment is not. */
  url: string
  /** What a form body holds, and the `oauth_` parameters of the header without the signature. */
  parameters: readonly Parameter[]
}

/** Everything but letters, digits and `-._~` as `%XX` of its UTF-8 bytes (RFC 3986, as RFC 5849 3.6 wants it). */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * What both sides of an OAuth 1.0a request sign (RFC 5849 3.4.1): method, address without its query, and all
 * parameters, sorted by their encoded names and then values, duplicates kept. A default port is no part of the
 * address, any other is.
 */
export function signatureBaseString({ method, url, parameters }: SignedRequest): string {
  const { protocol, host, pathname, searchParams } = new URL(url)
  const pairs = [...searchParams, ...parameters].map(
    ([name, value]) => [percentEncode(name), percentEncode(value)] as const,
  )
  const sorted = pairs.sort(([a, x], [b, y]) => compareBytes(a, b) || compareBytes(x, y))
  const joined = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  return [method.toUpperCase(), `${protocol}//${host}${pathname}`, joined].map(percentEncode).join('&')
}

/** The HMAC-SHA1 of a base string, in base64. */
export function hmacSignature(base: string, consumerSecret: string, tokenSecret = ''): string {
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`
  return createHmac('sha1', key).update(base).digest('base64')
}

/** Encoded texts are ASCII, so that their code units are their bytes. */
function compareBytes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
