import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Store, StoreError } from './store.ts'

const SECRET = /^xmd_[0-9a-f]{48}$/
const ID = /^[0-9a-f]{12}$/
const IDS = 'apikeys:ids'
const recordKey = (id: string) => `apikey:rec:${id}`
const hashKey = (hash: string) => `apikey:hash:${hash}`

const MAX_LABEL = 80

/** How long a key that was accepted is accepted again without asking, so also how long a revoked one may live. */
const TRUST_MS = 5000
const MAX_TRUSTED = 1000

/** A key is marked as used no more often than this. */
const STAMP_MS = 30_000

/** How often a change starts over when another came between. */
const MAX_TRIES = 10

const Instant = z.union([z.string(), z.number().transform((ms) => new Date(ms).toISOString())])
const StoredKey = z.object({
  id: z.string().regex(ID),
  label: z.string(),
  limitPer15m: z.number().int().nonnegative(),
  importLimit: z.number().int().nonnegative().optional(),
  disabled: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant.optional(),
  hash: z.string(),
})
type StoredKey = z.infer<typeof StoredKey>

/** A key as its keeper sees it; nothing in it helps to use it. Times are ISO 8601. */
export type ApiKey = Omit<StoredKey, 'hash'>

export interface KeySettings {
  /** Cut to 80 characters; `unnamed` if there is none. */
  label?: string | undefined
  /** Account-backed reads in 15 minutes. */
  limitPer15m: number
  /** Imports in 15 minutes, where they differ from everybody's. */
  importLimit?: number | undefined
}

export interface KeyChanges {
  label?: string | undefined
  limitPer15m?: number | undefined
  /** null returns to everybody's. */
  importLimit?: number | null | undefined
  disabled?: boolean | undefined
}

/**
 * The keys of callers. A secret is shown once, when it is made, and only its SHA-256 is stored; the record
 * decides which hash is good, so a key changes hands or ends in one write. Every method fails with StoreError
 * when the store does.
 */
export class ApiKeys {
  readonly #store: Store
  readonly #now: () => number
  readonly #trusted: LRUCache<string, ApiKey>

  constructor(store: Store, { now }: { now: () => number }) {
    this.#store = store
    this.#now = now
    this.#trusted = new LRUCache({ max: MAX_TRUSTED, ttl: TRUST_MS, ttlResolution: 0, perf: { now } })
  }

  async create({ label, limitPer15m, importLimit }: KeySettings): Promise<{ key: ApiKey; secret: string }> {
    const { secret, hash } = newSecret()
    const record: StoredKey = {
      id: randomBytes(6).toString('hex'),
      label: toLabel(label),
      limitPer15m,
      ...(importLimit !== undefined && { importLimit }),
      disabled: false,
      createdAt: this.#iso(),
      hash,
    }
    // The hash goes last: a key that is made by half is listed and can be revoked, but opens nothing.
    await this.#store.set(recordKey(record.id), JSON.stringify(record))
    await this.#store.addMember(IDS, record.id)
    await this.#store.set(hashKey(hash), record.id)
    return { key: withoutHash(record), secret }
  }

  /** The oldest first. */
  async list(): Promise<ApiKey[]> {
    const ids = await this.#store.members(IDS)
    const records = await this.#store.getMany(ids.map(recordKey))
    return records
      .flatMap((text) => parse(text) ?? [])
      .map(withoutHash)
      .sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id))
  }

  async get(id: string): Promise<ApiKey | undefined> {
    const record = ID.test(id) ? parse(await this.#store.get(recordKey(id))) : undefined
    return record && withoutHash(record)
  }

  /** @returns the key as it is now, or undefined when there is none */
  async update(
    id: string,
    { label, limitPer15m, importLimit, disabled }: KeyChanges,
  ): Promise<ApiKey | undefined> {
    const changed = await this.#change(id, ({ importLimit: before, ...record }) => {
      const imports = importLimit === undefined ? before : (importLimit ?? undefined)
      return {
        ...record,
        ...(label !== undefined && { label: toLabel(label) }),
        ...(limitPer15m !== undefined && { limitPer15m }),
        ...(imports !== undefined && { importLimit: imports }),
        ...(disabled !== undefined && { disabled }),
      }
    })
    return changed && withoutHash(changed.after)
  }

  /** Gives a key a new secret; the old one is good for nothing from then on. */
  async rotate(id: string): Promise<{ key: ApiKey; secret: string } | undefined> {
    if (!(await this.get(id))) return undefined
    const { secret, hash } = newSecret()
    await this.#store.set(hashKey(hash), id)
    const changed = await this.#change(id, (record) => ({ ...record, hash }))
    await this.#store.delete(hashKey(changed ? changed.before.hash : hash))
    return changed && { key: withoutHash(changed.after), secret }
  }

  /** @returns false when there was none */
  async revoke(id: string): Promise<boolean> {
    if (!ID.test(id)) return false
    const record = parse(await this.#store.get(recordKey(id)))
    const existed = await this.#store.delete(recordKey(id))
    this.#trusted.clear()
    await this.#store.removeMember(IDS, id)
    if (record) await this.#store.delete(hashKey(record.hash))
    return existed
  }

  /** The key that a secret opens, or undefined if it opens none. What cannot be a secret is not looked up. */
  async authenticate(secret: string): Promise<ApiKey | undefined> {
    if (!SECRET.test(secret)) return undefined
    const hash = sha256(secret)
    const trusted = this.#trusted.get(hash)
    if (trusted) return trusted
    const id = await this.#store.get(hashKey(hash))
    const text = id === undefined ? undefined : await this.#store.get(recordKey(id))
    const record = parse(text)
    if (text === undefined || !record || record.disabled || !isSame(record.hash, hash)) return undefined
    const key = withoutHash(await this.#stamp(record, text))
    this.#trusted.set(hash, key)
    return key
  }

  /** Marks a key as used, unless it has changed meanwhile: a use must not undo that it was disabled. */
  async #stamp(record: StoredKey, text: string): Promise<StoredKey> {
    const now = this.#now()
    if (record.lastUsedAt !== undefined && now - Date.parse(record.lastUsedAt) < STAMP_MS) return record
    const stamped = { ...record, lastUsedAt: this.#iso() }
    const write = this.#store.set(recordKey(record.id), JSON.stringify(stamped), { onlyIf: { equals: text } })
    // The caller has shown a good key; that it cannot be noted is no reason to refuse.
    return (await write.catch(() => false)) ? stamped : record
  }

  async #change(
    id: string,
    change: (record: StoredKey) => StoredKey,
  ): Promise<{ before: StoredKey; after: StoredKey } | undefined> {
    if (!ID.test(id)) return undefined
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const text = await this.#store.get(recordKey(id))
      const before = parse(text)
      if (text === undefined || !before) return undefined
      const after = change(before)
      if (await this.#store.set(recordKey(id), JSON.stringify(after), { onlyIf: { equals: text } })) {
        this.#trusted.clear()
        return { before, after }
      }
    }
    throw new StoreError('The key was changed by others at the same time; try again')
  }

  #iso(): string {
    return new Date(this.#now()).toISOString()
  }
}

function newSecret(): { secret: string; hash: string } {
  const secret = `xmd_${randomBytes(24).toString('hex')}`
  return { secret, hash: sha256(secret) }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function toLabel(label = ''): string {
  return [...label.trim()].slice(0, MAX_LABEL).join('') || 'unnamed'
}

function parse(text: string | undefined): StoredKey | undefined {
  try {
    return text === undefined ? undefined : StoredKey.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function withoutHash({ hash: _hash, ...key }: StoredKey): ApiKey {
  return key
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
