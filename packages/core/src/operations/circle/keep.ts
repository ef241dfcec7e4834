import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { beginningOf, type CircleRequest } from '../../request/circle-request.ts'
import { type Store, StoreError } from '../../stores/store.ts'
import type { Context } from '../operation.ts'
import { CircleState } from './build.ts'

/** The form below; what was kept in another is read as nothing. */
const VERSION = '1'
/** How long a circle can be gone on with, and is given again without reading anything. */
export const KEPT_MS = 24 * 3_600_000
/** How long a call that names no `until` joins the circle that the last one began. */
export const JOINED_MS = 3_600_000
/** Upstash's smallest plan takes requests of a megabyte; a circle that is larger begins anew each time. */
const MAX_STORED = 900_000
const MAX_INFLATED = 64 * 1024 * 1024

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

export interface CircleWindow {
  since: number
  until: number
}

/**
 * Decides when a circle ends, once: what was asked for, or what the last call of the hour decided, or now.
 * Whoever goes on then means the same posts.
 */
export async function freezeWindow(request: CircleRequest, context: Context): Promise<CircleWindow> {
  if (request.until !== undefined) return windowUntil(request, request.until)
  const key = openKey(request)
  const known = request.nocache ? undefined : Number(await read(context.store, key))
  const now = context.now()
  if (known && known <= now && now - known < JOINED_MS) return windowUntil(request, known)
  const until = now - (now % 1000)
  await write(context.store, key, String(until), JOINED_MS)
  return windowUntil(request, until)
}

function windowUntil(request: CircleRequest, until: number): CircleWindow {
  return { since: beginningOf(request, until), until }
}

/** What is kept of a circle that was begun; nothing where that is damaged, or the store is down. */
export async function recallCircle(
  handle: string,
  window: CircleWindow,
  { store }: Context,
): Promise<CircleState | undefined> {
  const text = await read(store, stateKey(handle, window))
  if (!text?.startsWith(VERSION)) return undefined
  try {
    const json = await inflate(Buffer.from(text.slice(1), 'base64'), { maxOutputLength: MAX_INFLATED })
    return CircleState.safeParse(JSON.parse(json.toString())).data
  } catch {
    return undefined
  }
}

/** Keeps how far a circle is. Calls of one keeper are written in their order; a store that is down loses them. */
export class CircleKeeper {
  readonly #key: string
  readonly #store: Store
  #writing: Promise<void> = Promise.resolve()

  constructor(handle: string, window: CircleWindow, { store }: Context) {
    this.#key = stateKey(handle, window)
    this.#store = store
  }

  keep(state: CircleState): Promise<void> {
    const json = JSON.stringify(state)
    this.#writing = this.#writing.then(async () => {
      const text = `${VERSION}${(await deflate(json)).toString('base64')}`
      if (text.length <= MAX_STORED) await write(this.#store, this.#key, text, KEPT_MS)
    })
    return this.#writing
  }
}

function stateKey(handle: string, { since, until }: CircleWindow): string {
  return `circle:state:${handle.toLowerCase()}:${since}:${until}`
}

function openKey({ handle, days, since }: CircleRequest): string {
  return `circle:until:${handle.toLowerCase()}:${since === undefined ? `${days}d` : since}`
}

async function read(store: Store, key: string): Promise<string | undefined> {
  return store.get(key).catch(unlessDown)
}

async function write(store: Store, key: string, value: string, ttlMs: number): Promise<void> {
  await store.set(key, value, { ttlMs, disposable: true }).catch(unlessDown)
}

function unlessDown(error: unknown): undefined {
  if (!(error instanceof StoreError)) throw error
  return undefined
}
