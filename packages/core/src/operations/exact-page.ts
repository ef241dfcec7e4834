import { compareIds } from '../domain/snowflake.ts'
import { XmdError } from '../errors.ts'
import type { ListPage } from '../providers/provider.ts'
import { fingerprint, type Position, START } from '../request/cursor.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { leadsBack, type Row, resumeIndex, withHead } from './page-rows.ts'

/**
 * What a caller should know of a page of a list.
 * - `empty_page`: the source gave a page without items though it says that the list goes on.
 * - `repeated_cursor`: the source led back to a page that was given before; the list ends here.
 * - `upstream_failed`: the source failed after part of the page; the cursor goes on from there.
 * - `page_budget`: the source had too little of what is asked for on each of many pages; the cursor goes on
 *   from there.
 */
export type ListWarning = 'empty_page' | 'repeated_cursor' | 'upstream_failed' | 'page_budget'

export interface ExactPageOptions<T> {
  /** One page of the source. @throws UpstreamError */
  read(cursor: string | undefined): Promise<ListPage<T>>
  /** What an item is known by: two of one key are the same. */
  keyOf(item: T): string
  keeps?(item: T): boolean
  /** Where a cursor can be made for any place of a list that is sorted by snowflakes. */
  minting?: Minting<T>
  start: Position
  /** Items of a page. */
  limit: number
  /** Which page from the start, from 1. */
  page: number
  /** Pages of the source that it may cost, when each is dear: then none is asked for twice either. */
  budget?: number
  /** Whether a page without items may have items later, so that a caller is given its cursor once more. */
  mayFillUp?: boolean
}

export interface Minting<T> {
  /** The snowflake by which an item is sorted, or undefined where it is not known. */
  idOf(item: T): string | undefined
  /** Whether a cursor may be made for it. */
  isOwn(item: T): boolean
  /** The cursor of the page right below a snowflake. */
  cursorBelow(id: string): string
}

export interface ExactPage<T> {
  items: T[]
  /** Where it goes on; undefined at the end of the list. */
  next: Position | undefined
  warnings: ListWarning[]
}

/** Fewer items than this are asked for again while the source says that it goes on: it often holds some back. */
const SHORT = 8
const SHORT_RETRIES = 2
const EMPTY_RETRIES = 3
/** What a cursor remembers at most. */
const MAX_ANCHORS = 24
const MAX_AHEAD = 3
const MAX_BEFORE = 24
const MAX_EARLY = 32
/** So many pages in a row with nothing but repetitions are a circle, whatever their cursors say. */
const MAX_REPEATED = 3
/** So many pages are read in search of a place that new items have pushed down, over all answers. */
const MAX_PASSED = 24
/**
 * Reads of a source that one answer may cost: some, and more for each so many items that it stands below, up to a
 * most, with which the last numbered page of the longest kind is reached where pages hold what they mostly do.
 */
const BASE_READS = 12
const ITEMS_PER_READ = 10
const MAX_READS = 80
/** What a page may cost, with all tries. A page is not begun that could not have them: it may hold items back. */
const READS_OF_PAGE = 1 + EMPTY_RETRIES

/**
 * Gives exactly `limit` items of a list from a position on, whatever the length of its source's pages. Where
 * the cut falls inside one, the next position says after which of its items. Items that the source repeats are
 * left out; short and empty pages are asked for again; a source that leads in a circle is left.
 * @throws UpstreamError when the source fails before there is an item to give
 * @throws XmdError `invalid_option` when nothing is left of what stood around the start
 */
export async function exactPage<T>(options: ExactPageOptions<T>): Promise<ExactPage<T>> {
  const walk = new Walk(options)
  const wanted = options.limit * options.page
  const budget = options.budget ?? Math.min(MAX_READS, BASE_READS + Math.ceil(wanted / ITEMS_PER_READ))
  const passed = options.limit * (options.page - 1)
  const warnings: ListWarning[] = []
  while (walk.items.length < wanted && walk.next) {
    if (walk.reads + (options.budget === undefined ? READS_OF_PAGE : 1) > budget) {
      if (options.budget === undefined || walk.items.length <= passed) warnings.push('page_budget')
      break
    }
    try {
      const odd = await walk.step(wanted)
      warnings.push(...odd)
      if (odd.length > 0) break
    } catch (error) {
      if (!(error instanceof UpstreamError) || walk.items.length <= passed) throw error
      warnings.push('upstream_failed')
      break
    }
  }
  return { items: walk.items.slice(passed), next: walk.next, warnings }
}

class Walk<T> {
  readonly items: T[] = []
  next: Position | undefined
  /** How often the source was asked. */
  reads = 0
  readonly #options: ExactPageOptions<T>
  /** Fingerprints of all that was given, the latest last. */
  readonly #given: Set<number>
  /** Of these, what stood above its own place in the order and will be met again there. */
  #early: Set<number>
  readonly #visited = new Set<string | undefined>()
  /** Pages in a row that held nothing but what was given. */
  #repeated = 0
  /** Fewer items are few. */
  #short = SHORT
  /** Items of the last page that was short and that no retry made longer. */
  #stayedShort = 0

  constructor(options: ExactPageOptions<T>) {
    this.#options = options
    this.next = options.start
    const { before, early } = options.start
    this.#given = new Set([...early, ...before])
    this.#early = new Set(early)
  }

  /** Takes from the next page of the source what is wanted of it, and says what was odd about it. */
  async step(wanted: number): Promise<ListWarning[]> {
    const position = this.next as Position
    const page = await this.#readWhole(position)
    this.#visited.add(position.cursor)
    if (page.items.length === 0) return this.#endAtEmpty(page, position)
    const rows = this.#rowsOf(page)
    const fresh = rows.filter(({ print }) => !this.#given.has(print))
    const heads = withHead(position.heads, fresh)
    let index = resumeIndex(rows, position)
    if (index === undefined) return this.#seekOn(page, position, heads)
    this.#repeated = rows.length > 0 && fresh.length === 0 ? this.#repeated + 1 : 0
    if (position.taken === 0 && leadsBack(rows, fresh, position.heads)) return this.#end('repeated_cursor')
    if (this.#repeated === MAX_REPEATED) return this.#end('repeated_cursor')
    for (const { print } of rows.slice(0, index)) this.#given.add(print)
    for (const print of position.anchors) this.#given.add(print)
    let cut = index
    for (; index < rows.length; index++) {
      const { item, print } = rows[index] as Row<T>
      if (this.#given.has(print)) continue
      if (this.#keeps(item)) {
        if (this.items.length === wanted) break
        this.items.push(item)
        cut = index + 1
      }
      this.#given.add(print)
    }
    this.#rememberEarly(rows)
    if (index < rows.length) {
      this.next = this.#mint(rows, cut, heads) ?? {
        ...position,
        taken: cut,
        anchors: rows.slice(Math.max(0, cut - MAX_ANCHORS), cut).map(({ print }) => print),
        ahead: this.#ahead(rows.slice(index)),
        passed: 0,
        early: [...this.#early],
        foreign: false,
      }
      return []
    }
    if (page.next === undefined) return this.#end()
    if (this.#visited.has(page.next)) return this.#end('repeated_cursor')
    this.next = { ...this.#after(), cursor: page.next, heads }
    return []
  }

  #keeps(item: T): boolean {
    return this.#options.keeps?.(item) ?? true
  }

  #ahead(rows: readonly Row<T>[]): number[] {
    const prints = rows.map(({ print }) => print).filter((print) => !this.#given.has(print))
    return prints.slice(0, MAX_AHEAD)
  }

  /** The start of another page, after all that was given. */
  #after(): Position {
    const before = [...this.#given].slice(-MAX_BEFORE)
    return { ...START, before, early: [...this.#early] }
  }

  /** New items have pushed the place down, past the end of this page. */
  #seekOn(page: ListPage<T>, position: Position, heads: readonly number[]): ListWarning[] {
    const { next } = page
    if (next === undefined || this.#visited.has(next) || position.passed === MAX_PASSED) throw changed()
    this.next = { ...position, cursor: next, heads, passed: position.passed + 1 }
    return []
  }

  /**
   * Posts of one conversation stand together where the newest belongs, the oldest first, and X repeats there
   * the post that opened it, which is met again in its own place, however far down.
   */
  #rememberEarly(rows: readonly Row<T>[]): void {
    const { minting } = this.#options
    if (!minting) return
    const ids = rows.map(({ item }) => minting.idOf(item))
    for (const [index, { print }] of rows.entries()) {
      const [above, id, below] = [ids[index - 1], ids[index], ids[index + 1]]
      if (isNewer(below, id) && !isNewer(id, above) && this.#given.has(print)) this.#early.add(print)
    }
    this.#early = new Set([...this.#early].slice(-MAX_EARLY))
  }

  #end(warning?: ListWarning): ListWarning[] {
    this.next = undefined
    return warning ? [warning] : []
  }

  #endAtEmpty(page: ListPage<T>, position: Position): ListWarning[] {
    if (position.taken > 0 && !position.foreign) throw changed()
    if (page.next === undefined) return this.#end()
    // Sources give a cursor at every end, so only at the beginning is it odd in any list.
    if (position.cursor === undefined) return this.#end('empty_page')
    if (!this.#options.mayFillUp) return this.#end()
    this.next = position.wasEmpty ? undefined : { ...position, wasEmpty: !position.foreign }
    return ['empty_page']
  }

  #read(cursor: string | undefined): Promise<ListPage<T>> {
    this.reads++
    return this.#options.read(cursor)
  }

  /** A page as whole as its source gives it within a few tries. */
  async #readWhole({ cursor, taken, passed }: Position): Promise<ListPage<T>> {
    let best = await this.#read(cursor)
    if (this.#options.budget !== undefined) return best
    const atFirst = best.items.length
    for (let tries = 1; ; tries++) {
      const { length } = best.items
      const enough = length >= this.#short && (length > taken || passed > 0)
      if (enough || best.next === undefined) return best
      if (tries > (length === 0 ? EMPTY_RETRIES : SHORT_RETRIES)) {
        if (length === atFirst) this.#learnShort(length)
        return best
      }
      const again = await (length > 0 ? orUndefined(this.#read(cursor)) : this.#read(cursor))
      if (again && again.items.length > length) best = again
    }
  }

  /** Two pages that stay short show how long this source makes them; one alone may be the last of a list. */
  #learnShort(length: number): void {
    if (this.#stayedShort > 0 && length > 0) {
      this.#short = Math.min(this.#short, Math.max(this.#stayedShort, length))
    }
    this.#stayedShort = length
  }

  #rowsOf(page: ListPage<T>): Row<T>[] {
    const rows = new Map<number, Row<T>>()
    for (const item of page.items) {
      const print = fingerprint(this.#options.keyOf(item))
      if (!rows.has(print)) rows.set(print, { item, print })
    }
    return [...rows.values()]
  }

  /**
   * A position right below the last item given, which needs no second look at this page. It holds only where
   * all that follows sorts below that item: not within a conversation, whose posts stand together, the oldest
   * first, at the place of their newest; and not before an item whose place is not known.
   */
  #mint(rows: readonly Row<T>[], cut: number, heads: readonly number[]): Position | undefined {
    const { minting } = this.#options
    const last = rows[cut - 1]
    if (!minting || !last || !minting.isOwn(last.item)) return undefined
    const [id, following, ...later] = rows.slice(cut - 1).map(({ item }) => minting.idOf(item))
    if (id === undefined || following === undefined) return undefined
    const below = [following, ...later].every((other) => other === undefined || compareIds(other, id) < 0)
    if (!below) return undefined
    return { ...this.#after(), cursor: minting.cursorBelow(id), heads }
  }
}

function isNewer(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && compareIds(one, other) > 0
}

function changed(): XmdError {
  return new XmdError(
    'invalid_option',
    'This list has changed too much to go on from this cursor: nothing near its place is found any more. Leave `cursor` out to begin again.',
  )
}

/** What may go wrong when a page that is there already is asked for again costs nothing. */
async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof UpstreamError) return undefined
    throw error
  }
}
