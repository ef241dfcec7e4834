import { type Place, packPlace, unpackPlace } from './ids.ts'
import { hash } from './random.ts'

/**
 * t.co codes. A code is 59 bits written in base 62: the place of the post, the slot of the link within it,
 * and a check, all stirred so that codes look like X's. Reading one back leads to its post, so that no table
 * of all links is needed and yet each of them resolves.
 */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MASK = (1n << 59n) - 1n
const STIR = 0x2b3c5d7f9a1e6b5n
const UNSTIR = inverse(STIR)

/** Slots of the links that are not in the body; body links count up from 0. */
export const SLOT = { media: 20, quote: 21, article: 22, note: 23 } as const

function inverse(odd: bigint): bigint {
  let x = odd
  for (let i = 0; i < 6; i++) x = (x * (2n - odd * x)) & MASK
  return x
}

function check(seed: number, payload: number): number {
  return hash(seed, payload, 0x7c0)
}

/** The ten characters of the t.co link in a slot of a post. */
export function shortCode(seed: number, place: Place, slot: number): string {
  const payload = packPlace(place) * 32 + slot
  let value = (((BigInt(payload) << 32n) | BigInt(check(seed, payload))) * STIR) & MASK
  let code = ''
  for (let i = 0; i < 10; i++) {
    code = ALPHABET[Number(value % 62n)] + code
    value /= 62n
  }
  return code
}

/** The place and slot that a code names, or undefined for a code that this world did not give out. */
export function readShortCode(seed: number, code: string): { place: Place; slot: number } | undefined {
  if (!/^[0-9A-Za-z]{10}$/.test(code)) return undefined
  let value = 0n
  for (const char of code) value = value * 62n + BigInt(ALPHABET.indexOf(char))
  if (value > MASK) return undefined
  const plain = (value * UNSTIR) & MASK
  const payload = Number(plain >> 32n)
  if (Number(plain & 0xffffffffn) !== check(seed, payload)) return undefined
  return { place: unpackPlace(Math.floor(payload / 32)), slot: payload % 32 }
}
