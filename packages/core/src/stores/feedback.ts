import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Store } from './store.ts'

const ID = /^fb_[0-9a-f]{16}$/
const IDS = 'feedback:ids'
const recordKey = (id: string) => `feedback:rec:${id}`

/** Entries that are held at most: more than anybody reads, and few enough for a set of a store. */
const MAX_ENTRIES = 2000

export const FEEDBACK_KINDS = ['bug', 'feature', 'question', 'praise'] as const
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const

/** What somebody wants to tell the keeper of the service. */
export const Feedback = z.object({
  message: z.string(),
  title: z.string().optional(),
  kind: z.enum(FEEDBACK_KINDS).optional(),
  sentiment: z.enum(SENTIMENTS).optional(),
  contextUrl: z.string().optional(),
})
export type Feedback = z.infer<typeof Feedback>

export const FeedbackEntry = z.object({
  id: z.string().regex(ID),
  createdAt: z.string().describe('ISO 8601'),
  ...Feedback.shape,
})
export type FeedbackEntry = z.infer<typeof FeedbackEntry>

/** The letter box of the service. Nothing in it says who wrote. Every method fails with StoreError when the store does. */
export class FeedbackBox {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, { now }: { now: () => number }) {
    this.#store = store
    this.#now = now
  }

  /** @returns undefined when the box is full, and then nothing is kept */
  async add(feedback: Feedback): Promise<FeedbackEntry | undefined> {
    const ids = await this.#store.members(IDS)
    if (ids.length >= MAX_ENTRIES) return undefined
    const entry: FeedbackEntry = {
      id: `fb_${randomBytes(8).toString('hex')}`,
      createdAt: new Date(this.#now()).toISOString(),
      ...feedback,
    }
    await this.#store.set(recordKey(entry.id), JSON.stringify(entry))
    await this.#store.addMember(IDS, entry.id)
    return entry
  }

  /** The newest first. */
  async list(): Promise<FeedbackEntry[]> {
    const ids = await this.#store.members(IDS)
    const records = await this.#store.getMany(ids.map(recordKey))
    return records
      .flatMap((text) => parse(text) ?? [])
      .sort((a, b) => (a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? 1 : -1))
  }

  /** @returns false when there was none */
  async delete(id: string): Promise<boolean> {
    if (!ID.test(id)) return false
    const existed = await this.#store.delete(recordKey(id))
    await this.#store.removeMember(IDS, id)
    return existed
  }
}

function parse(text: string | undefined): FeedbackEntry | undefined {
  try {
    return text === undefined ? undefined : FeedbackEntry.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
