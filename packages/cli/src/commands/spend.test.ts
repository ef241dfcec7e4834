import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callX } from '@x-md/core/operations/x/call-x.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openContext } from '../open-context.ts'
import { runCli } from '../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'x-md-spend-'))
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  env = {
    X_MD_DATA_DIR: folder,
    X_API_BASE_URL: `${sandbox.url}/x-api`,
    X_API_KEY: 'sandbox-app-key',
    X_API_KEY_SECRET: 'sandbox-app-secret',
    X_ACCESS_TOKEN: 'sandbox-owner-token',
    X_ACCESS_TOKEN_SECRET: 'sandbox-owner-token-secret',
    X_BUDGET_USD_DAY: '1',
  }
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const spend = (...args: string[]) => runCli(['spend', ...args], { env })

test('what was spent is told in another process, with what is left', async () => {
  expect((await spend()).stdout).toMatch(
    /\$0\.000 +of \$1\.000, \$1\.000 left[\s\S]*Nothing was called in 7 days/,
  )
  const { context, close } = await openContext({ env, sandbox: false, quiet: true, durable: true })
  const ask = (by: string, path: string) =>
    callX(context.x!, {
      by,
      endpoint: `GET /${path}`,
      call: { method: 'GET', path },
      estimate: { kind: 'user', most: 1 },
    })
  await ask('x_users_me', '2/users/me')
  // What was paid for is no call any more.
  await ask('x_users_me', '2/users/me')
  await ask('x_users_lookup', '2/users/by/username/marta_brenkel')
  await close()
  const { stdout } = await spend('--days', '2')
  expect(stdout).toMatch(/^Today +\d{4}-\d\d-\d\d +\$0\.020 +of \$1\.000, \$0\.980 left/)
  expect(stdout).toMatch(/This month +\d{4}-\d\d +\$0\.020 +no budget/)
  expect(stdout).toMatch(/x_users_me +1 call +\$0\.010/)
  expect(JSON.parse((await spend('--json')).stdout)).toMatchObject({
    today: { usd: 0.02, budget: 1, left: 0.98 },
    this_month: { usd: 0.02 },
    days: [{ calls: 2, usd: 0.02 }],
    by_tool: [
      { tool: 'x_users_me', calls: 1, usd: 0.01 },
      { tool: 'x_users_lookup', calls: 1, usd: 0.01 },
    ],
    unsettled: { calls: 0, usd: 0 },
  })
})

test.each([
  [['--days', '0'], /from 1 to 400/],
  [['--days', 'x'], /from 1 to 400/],
])('%j is a bad argument', async (args, message) => {
  expect(await spend(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) })
})

test('without keys, whose spending is meant is asked', async () => {
  const { code, stderr } = await runCli(['spend'], { env: { X_MD_DATA_DIR: folder } })
  expect([code, stderr]).toEqual([2, expect.stringMatching(/X_API_KEY/)])
})

test('a sandbox shows how it looks, and needs no keys', async () => {
  const { code, stdout } = await runCli(['spend', '--sandbox', '--json'], {
    env: { X_MD_DATA_DIR: folder, X_BUDGET_USD_DAY: '0.5' },
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    today: { usd: 0.01, budget: 0.5, left: 0.49 },
    by_tool: [{ tool: 'x_users_me', calls: 1, usd: 0.01 }],
  })
})
