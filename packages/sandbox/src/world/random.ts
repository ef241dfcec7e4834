/**
 * Deterministic chance. Everything in the world is a function of the seed and of where it stands, never of
 * the order in which it was asked for, so there is no running generator to keep: a place is hashed, and a
 * small generator starts from that hash.
 */

/** A 32-bit hash of up to four whole numbers (murmur3's mixing steps). */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  let h = mix(mix(mix(mix(0x9747b28c, a), b), c), d)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

function mix(h: number, value: number): number {
  let k = Math.imul(value | 0, 0xcc9e2d51)
  k = (k << 15) | (k >>> 17)
  const mixed = h ^ Math.imul(k, 0x1b873593)
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
}

/** A 32-bit hash of a text (FNV-1a, finished by `hash`). */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return hash(h)
}

/** A small seeded generator (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** A number in [0, 1). */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number in [low, high]. */
  int(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.unit() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.unit() * list.length)]!
  }

  /** A count with a long tail: mostly small, now and then near `high`. */
  skewed(high: number): number {
    return Math.floor(high * this.unit() ** 4)
  }

  /** Letters and digits, as in X's media keys. */
  token(length: number): string {
    let out = ''
    for (let i = 0; i < length; i++) out += TOKEN[Math.floor(this.unit() * TOKEN.length)]
    return out
  }
}

const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
