import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Author } from '../domain/author.ts'
import type { Interaction } from '../domain/circle.ts'
import type { Outcome, Provider } from '../providers/provider.ts'
import { parseCircleRequest } from '../request/circle-request.ts'
import { startSandboxed } from '../testing/sandboxed.ts'
import { rank } from './circle/score.ts'
import { type GetCircleOutput, getCircle } from './get-circle.ts'
import type { Context } from './operation.ts'

let sandbox: Awaited<ReturnType<typeof startSandboxed>>
beforeAll(async () => {
  sandbox = await startSandboxed()
})
beforeEach(async () => {
  await sandbox.faults([])
  await fetch(`${sandbox.url}/_sandbox/overrides`, { method: 'DELETE' })
})
afterAll(() => sandbox.close())

const DAY = 86_400_000

async function run(handle: string, options: Record<string, string> = {}, context: Context = sandbox.context) {
  return getCircle.run(parseCircleRequest({ handle, ...options }, context.now()), context)
}

const daysAgo = (days: number) => new Date(sandbox.world.now - days * DAY).toISOString()

async function truthOf(handle: string, { window }: GetCircleOutput): Promise<Interaction[]> {
  const query = new URLSearchParams(window)
  const { interactions } = await sandbox.truth<{
    interactions: (Omit<Interaction, 'at'> & { at: string })[]
  }>(`interactions/${handle}?${query}`)
  return interactions.map((one) => ({ ...one, at: Date.parse(one.at) }))
}

describe('against what the world knows', () => {
  test.each(['oskar_fenwall', 'thread_mill'])('%s, in both directions', async (handle) => {
    // The world's search looks no further back than this.
    const circle = await run(handle, { limit: '100', days: '30' })
    const truth = await truthOf(handle, circle)
    // A quote that neither answers nor names its author is nothing that a search for the name finds.
    const seen = new Set(
      truth.filter(({ direction, kind }) => direction === 'incoming' && kind !== 'quote').map(({ id }) => id),
    )
    const visible = truth.filter(({ direction, id }) => direction === 'outgoing' || seen.has(id))
    expect(visible.length).toBeGreaterThan(8)
    const expected = rank(visible, Date.parse(circle.window.until))
    expect(circle.count).toBe(expected.length)
    expect(
      circle.members.map(({ handle, score, outgoing, incoming }) => ({ handle, score, outgoing, incoming })),
    ).toEqual(
      expected
        .slice(0, 100)
        .map(({ handle, score, outgoing, incoming }) => ({ handle, score, outgoing, incoming })),
    )
    expect(circle.interactions).toEqual({
      outgoing: visible.filter(({ direction }) => direction === 'outgoing').length,
      incoming: visible.filter(({ direction }) => direction === 'incoming').length,
    })
    expect(circle.coverage.own_posts.state).toBe('complete')
    expect(circle.coverage.label).toBe('search + reply sample')
    expect(circle.profile?.screen_name).toBe(handle)
    for (const { avatar_url, handle } of circle.members) {
      if (!circle.coverage.profiles.missing.includes(handle)) expect(avatar_url).not.toBeUndefined()
    }
  })

  test('the words say both directions, of what they are made, and what is missing', async () => {
    const { markdown, members, coverage } = await run('oskar_fenwall', { limit: '3' })
    expect(markdown).toMatch(/^# Circle of Oskar Fenwall \(@oskar_fenwall\)\n/)
    expect(markdown).toContain(`1. ${members[0]?.name} (@${members[0]?.handle}) — `)
    expect(markdown).toContain('more are not shown.')
    expect(markdown).toContain('Incoming: search + reply sample.')
    expect(JSON.stringify(coverage)).not.toContain('mentions complete')
  })
})

describe('a search', () => {
  test('that ends in an empty page is at its end when it is empty again, and then nothing is read', async () => {
    const options = { days: '100', until: daysAgo(1) }
    const first = await run('oskar_fenwall', options)
    expect(first).toMatchObject({ cache: 'miss', warnings: ['search_incomplete'] })
    expect(first.coverage).toMatchObject({ partial: true, search: { state: 'empty_page', pages: 1 } })
    expect(first.coverage.search.cursor).toBeDefined()
    const second = await run('oskar_fenwall', options)
    expect(second.coverage).toMatchObject({ partial: false, search: { state: 'complete', pages: 2 } })
    expect(second.coverage.search.cursor).toBeUndefined()
    expect(second.members).toEqual(first.members)
    await sandbox.requests()
    const before = (await sandbox.requests()).length
    const third = await run('oskar_fenwall', options)
    expect(third).toEqual({ ...second, cache: 'hit' })
    expect((await sandbox.requests()).length).toBe(before)
  })

  test('that leads back stops there and keeps where it was', async () => {
    const options = { days: '120', until: daysAgo(3) }
    await sandbox.faults([{ kind: 'cursor-repeats', path: '/2/search' }])
    const { coverage, warnings } = await run('NorrbyInstr', options)
    expect(coverage.search).toMatchObject({ state: 'repeated_cursor' })
    expect(coverage.partial).toBe(true)
    expect(warnings).toContain('search_incomplete')
    await sandbox.faults([])
    // By then, nothing of it is cached any more.
    sandbox.world.setNow(sandbox.world.now + 61_000)
    const mended = await run('NorrbyInstr', options)
    expect(mended.coverage.search.posts).toBeGreaterThan(coverage.search.posts)
  })
})

test('a search that is down leaves the sample of replies, and is asked again no sooner than it wants', async () => {
  // With a web search at hand, whose snippets are none; and a breaker that no other test meets.
  const web = await startSandboxed({ FIRECRAWL_API_KEY: 'k' })
  try {
    const options = { days: '90' }
    await web.faults([{ kind: 'search-down' }])
    const first = await run('NorrbyInstr', options, web.context)
    expect(first.coverage).toMatchObject({
      label: 'reply sample',
      partial: true,
      search: { state: 'failed', error: 'search_unavailable', posts: 0, pages: 0 },
    })
    expect(first.warnings).toContain('search_failed')
    expect(first.coverage.replies.posts).toBeGreaterThan(0)
    expect(first.interactions.incoming).toBeGreaterThan(0)
    expect((await web.requests()).some((path) => path.includes('firecrawl'))).toBe(false)
    const retryAt = Date.parse(first.coverage.search.retry_at ?? '')
    expect(retryAt).toBeGreaterThan(web.world.now)
    await web.faults([])
    const searches = async () => (await web.requests()).filter((path) => path.includes('/2/search')).length
    const before = await searches()
    const second = await run('NorrbyInstr', options, web.context)
    expect(second.coverage.search).toEqual(first.coverage.search)
    expect(await searches()).toBe(before)
    web.world.setNow(retryAt + 60_000)
    const third = await run('NorrbyInstr', options, web.context)
    expect(third.window).toEqual(first.window)
    expect(third.coverage.label).toBe('search + reply sample')
    expect(third.interactions.incoming).toBeGreaterThan(first.interactions.incoming)
    expect(third.coverage.own_posts).toEqual(first.coverage.own_posts)
  } finally {
    await web.close()
  }
})

test('who stops in the middle loses nothing: the same window goes on where it ended', async () => {
  const handle = 'marta_brenkel'
  const options = { days: '110', until: daysAgo(4) }
  await sandbox.faults([{ kind: 'latency', path: '/2/conversation/*', delayMs: 300 }])
  const leaving = new AbortController()
  const left = run(handle, options, { ...sandbox.context, signal: leaving.signal })
  const outcome = expect(left).rejects.toThrow('left')
  const before = (await sandbox.requests()).length
  const since = async () => (await sandbox.requests()).slice(before)
  while (!(await since()).some((path) => path.includes('/conversation/'))) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  leaving.abort(new Error('left'))
  await outcome
  await sandbox.faults([])
  const atAbort = (await sandbox.requests()).length
  const resumed = await run(handle, options)
  const after = (await sandbox.requests()).slice(atAbort)
  expect(after.filter((path) => path.includes('/statuses'))).toEqual([])
  const { members, interactions, count } = await run(handle, { ...options, nocache: 'true' })
  expect(resumed).toMatchObject({ members, interactions, count })
})

test('who names no end joins the circle that was begun within the hour; nocache begins another', async () => {
  const handle = 'marta_brenkel'
  const at = (ms: number) => ({ ...sandbox.context, now: () => sandbox.world.now + ms })
  const first = await run(handle, { days: '20' }, at(0))
  const joined = await run(handle, { days: '20' }, at(30 * 60_000))
  expect(joined.window).toEqual(first.window)
  const other = await run(handle, { days: '21' }, at(30 * 60_000))
  expect(other.window.until).not.toBe(first.window.until)
  const fresh = await run(handle, { days: '20', nocache: 'true' }, at(40 * 60_000))
  expect(fresh.cache).toBe('bypass')
  expect(Date.parse(fresh.window.until)).toBe(sandbox.world.now + 40 * 60_000)
  expect(fresh.coverage.own_posts.served).toBe(0)
  const late = await run(handle, { days: '20' }, at(3 * 3_600_000))
  expect(Date.parse(late.window.until)).toBe(sandbox.world.now + 3 * 3_600_000)
})

test('replies that cannot be read cost the sample only, and are asked for the next time', async () => {
  const options = { days: '60', until: daysAgo(5) }
  await sandbox.faults([{ kind: '5xx', path: '/2/conversation/*' }])
  const first = await run('marta_brenkel', options)
  expect(first.coverage.replies).toMatchObject({ state: 'incomplete' })
  expect(first.coverage.replies.failed).toBeGreaterThan(0)
  expect(first.warnings).toContain('replies_incomplete')
  expect(first.interactions.incoming).toBeGreaterThan(0)
  await sandbox.faults([])
  const second = await run('marta_brenkel', options)
  expect(second.coverage.replies).toMatchObject({ state: 'complete', failed: 0 })
})

test('posts of the owner that cannot be read leave what others did; the next call reads them', async () => {
  const options = { days: '50', until: daysAgo(6) }
  await sandbox.faults([{ kind: '5xx', path: '/2/profile/*/statuses' }])
  const first = await run('ines_quillfen', options)
  expect(first.coverage.own_posts.state).not.toBe('complete')
  expect(first.coverage.partial).toBe(true)
  expect(first.interactions).toMatchObject({ outgoing: 0 })
  expect(first.interactions.incoming).toBeGreaterThan(0)
  await sandbox.faults([])
  const second = await run('ines_quillfen', options)
  expect(second.coverage.own_posts.state).toBe('complete')
  expect(second.interactions.outgoing).toBeGreaterThan(0)
})

test.each([
  ['quiet_larder', 'not_found'],
  ['nobody_has_this', 'upstream_unavailable'],
])('there is no circle of %s: %s', async (handle, code) => {
  await expect(run(handle, { days: '10' })).rejects.toMatchObject({ code })
})

test('four profiles are looked up at one time, and who cannot be found is named', async () => {
  let [open, most] = [0, 0]
  const slow = async (work: () => Promise<Outcome<Author>>) => {
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => setTimeout(resolve, 30))
    return work().finally(() => {
      open -= 1
    })
  }
  const providers = sandbox.context.providers.map((provider): Provider => {
    const { getProfile } = provider
    const counted: Provider = Object.create(provider)
    // What is private to the class needs the object itself.
    for (const name of ['getTimeline', 'getConversation', 'getAuthorThread', 'getPost'] as const) {
      const method = provider[name]
      if (method) Object.defineProperty(counted, name, { value: method.bind(provider) })
    }
    if (getProfile) counted.getProfile = (handle) => slow(() => getProfile.call(provider, handle))
    return counted
  })
  const options = { days: '119', until: daysAgo(0), nocache: 'true' }
  const { coverage, members } = await run('marta_brenkel', options, { ...sandbox.context, providers })
  expect(coverage.profiles.looked_up).toBeGreaterThan(3)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
  expect(coverage.profiles.missing).toEqual(['freecoinz_4471'])
  expect(members.find(({ handle }) => handle === 'freecoinz_4471')).not.toHaveProperty('avatar_url')
})

test('a store that is down costs what is kept, and nothing else', async () => {
  const { StoreError } = await import('../stores/store.ts')
  const down = async () => {
    throw new StoreError('down')
  }
  const store = new Proxy(sandbox.context.store, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown
      const isOurs = (key: unknown) => String(key).startsWith('circle:')
      if (typeof value !== 'function') return value
      return (key: unknown, ...args: unknown[]) =>
        isOurs(key) ? down() : (value.call(target, key, ...args) as unknown)
    },
  })
  const circle = await run('oskar_fenwall', { days: '40' }, { ...sandbox.context, store })
  expect(circle.count).toBeGreaterThan(3)
})
