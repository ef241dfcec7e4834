import * as z from 'zod'

const dollars = z.number().min(-1000).max(1_000_000).nullable()
const limit = z.int().nonnegative()

/** How the door behaves, where a caller may want it otherwise. */
const settingsSchema = z.strictObject({
  /** What X took from self-serve plans (likes, follows, quotes, replies unless summoned) works on the other. */
  plan: z.enum(['self-serve', 'enterprise']),
  /** US dollars that are left; null for as many as it takes. */
  credits: dollars,
  /** US dollars in a calendar month; null for none. */
  spendCap: dollars,
  /** Posts that may be read in a calendar month. */
  usageCap: limit.nullable(),
  /** The words of the answers; requests may use either. */
  vocabulary: z.enum(['tweet', 'post']),
  /** Whether bookmarks and counts take OAuth 1.0a. */
  bookmarksOauth1: z.boolean(),
  countsOauth1: z.boolean(),
  /** By endpoint, such as `GET /2/tweets`: requests in its window, of a user and of the app. */
  rateLimits: z.record(z.string(), z.strictObject({ user: limit.optional(), app: limit.optional() })),
  /** False: the app belongs to no project. */
  enrolled: z.boolean(),
  /** Older forms of three refusals. */
  creditsBody: z.enum(['new', 'older']),
  unauthorizedBody: z.enum(['problem', 'code']),
  rateLimitBody: z.enum(['problem', 'code']),
  /** Whether `data` of an empty page is missing or []. */
  emptyData: z.enum(['absent', 'list']),
  /** Whether what `includes` holds of the kind that the endpoint answers is charged too. */
  billIncludes: z.enum(['none', 'same-type']),
  /** US dollars of each call of an upload. */
  uploadPrice: z.number().nonnegative().max(100),
  /** What becomes of a video after `finalize`: how often STATUS is asked before it is done. */
  media: z.strictObject({
    polls: z.int().nonnegative().max(1000),
    checkAfterSecs: z.int().nonnegative().max(3600),
    outcome: z.enum(['succeeded', 'failed']),
    forbidden: z.boolean(),
  }),
})

export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = {
  plan: 'self-serve',
  credits: 25,
  spendCap: null,
  usageCap: 3_000_000,
  vocabulary: 'tweet',
  bookmarksOauth1: false,
  countsOauth1: false,
  rateLimits: {},
  enrolled: true,
  creditsBody: 'new',
  unauthorizedBody: 'problem',
  rateLimitBody: 'problem',
  emptyData: 'absent',
  billIncludes: 'same-type',
  uploadPrice: 0,
  media: { polls: 2, checkAfterSecs: 1, outcome: 'succeeded', forbidden: false },
}

const changesSchema = z.strictObject({
  ...settingsSchema.partial().shape,
  media: settingsSchema.shape.media.partial().optional(),
})

/**
 * The settings after some of them were changed. Throws a sentence about what is wrong.
 * @param endpoints the names that `rateLimits` may use
 */
export function changeSettings(current: Settings, input: unknown, endpoints: readonly string[]): Settings {
  const read = changesSchema.safeParse(input)
  if (!read.success) {
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  }
  const { media, ...changes } = read.data
  for (const name of Object.keys(changes.rateLimits ?? {})) {
    if (!endpoints.includes(name)) throw new Error(`rateLimits: no endpoint ${name}`)
  }
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(given), media: { ...current.media, ...defined(media ?? {}) } }
}

function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> }
}
