import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListPage } from '../providers/provider.ts'
import { readCursor, START, writeCursor } from '../request/cursor.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { type ExactPage, type ExactPageOptions, exactPage } from './exact-page.ts'

type Read = (cursor: string | undefined) => Promise<ListPage<string>>

const scope = { sources: ['sim'], question: 'list:1' }

/**
 * Follows the cursors as a client does, as text, with limits in turn.
 * @param between what happens before each answer but the first, or before the first so many of them
 */
async function walk<T>(
  options: Omit<ExactPageOptions<T>, 'start' | 'limit' | 'page'>,
  limits: readonly number[],
  between: (at: number) => void = () => {},
  times = Number.POSITIVE_INFINITY,
): Promise<ExactPage<T>[]> {
  const answers: ExactPage<T>[] = []
  for (let cursor: string | undefined, at = 0; at === 0 || cursor !== undefined; at++) {
    if (at > 2000) throw new Error('The walk does not end')
    if (at > 0 && at <= times) between(at)
    const limit = limits[at % limits.length] as number
    const start = cursor === undefined ? START : readCursor(cursor, scope).position
    const answer = await exactPage({ ...options, start, limit, page: 1 })
    answers.push(answer)
    cursor = answer.next && writeCursor(answer.next, 'sim', scope.question)
  }
  return answers
}

/** How a source says that its list is at an end: some never do. */
const endings = fc.constantFrom('null', 'same', 'empty', 'first', 'middle', 'fresh')
type Ending = 'null' | 'same' | 'empty' | 'first' | 'middle' | 'fresh'

interface Faults {
  ending: Ending
  /** Items of the last page that each page repeats at places of its own. */
  repeats: readonly number[]
  /** Reads of a page that come back short or empty before it comes whole, at most two. */
  short: readonly number[]
}

/** A source with pages as long as it likes. */
function source(items: readonly string[], sizes: readonly number[], faults: Faults): Read {
  const pages: string[][] = []
  for (let at = 0; at < items.length; ) {
    const size = sizes[pages.length % sizes.length] as number
    const rows = items.slice(at, at + size)
    const lately = items.slice(Math.max(0, at - 10), at)
    for (const [index, pick] of faults.repeats.entries()) {
      if (lately.length > 0 && (pick + pages.length) % 3 === 0) {
        rows.splice((pick * (index + 1)) % (rows.length + 1), 0, lately[pick % lately.length] as string)
      }
    }
    pages.push(rows)
    at += size
  }
  const reads = new Map<number, number>()
  let issued = 0
  const cursorOf = (page: number) => `p${page}${faults.ending === 'fresh' ? `.${issued++}` : ''}`
  const after = (page: number): string | undefined => {
    if (page < pages.length - 1) return cursorOf(page + 1)
    switch (faults.ending) {
      case 'null':
        return undefined
      case 'same':
        return cursorOf(page)
      case 'empty':
        return cursorOf(page + 1)
      case 'first':
      case 'fresh':
        return cursorOf(0)
      case 'middle':
        return cursorOf(Math.floor(pages.length / 2))
    }
  }
  return async (cursor) => {
    const page = cursor === undefined ? 0 : Number.parseInt(cursor.slice(1), 10)
    const rows = pages[page] ?? []
    const read = reads.get(page) ?? 0
    reads.set(page, (read + 1) % 3)
    const held = faults.short[page % faults.short.length] as number
    const whole = read >= held
    if (whole) return { items: rows, next: after(page) }
    return { items: rows.slice(0, (page + read) % 5), next: after(page) ?? cursorOf(page + 1) }
  }
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `i${index}`)
const limits = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 })), {
  minLength: 1,
  maxLength: 5,
})
const faulty = fc.record({
  ending: endings,
  repeats: fc.array(fc.nat(20), { maxLength: 4 }),
  short: fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
})

describe('walking a list by its cursors', () => {
  test('gives each item once, in order, in pages of exactly the limit, and ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(170),
        fc.array(fc.integer({ min: 8, max: 40 }), { minLength: 1, maxLength: 4 }),
        limits,
        faulty,
        fc.integer({ min: 1, max: 4 }),
        async (count, sizes, wanted, faults, every) => {
          const items = ids(count)
          const keeps = (item: string) => Number(item.slice(1)) % every === 0
          const read = source(items, sizes, faults)
          const answers = await walk({ read, keyOf: String, keeps }, wanted)
          expect(answers.flatMap((answer) => answer.items)).toEqual(items.filter(keeps))
          for (const [index, answer] of answers.slice(0, -1).entries()) {
            if (answer.warnings.length === 0)
              expect(answer.items).toHaveLength(wanted[index % wanted.length] as number)
          }
        },
      ),
      propertyRuns(300),
    )
  })

  test('says that a source went in a circle', async () => {
    const faults: Faults = { ending: 'first', repeats: [], short: [0] }
    const answers = await walk({ read: source(ids(50), [10], faults), keyOf: String }, [20])
    expect(answers.flatMap(({ warnings }) => warnings)).toEqual(['repeated_cursor'])
  })

  test('reads no more of its source than the items need', async () => {
    let reads = 0
    const read = source(ids(100), [20], { ending: 'null', repeats: [], short: [0] })
    const counted: Read = (cursor) => {
      reads++
      return read(cursor)
    }
    const { items, next } = await exactPage({
      read: counted,
      keyOf: String,
      start: START,
      limit: 40,
      page: 1,
    })
    expect([items.length, reads, next?.cursor, next?.taken]).toEqual([40, 2, 'p2', 0])
  })
})

test('a numbered page is what a walk gives there', async () => {
  const read = source(ids(100), [17], { ending: 'null', repeats: [1, 5], short: [0, 1] })
  const page = (number: number) =>
    exactPage({ read, keyOf: String, start: START, limit: 12, page: number }).then(({ items }) => items)
  expect(await page(3)).toEqual(ids(100).slice(24, 36))
  expect(await page(9)).toEqual(ids(100).slice(96))
  expect(await page(10)).toEqual([])
})

describe('a page that has changed since it was cut', () => {
  const page =
    (items: readonly string[]): Read =>
    async () => ({ items: [...items], next: undefined })
  const cut = async () =>
    (await exactPage({ read: page(ids(20)), keyOf: String, start: START, limit: 10, page: 1 })).next ?? START
  const goOn = async (items: readonly string[]) =>
    exactPage({ read: page(items), keyOf: String, start: await cut(), limit: 20, page: 1 })

  test.each([
    ['new items on top', ['n1', 'n2', ...ids(20)]],
    ['an item deleted', ids(20).filter((id) => id !== 'i4')],
    ['the last item given deleted', ids(20).filter((id) => id !== 'i9')],
  ])('%s: it goes on where it was', async (_, items) => {
    expect((await goOn(items)).items).toEqual(ids(20).slice(10))
  })

  test('when nothing of what stood there is left, the cursor is refused rather than the rest left out', async () => {
    await expect(goOn(['x', 'y'])).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('begin again'),
    })
  })
})

/** A list whose newest items come first: its first page is what is newest now, the others lie below an item. */
class Growing {
  items: readonly string[]
  readonly sizes: readonly number[]
  reads = 0

  constructor(items: readonly string[], sizes: readonly number[]) {
    this.items = items
    this.sizes = sizes
  }

  prepend(count: number, name: string): void {
    this.items = [...Array.from({ length: count }, (_, index) => `${name}.${index}`), ...this.items]
  }

  readonly read: Read = async (cursor) => {
    const from = cursor === undefined ? 0 : this.items.indexOf(cursor) + 1
    const size = this.sizes[this.reads++ % this.sizes.length] as number
    const items = this.items.slice(from, from + size)
    return { items, next: from + size < this.items.length ? items.at(-1) : undefined }
  }
}

describe('a list that grows in front while it is walked', () => {
  test('goes on below what was given when more has arrived than a page holds', async () => {
    const list = new Growing(ids(60), [20])
    const answers = await walk({ read: list.read, keyOf: String }, [10], () => list.prepend(25, 'n'), 1)
    expect(answers.map(({ items }) => items)).toEqual(
      [0, 10, 20, 30, 40, 50].map((at) => ids(60).slice(at, at + 10)),
    )
    expect(answers.flatMap(({ warnings }) => warnings)).toEqual([])
  })

  test('gives what was there at first, each item once and in order, however much arrives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(170),
        fc.array(fc.integer({ min: 8, max: 40 }), { minLength: 1, maxLength: 4 }),
        limits,
        fc.array(fc.nat(100), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        async (count, sizes, wanted, arrivals, every) => {
          const list = new Growing(ids(count), sizes)
          const keeps = (item: string) => item.startsWith('n') || Number(item.slice(1)) % every === 0
          const arrive = (at: number) => list.prepend(arrivals[at % arrivals.length] as number, `n${at}`)
          const answers = await walk({ read: list.read, keyOf: String, keeps }, wanted, arrive)
          expect(answers.flatMap(({ items }) => items)).toEqual(ids(count).filter(keeps))
          for (const { warnings } of answers) expect(['', 'page_budget']).toContain(warnings.join())
        },
      ),
      propertyRuns(300),
    )
  })

  test.each([1, 3, 10])('goes on when the last %i given are deleted and others arrive', async (limit) => {
    const list = new Growing(ids(60), [20])
    const change = () => {
      list.items = list.items.slice(limit)
      list.prepend(45, 'n')
    }
    const answers = await walk({ read: list.read, keyOf: String }, [limit], change, 1)
    expect(answers.flatMap(({ items }) => items)).toEqual(ids(60))
  })

  test('refuses the cursor when its place is not found within a bounded number of pages', async () => {
    const list = new Growing(ids(60), [20])
    const replace = () => {
      list.items = []
      list.prepend(10_000, 'n')
    }
    const walked = walk({ read: list.read, keyOf: String }, [10], replace, 1)
    await expect(walked).rejects.toMatchObject({ code: 'invalid_option' })
    expect(list.reads).toBeLessThan(30)
  })

  test('searches on in the next answer when each page is dear', async () => {
    const list = new Growing(ids(40), [20])
    const answers = await walk(
      { read: list.read, keyOf: String, budget: 1 },
      [10],
      () => list.prepend(45, 'n'),
      1,
    )
    expect(answers.slice(0, 4).map(({ items, warnings }) => [items.length, ...warnings])).toEqual([
      [10],
      [0, 'page_budget'],
      [0, 'page_budget'],
      [5],
    ])
    expect(answers.flatMap(({ items }) => items)).toEqual(ids(40))
  })
})

describe('what one answer may cost', () => {
  test('reaches the last numbered page of the longest kind', async () => {
    const list = new Growing(ids(4000), [18])
    const { items } = await exactPage({ read: list.read, keyOf: String, start: START, limit: 100, page: 10 })
    expect(items).toEqual(ids(4000).slice(900, 1000))
  })

  const cost = async (size: number, limit: number, page: number, keeps = (_: string) => false) => {
    const list = new Growing(ids(4000), [size])
    const options = { read: list.read, keyOf: String, keeps, start: START, limit, page }
    return { ...(await exactPage(options)), reads: list.reads }
  }

  test.each([
    [7, 100, 10],
    [7, 20, 1],
    [1, 100, 1],
    [20, 100, 10],
  ])('pages of %i items that are all left out, limit %i, page %i', async (size, limit, page) => {
    const { items, warnings, next, reads } = await cost(size, limit, page)
    expect([items, warnings]).toEqual([[], ['page_budget']])
    expect(reads).toBeLessThanOrEqual(Math.min(80, 12 + Math.ceil((limit * page) / 10)))
    // The retries of two pages show that this source makes no longer ones.
    const passed = ids(4000).indexOf(next?.cursor as string) + 1
    expect(passed).toBe(size * (size < 8 ? reads - 4 : reads))
  })

  test('a page that is too far away goes on from where the budget ended', async () => {
    const { items, warnings, next } = await cost(8, 100, 10, () => true)
    expect([items, warnings]).toEqual([[], ['page_budget']])
    expect(next?.cursor).toMatch(/^i6\d\d$/)
  })
})

describe('a source that fails', () => {
  const failing = (after: number): Read => {
    let reads = 0
    const read = source(ids(60), [10], { ending: 'null', repeats: [], short: [0] })
    return (cursor) => {
      if (++reads > after) throw new UpstreamError('network', 'gone')
      return read(cursor)
    }
  }
  test('at once fails the whole', async () => {
    const page = exactPage({ read: failing(0), keyOf: String, start: START, limit: 20, page: 1 })
    await expect(page).rejects.toThrow('gone')
  })
  test('later costs the rest of this page only', async () => {
    const page = await exactPage({ read: failing(2), keyOf: String, start: START, limit: 50, page: 1 })
    expect(page).toMatchObject({ items: ids(20), warnings: ['upstream_failed'], next: { cursor: 'p2' } })
  })
})

describe('a page without items that has a cursor', () => {
  const empty: Read = async () => ({ items: [], next: 'more' })
  const read = (start = START) =>
    exactPage({ read: empty, keyOf: String, start, limit: 20, page: 1, mayFillUp: true })

  test('on page 1 ends the list with a warning', async () => {
    expect(await read()).toEqual({ items: [], next: undefined, warnings: ['empty_page'] })
  })
  test('later is given back once', async () => {
    const first = await read({ ...START, cursor: 'c' })
    expect(first).toMatchObject({ warnings: ['empty_page'], next: { cursor: 'c', wasEmpty: true } })
    expect(await read(first.next)).toMatchObject({ warnings: ['empty_page'], next: undefined })
  })
  test("a source's own cursor is given back as it is", async () => {
    const start = { ...START, cursor: 'c', foreign: true }
    expect((await read(start)).next).toEqual(start)
  })
})

test('a source with next to nothing on its pages is left after a while, and gone on with', async () => {
  const items = ids(4000)
  const keeps = (item: string) => Number(item.slice(1)) % 100 === 0
  const faults: Faults = { ending: 'null', repeats: [], short: [0] }
  const answers = await walk({ read: source(items, [20], faults), keyOf: String, keeps }, [20])
  expect(answers.length).toBeGreaterThan(2)
  expect(answers[0]?.warnings).toEqual(['page_budget'])
  expect(answers.flatMap((answer) => answer.items)).toEqual(items.filter(keeps))
})

/** A row of a timeline: sorted by when it was posted or reposted, which a repost does not tell. */
interface Entry {
  id: string
  sortedBy: number
  kind: 'post' | 'reply' | 'repost'
}

describe('a timeline whose cursors can be made', () => {
  const kinds = fc.constantFrom<Entry['kind']>('post', 'reply')
  const group = fc.oneof(
    fc.record({ kinds: fc.array(kinds, { minLength: 1, maxLength: 4 }), gap: fc.nat(5) }),
    fc.record({ kinds: fc.constant<Entry['kind'][]>(['repost']), gap: fc.constant(0) }),
  )
  /** Conversations stand together, the oldest post first, sorted by their newest. */
  const timelines = fc.array(group, { minLength: 1, maxLength: 60 }).map((groups) =>
    groups.flatMap(({ kinds, gap }, index) => {
      const top = 9_000_000 - index * 1000
      // The ids end in the number of their group, so that no two are the same.
      return kinds.map((kind, place): Entry => {
        const older = (kinds.length - 1 - place) * (1 + gap) * 700
        const id = Math.floor((top - older) / 100) * 100 + index
        return { id: String(kind === 'repost' ? id + 20_000_000 : id), sortedBy: top + index, kind }
      })
    }),
  )

  test.each([
    ['all of it', () => true],
    ['without replies', ({ kind }: Entry) => kind !== 'reply'],
    ['posts alone', ({ kind }: Entry) => kind === 'post'],
  ])('gives each item once, in order: %s', async (_, keeps) => {
    await fc.assert(
      fc.asyncProperty(timelines, fc.integer({ min: 8, max: 30 }), limits, async (entries, size, wanted) => {
        const read = async (cursor: string | undefined): Promise<ListPage<Entry>> => {
          const below = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor)
          const rest = entries.filter(({ sortedBy }) => sortedBy < below)
          // A page ends between two conversations.
          const edge = rest[size - 1]?.sortedBy ?? Number.NEGATIVE_INFINITY
          const items = rest.filter(({ sortedBy }) => sortedBy >= edge)
          const last = items.at(-1)
          return { items, next: last && String(last.sortedBy) }
        }
        const minting = {
          idOf: ({ id, kind }: Entry) => (kind === 'repost' ? undefined : id),
          isOwn: ({ kind }: Entry) => kind !== 'repost',
          cursorBelow: (id: string) => id,
        }
        const answers = await walk({ read, keyOf: ({ id }) => id, keeps, minting }, wanted)
        expect(answers.flatMap(({ items }) => items)).toEqual(entries.filter(keeps))
      }),
      propertyRuns(200),
    )
  })

  test('goes on right below the last post given', async () => {
    const read = async (): Promise<ListPage<string>> => ({
      items: ['9', '8', 'r', '7', '6', '5', '4', '3'],
      next: 'x',
    })
    const minting = {
      idOf: (item: string) => (item === 'r' ? undefined : item),
      isOwn: (item: string) => item !== 'r',
      cursorBelow: (id: string) => `below ${id}`,
    }
    const next = async (limit: number) =>
      (await exactPage({ read, keyOf: String, minting, start: START, limit, page: 1 })).next
    expect(await next(1)).toMatchObject({ cursor: 'below 9', taken: 0 })
    // Where a repost stands among the posts is not known.
    expect(await next(2)).toMatchObject({ cursor: undefined, taken: 2 })
    expect(await next(3)).toMatchObject({ cursor: undefined, taken: 3 })
    expect(await next(4)).toMatchObject({ cursor: 'below 7', taken: 0 })
  })
})
