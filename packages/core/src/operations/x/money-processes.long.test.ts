import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { APP, USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { missingRedis, startRedis } from '../../stores/testing/redis-server.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { startSandboxed } from '../../testing/sandboxed.ts'
import type { XAccount } from './account.ts'
import { callX, type PricedCall } from './call-x.ts'

const SPEND = fileURLToPath(new URL('testing/spend-budget.ts', import.meta.url))
const run = promisify(execFile)

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' }))

const bill = async () =>
  ((await (await fetch(`${sandbox.url}/_sandbox/billing`)).json()) as { total: number }).total

function envOf(store: Record<string, string>) {
  return {
    PATH: process.env.PATH,
    LOG_LEVEL: 'silent',
    X_API_BASE_URL: `${sandbox.url}/x-api`,
    X_API_KEY: APP.key,
    X_API_KEY_SECRET: APP.secret,
    X_ACCESS_TOKEN: USER_TOKENS[0]?.token,
    X_ACCESS_TOKEN_SECRET: USER_TOKENS[0]?.secret,
    X_BUDGET_USD_DAY: '0.05',
    ...store,
  }
}

/** Two processes with one store and one budget write 25 posts each at once. */
async function spend(store: Record<string, string>): Promise<string[]> {
  const env = envOf(store)
  const outputs = await Promise.all(
    ['a', 'b'].map((prefix) => run(process.execPath, [SPEND, '25', prefix], { env, timeout: 60_000 })),
  )
  return outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[])
}

const expectThree = async (codes: readonly string[]) => {
  expect(
    Object.fromEntries(
      Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all?.length]),
    ),
  ).toEqual({ written: 3, budget_spent: 47 })
  expect(await bill()).toBe(0.045)
}

test('two processes with one data file spend $0.045 of $0.05 over 50 calls at once, and no cent more', async () => {
  for (let round = 0; round < 3; round++) {
    await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
    const folder = mkdtempSync(join(tmpdir(), 'x-md-money-'))
    await expectThree(await spend({ X_MD_DATA_DIR: folder }))
    rmSync(folder, { recursive: true })
  }
})

test('a process that is killed while it waits leaves its reservation, and the next one knows of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-money-'))
  const env = envOf({ X_MD_DATA_DIR: folder })
  const faults = (list: object[]) =>
    fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(list) })
  expect((await faults([{ kind: 'hang', door: 'x-api' }])).status).toBe(200)
  const killed = execFile(process.execPath, [SPEND, '2', 'a'], { env })
  const asked = async () =>
    ((await (await fetch(`${sandbox.url}/_sandbox/faults`)).json()) as { struck: number }[])[0]?.struck ?? 0
  while ((await asked()) < 2) await sleep(50)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await faults([])
  // Of $0.05, two posts at $0.015 are held: there is room for one.
  const { stdout } = await run(process.execPath, [SPEND, '3', 'b'], { env, timeout: 60_000 })
  expect((JSON.parse(stdout) as string[]).toSorted()).toEqual(['budget_spent', 'budget_spent', 'written'])
  expect(await bill()).toBe(0.015)
  rmSync(folder, { recursive: true })
})

const missing = missingRedis()
describe.skipIf(missing)(`on Redis${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test('two processes spend $0.045 of $0.05 over 50 calls at once, and no cent more', async () => {
    const server = await startRedis()
    for (let round = 0; round < 3; round++) {
      await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
      await run('redis-cli', ['-u', server.url, 'FLUSHALL'])
      await expectThree(await spend({ X_MD_DATA_DIR: ':memory:', REDIS_URL: server.url }))
    }
    await server.stop()
  })
})

function callOf(
  asks: string,
  words: string,
  most: number,
  text: string,
): Pick<PricedCall, 'call' | 'estimate'> {
  if (asks === 'me') {
    return { call: { method: 'GET', path: '2/users/me' }, estimate: { kind: 'user', most: 1 } }
  }
  if (asks === 'write') {
    return { call: { method: 'POST', path: '2/tweets', json: { text } }, estimate: { kind: 'post-create' } }
  }
  const expansions = asks === 'includes' ? ['referenced_tweets.id'] : undefined
  const query = { query: words, max_results: most, expansions }
  return {
    call: { method: 'GET', path: '2/tweets/search/recent', query },
    estimate: { kind: 'post', most },
  }
}

test('whatever goes wrong, the ledger never says less than the bill', async () => {
  const here = await startSandboxed()
  const account = here.context.x as XAccount
  await here.xApi({ credits: null })
  let written = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          words: fc.constantFrom('ferry', 'harbour', 'ferry OR harbour', 'from:NorrbyInstr'),
          most: fc.integer({ min: 10, max: 40 }),
          asks: fc.constantFrom('search', 'search', 'includes', 'me', 'write'),
          leaves: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 3, nil: undefined }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      fc.constantFrom('reset', '5xx', 'truncated-json', 'crash-page', 'rate-limit'),
      fc.constantFrom('same-type', 'none'),
      async (calls, kind, billIncludes) => {
        await here.xApi({ billIncludes })
        await here.faults([{ door: 'x-api', path: '/2/**', kind, rate: 0.3 }])
        await Promise.allSettled(
          calls.map(({ words, most, asks, leaves }, index) =>
            callX(account, {
              by: 'a test',
              endpoint: 'x',
              signal: leaves === undefined ? undefined : AbortSignal.timeout(leaves),
              ...callOf(asks, words, most, `${written++} ${index}`),
            }),
          ),
        )
        const { day } = await account.ledger.spent(here.context.now())
        expect(day).toBeGreaterThanOrEqual(Math.round((await here.bill()) * 1000))
      },
    ),
    propertyRuns(5),
  )
  await here.close()
})
