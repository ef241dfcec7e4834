import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod'
import type { CacheBacking, Kept } from './cache.ts'
import type { Store } from './store.ts'

/** The form below; what was kept in another is read as nothing. */
const VERSION = '1'

/** From this many characters on, a value is deflated: posts shrink to a fifth, base64 included. */
const DEFLATE_FROM = 2000

/** The longest value that is stored, as stored. Upstash's smallest plan takes requests of a megabyte. */
const MAX_STORED = 900_000

/** The longest that a stored value may inflate to: more than the largest answer of an upstream. */
const MAX_INFLATED = 64 * 1024 * 1024

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

const Envelope = z.object({
  value: z.custom<object>((value) => typeof value === 'object' && value !== null),
  freshUntil: z.number(),
  staleUntil: z.number(),
  weight: z.number().min(1),
})

/**
 * Keeps a cache's values in a store, as JSON. A store that fails is no cache and nothing more: reads go on.
 */
export class StoreBacking implements CacheBacking {
  readonly #store: Store
  readonly #prefix: string
  readonly #now: () => number
  readonly #writing = new Set<Promise<void>>()

  /** @param options.scope what values depend on besides their key; other scopes never see them */
  constructor(store: Store, options: { scope: string; now: () => number }) {
    this.#store = store
    this.#prefix = `cache:${options.scope}:`
    this.#now = options.now
  }

  async recall(key: string): Promise<Kept | undefined> {
    try {
      const text = await this.#store.get(this.#prefix + key)
      return text === undefined ? undefined : await decode(text)
    } catch {
      return undefined
    }
  }

  async keep(key: string, kept: Kept, isCurrent: () => boolean): Promise<void> {
    const writing = this.#write(key, kept, isCurrent)
    this.#writing.add(writing)
    await writing
    this.#writing.delete(writing)
  }

  /** Resolves when what was to be kept is in the store. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async #write(key: string, kept: Kept, isCurrent: () => boolean): Promise<void> {
    try {
      const text = await encode(kept)
      const ttlMs = kept.staleUntil - this.#now()
      if (text.length > MAX_STORED || ttlMs <= 0 || !isCurrent()) return
      await this.#store.set(this.#prefix + key, text, { ttlMs, disposable: true })
    } catch {
      // The value is in memory, and whoever asks next may bring it here.
    }
  }
}

async function encode(kept: Kept): Promise<string> {
  const json = JSON.stringify(kept)
  return json.length < DEFLATE_FROM
    ? `${VERSION}j${json}`
    : `${VERSION}z${(await deflate(json)).toString('base64')}`
}

/** @returns nothing for what another version wrote @throws for what is damaged */
async function decode(text: string): Promise<Kept | undefined> {
  if (text[0] !== VERSION) return undefined
  const body = text.slice(2)
  const json =
    text[1] === 'j'
      ? body
      : (await inflate(Buffer.from(body, 'base64'), { maxOutputLength: MAX_INFLATED })).toString()
  return Envelope.parse(JSON.parse(json))
}
