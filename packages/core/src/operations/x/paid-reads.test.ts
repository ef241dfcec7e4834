import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IN_MEMORY } from '../../stores/data-file.ts'
import { MemoryCache } from '../../stores/memory-cache.ts'
import { SqliteStore } from '../../stores/sqlite-store.ts'
import { StoreError } from '../../stores/store.ts'
import { type Acting, startActing } from '../../testing/acting.ts'
import type { Context } from '../operation.ts'
import type { XAccount } from './account.ts'
import { sumOf } from './account-operation.ts'
import { callX, type PricedCall } from './call-x.ts'
import { PaidReads } from './paid-reads.ts'

let sandbox: Acting
let owner: Context
beforeAll(async () => {
  sandbox = await startActing()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  owner = sandbox.contextOf('owner')
})

const ask = (context: Context, priced: Pick<PricedCall, 'call' | 'estimate'> & Partial<PricedCall>) =>
  callX(context.x as XAccount, { by: 'a test', endpoint: 'x', ...priced })
const ME = { call: { method: 'GET', path: '2/users/me' }, estimate: { kind: 'user', most: 1 } } as const
const COUNT: Pick<PricedCall, 'call' | 'estimate'> = {
  call: { method: 'GET', path: '2/tweets/counts/recent', query: { query: 'ferry' }, auth: 'app' },
  estimate: { kind: 'counts-recent' },
}
const post = (text: string): Pick<PricedCall, 'call' | 'estimate'> => ({
  call: { method: 'POST', path: '2/tweets', json: { text } },
  estimate: { kind: 'post-create' },
})
const lookUp = (ids: string[], more: object = {}): Pick<PricedCall, 'call' | 'estimate'> => ({
  call: { method: 'GET', path: '2/tweets', query: { ids, ...more } },
  estimate: { kind: 'post', most: ids.length },
})
const calls = async () => (await sandbox.asked()).filter(({ path }) => path.startsWith('/x-api/2/')).length
const CACHED = { usd: 0, billed: 0, cached: true }

describe('a read that was paid for', () => {
  test('is answered again for nothing until its day ends, with what is left of the budget', async () => {
    const x = sandbox.contextOf('owner', { X_BUDGET_USD_DAY: '0.03' })
    const first = await ask(x, ME)
    expect(first.receipt).toEqual({ usd: 0.01, billed: 1, left_today: 0.02 })
    const again = await ask(x, ME)
    expect(again).toEqual({ ...first, receipt: { ...CACHED, left_today: 0.02 } })
    expect(await calls()).toBe(1)
    await fetch(`${sandbox.url}/_sandbox/now`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now: '2026-11-02T00:01:00Z' }),
    })
    expect((await ask(x, ME)).receipt).toEqual({ usd: 0.01, billed: 1, left_today: 0.02 })
    expect((await sandbox.bill()).total).toBe(0.02)
  })

  test('is asked once by all who ask at one time, and paid for by one of them', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(owner, ME)))
    expect(await calls()).toBe(1)
    expect(sumOf(answers.map(({ receipt }) => receipt))).toEqual({ usd: 0.01, billed: 1 })
    expect(answers.filter(({ receipt }) => receipt.cached)).toHaveLength(9)
  })

  test('is given for what was asked and nothing else: no other page, fields, or right', async () => {
    await ask(owner, lookUp(['20'], { 'tweet.fields': ['lang'] }))
    for (const other of [
      lookUp(['20']),
      lookUp(['20'], { 'tweet.fields': ['lang', 'source'] }),
      lookUp(['20'], { 'tweet.fields': ['lang'], 'user.fields': ['name'] }),
      { ...lookUp(['20']), call: { ...lookUp(['20']).call, auth: 'app' as const } },
    ])
      expect((await ask(owner, other)).receipt).toEqual({ usd: 0, billed: 0 })
    const reordered = lookUp(['20'], { 'user.fields': undefined, 'tweet.fields': 'lang' })
    expect((await ask(owner, reordered)).receipt).toEqual(CACHED)
  })

  test('is shown to every process of an account, and never to another account', async () => {
    const now = () => 0
    const shared = { cache: new MemoryCache({ now }), store: new SqliteStore(IN_MEMORY, { now }), now }
    let asked = 0
    const read = async (account: string) => {
      const reads = new PaidReads({ ...shared, account })
      const pay = async () => {
        asked += 1
        const answer = { status: 200, body: { data: { id: `${asked}` } }, access: undefined, rate: undefined }
        return {
          answer,
          charge: { kind: 'user' as const, ids: [`${asked}`] },
          receipt: { usd: 0.01, billed: 1 },
        }
      }
      const { answer, receipt } = await reads.read(ME.call, pay, {
        isFresh: false,
        byRequest: false,
        signal: undefined,
      })
      return [(answer.body.data as { id: string }).id, receipt?.usd]
    }
    expect([await read('a'), await read('b'), await read('a'), await read('b')]).toEqual([
      ['1', 0.01],
      ['2', 0.01],
      ['1', undefined],
      ['2', undefined],
    ])
    await new PaidReads({ ...shared, account: 'a' }).forget()
    expect([await read('a'), await read('b')]).toEqual([
      ['3', 0.01],
      ['2', undefined],
    ])
  })

  test('is asked again where somebody wants it fresh, or nothing is to be kept', async () => {
    await ask(owner, ME)
    expect((await ask(owner, { ...ME, isFresh: true })).receipt).toEqual({ usd: 0, billed: 0 })
    for (const env of [{ X_CACHE_PAID_READS: 'false' }, { CACHE_DISABLED: '1' }]) {
      const x = sandbox.contextOf('owner', env)
      await ask(x, ME)
      expect((await ask(x, ME)).receipt).toEqual({ usd: 0, billed: 0 })
    }
  })

  test('is not kept where it found nothing, which costs nothing and may be there later', async () => {
    const nobody = lookUp(['1960000000000000000'])
    await ask(owner, nobody)
    expect((await ask(owner, nobody)).receipt).toEqual({ usd: 0, billed: 0 })
    expect(await calls()).toBe(2)
  })

  test('serves on when the budget is spent, and the store is down', async () => {
    const x = sandbox.contextOf('owner', { X_BUDGET_USD_DAY: '0.01' })
    await ask(x, ME)
    expect((await ask(x, ME)).receipt).toEqual({ ...CACHED, left_today: 0 })
    await expect(ask(x, lookUp(['20']))).rejects.toMatchObject({ code: 'budget_spent' })
  })
})

describe('what the account writes', () => {
  test('drops what it has read, since it may have changed it; X gives that again for nothing', async () => {
    await ask(owner, ME)
    await ask(owner, post('The tide turns.'))
    expect((await ask(owner, ME)).receipt).toEqual({ usd: 0, billed: 0 })
    expect((await ask(owner, ME)).receipt).toEqual(CACHED)
  })

  test('drops it even if the write failed, for it may have been done', async () => {
    await ask(owner, ME)
    await sandbox.faults([{ kind: 'reset', door: 'x-api', path: '/2/tweets', count: 1 }])
    await expect(ask(owner, post('Did it?'))).rejects.toMatchObject({ code: 'maybe_done' })
    expect((await ask(owner, ME)).receipt.cached).toBeUndefined()
  })

  test('leaves counts, which X would charge for again', async () => {
    expect((await ask(owner, COUNT)).receipt).toMatchObject({ usd: 0.005 })
    await ask(owner, post('One more ferry.'))
    expect((await ask(owner, COUNT)).receipt).toEqual(CACHED)
  })

  test('is not forgotten where the store could not note it', async () => {
    await ask(owner, ME)
    const { set } = SqliteStore.prototype
    SqliteStore.prototype.set = async () => {
      throw new StoreError('The store does not answer')
    }
    try {
      await ask(owner, post('Unnoticed.'))
      expect((await ask(owner, ME)).receipt.cached).toBeUndefined()
    } finally {
      SqliteStore.prototype.set = set
    }
    expect((await ask(owner, ME)).receipt.cached).toBeUndefined()
    expect((await ask(owner, ME)).receipt).toEqual(CACHED)
  })
})

test('keys that were changed are not taken for good because of what was read before', async () => {
  const store = owner.x as XAccount
  await store.owner()
  await sandbox.faults([{ kind: '5xx', status: 401, door: 'x-api', path: '/2/users/me' }])
  const other = sandbox.contextOf('owner')
  await expect((other.x as XAccount).owner()).rejects.toMatchObject({ code: 'bad_credentials' })
})

test('keys in the store tell no words and no secrets', async () => {
  const keys: string[] = []
  const { get, set, take, claim } = SqliteStore.prototype
  Object.assign(SqliteStore.prototype, {
    get(this: SqliteStore, key: string) {
      keys.push(key)
      return get.call(this, key)
    },
    set(this: SqliteStore, ...args: Parameters<typeof set>) {
      keys.push(args[0], args[1])
      return set.apply(this, args)
    },
    take(this: SqliteStore, ...args: Parameters<typeof take>) {
      keys.push(JSON.stringify(args))
      return take.apply(this, args)
    },
    claim(this: SqliteStore, ...args: Parameters<typeof claim>) {
      keys.push(JSON.stringify(args))
      return claim.apply(this, args)
    },
  })
  try {
    await ask(owner, COUNT)
    await ask(owner, ME)
    await ask(owner, post('Quiet words.'))
  } finally {
    Object.assign(SqliteStore.prototype, { get, set, take, claim })
  }
  expect(keys.length).toBeGreaterThan(5)
  expect(keys.join('\n')).not.toMatch(/ferry|Quiet|sandbox-(?:app|owner)/)
})
