import { createHash, timingSafeEqual } from 'node:crypto'
import { hmacSignature, type Parameter, signatureBaseString } from './base-string.ts'
import type { Nonces } from './nonces.ts'

/** How far a timestamp may be from the clock, to either side. */
export const TIMESTAMP_WINDOW_MS = 300_000

const PROTOCOL = [
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_token',
  'oauth_version',
]

export interface Keys {
  consumerSecret: string
  tokenSecret: string
}

export interface Verification {
  method: string
  /** As the caller sees it: with the host that it asked. */
  url: string
  /** From `readAuthorization`. */
  header: readonly Parameter[]
  /** Of a form body; empty for any other. */
  form: readonly Parameter[]
  /** The secrets of a pair of key and token, undefined for one that was not given out. */
  keysOf(consumerKey: string, token: string): Keys | undefined
  nonces: Nonces
  /** Spans of Unix milliseconds in which a timestamp may be. */
  clocks: readonly (readonly [from: number, to: number])[]
}

/** Why a request was refused; no caller is told. */
export type Flaw = 'malformed' | 'method' | 'version' | 'unknown' | 'timestamp' | 'signature' | 'nonce'

/** Checks the signature of an OAuth 1.0a request: the token that signed it, or what is wrong with it. */
export function verify(request: Verification): { token: string } | { flaw: Flaw } {
  const given = new Map(request.header)
  const once = request.header.length === given.size
  const protocol = [...given.keys()].every((name) => !name.startsWith('oauth_') || PROTOCOL.includes(name))
  const [key, nonce, signature, method, timestamp, token] = PROTOCOL.map((name) => given.get(name) ?? '')
  if (!once || !protocol || !key || !nonce || !signature || !token) return { flaw: 'malformed' }
  if (nonce.length > 256 || !/^\d{1,12}$/.test(timestamp ?? '')) return { flaw: 'malformed' }
  if (method !== 'HMAC-SHA1') return { flaw: 'method' }
  if ((given.get('oauth_version') ?? '1.0') !== '1.0') return { flaw: 'version' }

  const keys = request.keysOf(key, token)
  if (!keys) return { flaw: 'unknown' }
  const at = Number(timestamp) * 1000
  if (!request.clocks.some(([from, to]) => at >= from && at <= to)) return { flaw: 'timestamp' }

  const parameters = [...request.form, ...request.header.filter(([name]) => name !== 'oauth_signature')]
  const base = signatureBaseString({ method: request.method, url: request.url, parameters })
  if (!sameText(signature, hmacSignature(base, keys.consumerSecret, keys.tokenSecret))) {
    return { flaw: 'signature' }
  }
  // Last, so that nobody without the secrets can spend another's nonces.
  if (!request.nonces.take(`${token} ${timestamp} ${nonce}`)) return { flaw: 'nonce' }
  return { token }
}

/** Compares without telling by its time how much is the same. */
export function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
