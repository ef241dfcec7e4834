import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dollars } from '../../money/store-purse.ts'
import { SqliteStore } from '../../stores/sqlite-store.ts'
import { StoreError } from '../../stores/store.ts'
import { startSandboxed } from '../../testing/sandboxed.ts'
import type { XAccount } from './account.ts'
import { callX, type PricedCall } from './call-x.ts'
import { POST_QUERY } from './fields.ts'

let sandbox: Awaited<ReturnType<typeof startSandboxed>>
let budget: Record<string, string> = {}
const start = async (env: Record<string, string> = {}) => {
  budget = env
  sandbox = await startSandboxed(budget)
  await sandbox.xApi({ credits: null })
}
beforeEach(() => start())
afterEach(() => sandbox.close())

const account = () => sandbox.context.x as XAccount
const call = (priced: Pick<PricedCall, 'call' | 'estimate'>, by = 'a test') =>
  callX(account(), {
    by,
    endpoint: `${priced.call.method} /${priced.call.path.replace(/\d{3,}/, '{id}')}`,
    ...priced,
  })

const search = (words: string, most = 10) => ({
  call: {
    method: 'GET' as const,
    path: '2/tweets/search/recent',
    query: { ...POST_QUERY, query: words, max_results: most },
  },
  estimate: { kind: 'post' as const, most },
})
const me = { call: { method: 'GET', path: '2/users/me' }, estimate: { kind: 'user', most: 1 } } as const
const post = (text: string) => ({
  call: { method: 'POST' as const, path: '2/tweets', json: { text } },
  estimate: { kind: 'post-create' as const },
})
const spent = async () => (await account().ledger.spent(sandbox.context.now())).day / 1000

test('the ledger equals the bill to the thousandth, whatever was read, repeated, counted and written', async () => {
  const { id } = await account().owner()
  const own = (path: string, kind: 'post' | 'follow' | 'mute', most: number) => ({
    call: { method: 'GET' as const, path: `2/users/${id}/${path}`, query: { max_results: most } },
    estimate: { kind, most, owned: true },
  })
  await Promise.all([
    call(search('from:NorrbyInstr', 20)),
    call(search('from:NorrbyInstr', 10)),
    call(search('ferry', 30)),
    call(search('ferry OR harbour', 30)),
    call(me),
    call(own('tweets', 'post', 5)),
    call(own('tweets', 'post', 9)),
    call(own('followers', 'follow', 20)),
    call(own('muting', 'mute', 20)),
    call({
      call: { method: 'GET', path: '2/tweets/counts/recent', query: { query: 'ferry' }, auth: 'app' },
      estimate: { kind: 'counts-recent' },
    }),
    call(post('The ledger is open.')),
    call({ ...post('See https://harbour.example/log'), estimate: { kind: 'post-create-with-url' } }),
  ])
  const bill = await sandbox.bill()
  expect(bill).toBeGreaterThan(0.5)
  expect(await spent()).toBe(bill)
  const lines = await Array.fromAsync(account().ledger.lines(sandbox.context.now()))
  expect(lines).toHaveLength(13)
  expect(lines.every(({ state }) => state === 'charged')).toBe(true)
  expect(lines.reduce((sum, { mills }) => sum + mills, 0)).toBe(Math.round(bill * 1000))
  // It says nothing of what was asked for.
  expect(JSON.stringify(lines)).not.toMatch(/ferry|NorrbyInstr|harbour|691999002/)
})

test('what X refuses costs nothing, and what nobody knows of is taken to have cost its worst', async () => {
  await sandbox.faults([{ kind: 'rate-limit', door: 'x-api', path: '/2/**', count: 1 }])
  await expect(call(me)).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(call(search('a'.repeat(600)))).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await spent()).toBe(0)
  await sandbox.faults([{ kind: 'reset', door: 'x-api', path: '/2/**', count: 1 }])
  await expect(call(search('ferry'))).rejects.toMatchObject({ code: 'unavailable' })
  expect(await spent()).toBe(0.05)
  await sandbox.faults([{ kind: 'reset', door: 'x-api', path: '/2/**', count: 1 }])
  await expect(call(post('Did it arrive?'))).rejects.toMatchObject({ code: 'maybe_done' })
  expect(await spent()).toBe(0.065)
  const states = (await Array.fromAsync(account().ledger.lines(sandbox.context.now()))).map(
    ({ state }) => state,
  )
  expect(states).toEqual(['refused', 'refused', 'unsettled', 'unsettled'])
})

test('where nothing answers, nothing was spent', async () => {
  await sandbox.close()
  await start({ X_API_BASE_URL: 'http://127.0.0.1:9' })
  await expect(call(me)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(call(post('Hello?'))).rejects.toMatchObject({ code: 'unavailable' })
  expect(await spent()).toBe(0)
})

describe('a budget', () => {
  test('is never passed by a thousandth, however many call at once, and all of it can be used', async () => {
    await sandbox.close()
    await start({ X_BUDGET_USD_DAY: '0.05' })
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => call(index % 3 ? post(`Note ${index}`) : me)),
    )
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['budget_spent']))
    expect(failures[0].message).toMatch(/up to \$0\.01\d, and \$0\.0\d\d is left of X_BUDGET_USD_DAY/)
    const bill = await sandbox.bill()
    expect(bill).toBeLessThanOrEqual(0.05)
    expect(bill).toBe(await spent())
    // The reads of oneself cost once only, so that what they had reserved is there again.
    while ((await account().purse.left()).left_today! >= 0.015) await call(post(`More ${await spent()}`))
    expect(await sandbox.bill()).toBeGreaterThan(0.035)
    await expect(call(post('One too many'))).rejects.toMatchObject({ code: 'budget_spent' })
  })

  test('holds the worst that a call can cost, and gives back what it did not', async () => {
    await sandbox.close()
    await start({ X_BUDGET_USD_DAY: '0.1', X_BUDGET_USD_MONTH: '0.12' })
    await expect(call(search('ferry', 30))).rejects.toThrow(/up to \$0\.150, and \$0\.100 is left/)
    const { receipt } = await call(search('from:nobody_at_all_', 20))
    expect(receipt).toEqual({ usd: 0, billed: 0, left_today: 0.1, left_this_month: 0.12 })
    expect((await call(me)).receipt).toEqual({
      usd: 0.01,
      billed: 1,
      left_today: 0.09,
      left_this_month: 0.11,
    })
    expect((await call(me)).receipt).toMatchObject({ usd: 0, billed: 0, left_today: 0.09 })
  })

  test('begins anew with the UTC day, and with the month', async () => {
    await sandbox.close()
    await start({ X_BUDGET_USD_DAY: '0.02', X_BUDGET_USD_MONTH: '0.04' })
    await call(post('One'))
    await expect(call(post('Two'))).rejects.toThrow(/X_BUDGET_USD_DAY/)
    const day = async (now: string) => {
      const response = await fetch(`${sandbox.url}/_sandbox/now`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ now }),
      })
      expect(response.status).toBe(200)
    }
    await day('2026-11-02T00:00:00Z')
    await call(post('Two'))
    await day('2026-11-03T00:00:00Z')
    await expect(call(post('Three'))).rejects.toThrow(/X_BUDGET_USD_MONTH/)
    await day('2026-12-01T00:00:00Z')
    await call(post('Three'))
    expect(await account().ledger.spent(Date.parse('2026-11-30T12:00:00Z'))).toEqual({ day: 0, month: 30 })
    expect(await account().ledger.spent(Date.parse('2026-12-01T12:00:00Z'))).toEqual({ day: 15, month: 15 })
  })
})

test('a call that is over before it is sent costs nothing, and one that is left may have cost its worst', async () => {
  const gone = AbortSignal.abort()
  await expect(callX(account(), { by: 'a test', endpoint: 'x', ...me, signal: gone })).rejects.toBe(
    gone.reason,
  )
  expect([await spent(), await Array.fromAsync(account().ledger.lines(sandbox.context.now()))]).toEqual([
    0,
    [],
  ])
  await sandbox.faults([{ kind: 'latency', door: 'x-api', path: '/2/**', delayMs: 5000, count: 1 }])
  const leaving = AbortSignal.timeout(100)
  await expect(
    callX(account(), { by: 'a test', endpoint: 'x', ...me, signal: leaving }),
  ).rejects.toMatchObject({ code: 'timed_out' })
  expect(await spent()).toBe(0.01)
})

test('what comes along with posts is reserved, since X may charge for it', async () => {
  await sandbox.close()
  await start({ X_BUDGET_USD_DAY: '0.01' })
  const { id } = sandbox.world
    .quotes(sandbox.world.named.find(({ key }) => key === 'ref-plain')!.post.id)
    .map((quote) => ({ id: quote }))[0]!
  const lookup = (expansions: string[]) => ({
    call: { method: 'GET' as const, path: '2/tweets', query: { ids: [id], expansions } },
    estimate: { kind: 'post' as const, most: 1 },
  })
  await expect(call(lookup(['referenced_tweets.id']))).rejects.toThrow(/up to \$0\.015/)
  expect(await sandbox.bill()).toBe(0)
  await sandbox.close()
  await start({ X_BUDGET_USD_DAY: '0.015' })
  expect((await call(lookup(['referenced_tweets.id']))).receipt).toEqual({
    usd: 0.01,
    billed: 2,
    left_today: 0.005,
  })
  expect(await sandbox.bill()).toBe(0.01)
})

test('around midnight, what had been paid for counts again: nobody knows on which day X counts', async () => {
  await call(me)
  const at = async (now: string) => {
    const response = await fetch(`${sandbox.url}/_sandbox/now`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now }),
    })
    expect(response.status).toBe(200)
  }
  const lookUp = { ...me, call: { ...me.call, query: { 'user.fields': ['name'] } } }
  await at('2026-11-01T23:59:59Z')
  expect((await call(lookUp)).receipt).toMatchObject({ usd: 0.01, billed: 1 })
  await at('2026-11-02T00:00:10Z')
  expect((await call(lookUp)).receipt).toMatchObject({ usd: 0.01, billed: 1 })
  expect((await call(me)).receipt).toMatchObject({ usd: 0, billed: 0 })
  expect(await sandbox.bill()).toBe(0.02)
})

describe('without its store', () => {
  const broken = async () => {
    throw new StoreError('The store does not answer')
  }

  test('a budget lets nothing through, since nobody knows what is left', async () => {
    await sandbox.close()
    await start({ X_BUDGET_USD_DAY: '1' })
    SqliteStore.prototype.take = broken
    await expect(call(me)).rejects.toMatchObject({ code: 'budget_unknown' })
    expect(await sandbox.bill()).toBe(0)
  })

  test('calls without a budget go on', async () => {
    SqliteStore.prototype.take = broken
    expect((await call(me)).receipt).toMatchObject({ usd: 0.01 })
  })

  test('what could not be reserved is written down once it is known, and takes nothing from what was', async () => {
    await call(post('Known'))
    const { length } = await Array.fromAsync(account().ledger.lines(sandbox.context.now()))
    const { promise, resolve } = Promise.withResolvers<void>()
    SqliteStore.prototype.take = async function (...args) {
      SqliteStore.prototype.take = take
      resolve()
      return broken.apply(this, args as never)
    }
    await call(me)
    await promise
    expect(await spent()).toBe(0.025)
    expect(await sandbox.bill()).toBe(0.025)
    const lines = await Array.fromAsync(account().ledger.lines(sandbox.context.now()))
    expect([lines.length, lines.at(-1)?.mills]).toEqual([length + 1, 10])
  })

  test('a line that cannot be written stops no call, and its money stays reserved', async () => {
    await sandbox.close()
    await start({ X_BUDGET_USD_DAY: '1' })
    SqliteStore.prototype.set = broken
    expect((await call(search('from:nobody_at_all_'))).receipt).toEqual({
      usd: 0,
      billed: 0,
      left_today: 0.95,
    })
    SqliteStore.prototype.set = set
    expect(await spent()).toBeGreaterThanOrEqual(await sandbox.bill())
  })

  const { take, set } = SqliteStore.prototype
  afterEach(() => {
    Object.assign(SqliteStore.prototype, { take, set })
  })
})

test('amounts are told to the thousandth', () => {
  expect([0, 5, 15, 200, 12_345].map(dollars)).toEqual(['$0.000', '$0.005', '$0.015', '$0.200', '$12.345'])
})
