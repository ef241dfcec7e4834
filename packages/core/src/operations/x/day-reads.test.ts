import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandboxed } from '../../testing/sandboxed.ts'
import type { XAccount } from './account.ts'
import { callX, type PricedCall } from './call-x.ts'
import { DayReads } from './day-reads.ts'

let sandbox: Awaited<ReturnType<typeof startSandboxed>>
beforeAll(async () => {
  sandbox = await startSandboxed()
})
afterAll(() => sandbox.close())

const read = (words: string, more: Partial<PricedCall> = {}): PricedCall => ({
  by: 'a test',
  endpoint: 'GET /2/tweets/search/recent',
  call: { method: 'GET', path: '2/tweets/search/recent', query: { query: words, max_results: 10 } },
  estimate: { kind: 'post', most: 10 },
  ...more,
})
const write = (text: string): PricedCall => ({
  by: 'a test',
  endpoint: 'POST /2/tweets',
  call: { method: 'POST', path: '2/tweets', json: { text } },
  estimate: { kind: 'post-create' },
})
const ask = (priced: PricedCall) => callX(sandbox.context.x as XAccount, priced)
const asked = async () => (await sandbox.requests()).filter((path) => path.startsWith('/x-api/')).length

test('what was read is given again for nothing, until the account changes something or the day ends', async () => {
  const before = await asked()
  const first = await ask(read('ferry'))
  const second = await ask(read('ferry'))
  expect((await asked()) - before).toBe(1)
  expect(second.body).toEqual(first.body)
  expect(second.receipt).toEqual({ usd: 0, billed: 0, read_at: '2026-11-01T12:00:00.000Z' })
  await ask(read('harbour'))
  await ask(read('ferry', { isFresh: true }))
  expect((await asked()) - before).toBe(3)

  await ask(write('Something is different now.'))
  await ask(read('ferry'))
  expect((await asked()) - before).toBe(5)
  await expect(ask(write('Something is different now.'))).rejects.toMatchObject({ code: 'duplicate_post' })
  await ask(read('ferry'))
  expect((await asked()) - before).toBe(7)

  await fetch(`${sandbox.url}/_sandbox/now`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: '2026-11-02T00:00:00Z' }),
  })
  expect((await ask(read('ferry'))).receipt).not.toHaveProperty('read_at')
  expect((await asked()) - before).toBe(8)
})

test('a read that failed is not kept, and another account has its own', async () => {
  await sandbox.faults([{ kind: '5xx', door: 'x-api', path: '/2/**', count: 1 }])
  await expect(ask(read('moss'))).rejects.toMatchObject({ code: 'unavailable' })
  expect((await ask(read('moss'))).receipt).not.toHaveProperty('read_at')
  const { call } = read('moss')
  const of = (name: string) => new DayReads(sandbox.context.store, name, sandbox.context.now).find(call)
  await (await of('one')).keep({ status: 200, body: { data: [] }, access: undefined, rate: undefined })
  expect((await of('one')).found?.answer.body).toEqual({ data: [] })
  expect((await of('two')).found).toBeUndefined()
})
