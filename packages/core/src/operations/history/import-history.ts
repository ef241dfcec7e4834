import type { Author } from '../../domain/author.ts'
import { sameHandle } from '../../domain/handle.ts'
import { gapsIn, type Interval } from '../../domain/intervals.ts'
import type { Post } from '../../domain/post.ts'
import { snowflakeToMs } from '../../domain/snowflake.ts'
import { admitImport } from '../../limits/import-admission.ts'
import { choose } from '../../providers/choose.ts'
import type { Provider } from '../../providers/provider.ts'
import { toMs } from '../../render/format.ts'
import type { ImportRequest } from '../../request/import-request.ts'
import { type ArchivedAccount, kindOf, type PostKind, type Selection } from '../../stores/archive.ts'
import { toImportError } from '../archive-failure.ts'
import { withFreeSources } from '../derived-context.ts'
import { pageOf } from '../list-answer.ts'
import type { Context } from '../operation.ts'
import { missingAccount, toCallerError } from '../upstream-failure.ts'
import { coveredNow, type Gap, type HistoryPlan, instantOf, placeOf, planImport } from './plan.ts'
import { type HistoryPage, PageReader } from './read-page.ts'
import { type Walked, walkHistory } from './walk.ts'

/** An import that is let in: what it may cost is spent, and its place is taken. */
export interface BegunImport {
  /** Reads what the archive lacks. Call it once; it gives the place back, however it ends. */
  collect(onProgress?: (progress: ImportProgress) => void): Promise<CollectedHistory>
}

export interface ImportProgress {
  /** Entries of the account that were read. */
  entries: number
  pages: number
  /** Entries that are left to read, as far as one can tell. */
  left: number
}

export interface CollectedHistory {
  profile: Author
  source: string
  held: ArchivedAccount
  selection: Selection
  /** Posts that the answer holds, and the newest and oldest of them that are no reposts, Unix milliseconds. */
  count: number
  isTruncated: boolean
  isFloorReached: boolean
  isMissingPages: boolean
  walked: Gap[]
  windows: number
  pages: number
  retries: number
  ratePerHour: number
  /** Ids that were read from the source. */
  fetched: ReadonlySet<string>
  durationMs: number
  until: number
  posts(): AsyncIterable<Post>
}

/** A walk ends by then with what it has, so that there is time left to answer within two minutes. */
const MAX_WALK_MS = 100_000
/** A walk of which nothing is left but a request that hangs is cut then. */
const MAX_IMPORT_MS = 118_000
/** X serves about 3,200 entries of a timeline. */
const REACH = 3200

type HistoryProvider = Provider &
  Required<Pick<Provider, 'getTimeline' | 'timelineCursorBelow' | 'timelinePositionOf'>>

/**
 * Lets an import in: spends what it costs and, where the archive does not hold all of it, takes a place.
 * @throws XmdError `rate_limited` or `import_busy`, and then nothing is spent of what imports may cost
 */
export async function beginImport(input: ImportRequest, context: Context): Promise<BegunImport> {
  const { quotas, store } = context
  const costs = (quotas?.states() ?? []).flatMap(({ name }) => (name.startsWith('import-') ? [name] : []))
  if (costs.length > 0) await quotas?.spend(...costs)
  const run = new ImportRun(input, context)
  const giveBack = async (error: unknown): Promise<never> => {
    await quotas?.refund(...costs)
    throw toImportError(error)
  }
  if (!(await run.needsWalk().catch(giveBack))) return { collect: () => run.collect() }
  const admission = await admitImport(store, input.handle, quotas?.walker).catch(giveBack)
  return {
    collect: (onProgress) =>
      run
        .walk(admission.signal, onProgress)
        .catch((error: unknown) => {
          throw toImportError(toCallerError(error, `the posts of @${input.handle}`))
        })
        .finally(() => admission.release()),
  }
}

interface GapsWalk {
  reader: PageReader
  plan: HistoryPlan
  profile: Author
  held: ArchivedAccount
  first: Promise<HistoryPage>
  onProgress: ((progress: ImportProgress) => void) | undefined
}

class ImportRun {
  readonly #input: ImportRequest
  readonly #context: Context
  readonly #provider: HistoryProvider
  readonly #started = performance.now()
  readonly #now: number
  readonly #selection: Selection
  readonly #fetched = new Set<string>()
  readonly #walked = new Set<Gap>()
  #held: ArchivedAccount | undefined

  constructor(input: ImportRequest, context: Context) {
    this.#input = input
    this.#context = withFreeSources(context)
    this.#now = context.now()
    this.#selection = { since: input.since, until: input.until, kinds: kindsOf(input) }
    const provider = context.providers.find(hasHistory)
    if (!provider) throw new Error('No provider has timelines with places')
    this.#provider = provider
  }

  async needsWalk(): Promise<boolean> {
    this.#held = await this.#context.archive.find(this.#input.handle)
    const [gap] = this.#plan().gaps
    return gap !== undefined && !(this.#held && (await this.#isFilledAbove(this.#held, gap.stretch.hi)))
  }

  #plan(): HistoryPlan {
    return planImport(this.#input, this.#held, this.#now)
  }

  async walk(
    placeLost: AbortSignal,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<CollectedHistory> {
    const { archive, signal } = this.#context
    const { handle } = this.#input
    const left = new AbortController()
    const signals = [placeLost, AbortSignal.timeout(MAX_IMPORT_MS), ...(signal ? [signal] : [])]
    const reader = this.#reader(AbortSignal.any([...signals, left.signal]))
    // The first page is wanted whoever that is, so it waits for nobody to be known.
    const planned = this.#plan()
    const early = readTop(reader, planned)
    try {
      const profile = await this.#readProfile()
      const held = await archive.enter(profile)
      if (this.#held?.account !== held.account) this.#held = held
      const plan = this.#plan()
      const isAsPlanned = plan.gaps[0]?.stretch.hi === planned.gaps[0]?.stretch.hi
      const first = isAsPlanned ? early : readTop(reader, plan)
      const walked = await this.#walkGaps({ reader, plan, profile, held, first, onProgress }).catch(
        (error: unknown) => {
          // Who has posted nothing has no timeline, and a source may call that a miss.
          if (profile.statuses !== 0 || signals.some(({ aborted }) => aborted)) throw error
          return archive
            .add(held.account, [], plan.range)
            .then((): Walked => ({ parts: 0, rate: 0, missing: [] }))
        },
      )
      await archive.finish(held.account, { at: this.#now, isIncomplete: walked.missing.length > 0 })
      this.#held = await archive.find(handle)
      return await this.collect(walked, reader)
    } finally {
      left.abort()
    }
  }

  async #walkGaps({ reader, plan, profile, held, first, onProgress }: GapsWalk): Promise<Walked> {
    const { archive } = this.#context
    const { concurrency, max_posts } = this.#input
    const { gaps } = plan
    const joined = toMs(profile.joined)
    // Nobody has posted before there was an account to post from.
    const before = { lo: 0n, hi: joined === undefined ? 0n : placeOf(joined) }
    await archive.add(held.account, [], before)
    const stretches = gaps.flatMap(({ reason, stretch }) =>
      gapsIn([before], stretch).map((part) => ({ reason, stretch: part })),
    )
    const isOwn = (post: Post) =>
      post.reposted_by
        ? sameHandle(post.reposted_by.screen_name, profile.screen_name)
        : sameHandle(post.author.screen_name, profile.screen_name)
    const already = await archive.count(held.account, this.#selection)
    const tell = (left: number): void =>
      onProgress?.({ entries: this.#fetched.size, pages: reader.pages, left })
    return walkHistory({
      reader,
      first,
      gaps: stretches.map(({ stretch }) => stretch),
      concurrency,
      expectedRate: lifelongRate(profile, joined, this.#now),
      bottom: before.hi,
      limit: Math.max(1, max_posts - (this.#input.refresh ? 0 : already)),
      reach: Math.min(REACH, profile.statuses ?? REACH),
      isOwn,
      isWanted: (post) => isSelected(post, this.#selection),
      keep: async (posts, covered) => {
        await archive.add(held.account, posts, covered)
        for (const { id } of posts) this.#fetched.add(id)
        for (const { reason, stretch } of gaps)
          if (covered && overlap(stretch, covered)) this.#walked.add(reason)
      },
      onProgress: tell,
      isEnough: (edge) => this.#isFilledAbove(held, edge),
      clock: () => performance.now(),
      isLate: () => performance.now() - this.#started > MAX_WALK_MS,
    })
  }

  /** What the archive now holds of it. */
  async collect(
    walked: Walked = { parts: 0, rate: 0, missing: [] },
    reader: { pages: number; requests: number } = { pages: 0, requests: 0 },
  ): Promise<CollectedHistory> {
    const { archive } = this.#context
    const held = this.#held
    if (!held) throw new Error('An import without an account')
    const { range } = this.#plan()
    const covered = coveredNow(held.covered, this.#now)
    const total = await archive.count(held.account, this.#selection)
    const count = Math.min(total, this.#input.max_posts)
    const isMissingPages = walked.missing.length > 0
    return {
      profile: held.profile,
      source: this.#provider.name,
      held,
      selection: this.#selection,
      count,
      isTruncated: isMissingPages || total > count || gapsIn(covered, range).length > 0,
      isFloorReached: !isMissingPages && gapsIn(covered, { ...range, lo: 0n }).length === 0,
      isMissingPages,
      walked: [...this.#walked],
      windows: walked.parts,
      pages: reader.pages,
      retries: reader.requests - reader.pages,
      ratePerHour: walked.rate,
      fetched: this.#fetched,
      durationMs: Math.round(performance.now() - this.#started),
      until: this.#input.until ?? this.#now,
      posts: () => archive.posts(held.account, this.#selection, count),
    }
  }

  #reader(signal: AbortSignal): PageReader {
    const { handle } = this.#input
    const provider = this.#provider
    return new PageReader({
      ask: async (cursor) =>
        pageOf(await provider.getTimeline(handle, { cursor, withReplies: true }, signal)),
      cursorBelow: (place) => provider.timelineCursorBelow(String(place), this.#context.now()),
      positionOf: (cursor) => {
        const place = provider.timelinePositionOf(cursor)
        return place === undefined ? undefined : BigInt(place)
      },
      signal,
      concurrency: this.#input.concurrency,
    })
  }

  async #readProfile(): Promise<Author> {
    const { handle } = this.#input
    const { providers, signal } = this.#context
    const { outcome } = await choose<Author>(providers, (one) => one.getProfile?.(handle, signal))
    if (outcome.kind !== 'found') throw missingAccount(handle, outcome)
    if (outcome.value.protected) throw missingAccount(handle, { kind: 'gone', reason: 'private' })
    return outcome.value
  }

  /** Whether as many posts as are wanted are held that are newer than all that is below a place. */
  async #isFilledAbove({ account }: ArchivedAccount, edge: bigint): Promise<boolean> {
    const at = instantOf(edge)
    if (at === undefined || (this.#selection.until ?? this.#now) <= at) return false
    const since = Math.max(this.#selection.since ?? 0, at + 1)
    const count = await this.#context.archive.count(account, { ...this.#selection, since })
    return count >= this.#input.max_posts
  }
}

/** The page that a walk begins with; nobody need wait for it. */
function readTop(reader: PageReader, { gaps, isFromTop }: HistoryPlan): Promise<HistoryPage> {
  const page = reader.readTop(isFromTop ? undefined : gaps[0]?.stretch.hi)
  page.catch(() => undefined)
  return page
}

function hasHistory(provider: Provider): provider is HistoryProvider {
  return Boolean(provider.getTimeline && provider.timelineCursorBelow && provider.timelinePositionOf)
}

function kindsOf({ with_replies, with_reposts, only_replies }: ImportRequest): PostKind[] {
  if (only_replies) return ['reply']
  return [
    'post',
    ...(with_replies ? (['reply'] as const) : []),
    ...(with_reposts ? (['repost'] as const) : []),
  ]
}

function isSelected(post: Post, { since = 0, until = Number.POSITIVE_INFINITY, kinds }: Selection): boolean {
  const at = snowflakeToMs(post.id) ?? 0
  return at >= since && at <= until && kinds.includes(kindOf(post))
}

function overlap(one: Interval, other: Interval): boolean {
  return one.lo < other.hi && other.lo < one.hi
}

function lifelongRate({ statuses }: Author, joined: number | undefined, now: number): number | undefined {
  if (!statuses || joined === undefined || joined >= now) return undefined
  return statuses / ((now - joined) / 3_600_000)
}
