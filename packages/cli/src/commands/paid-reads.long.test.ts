import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'x-md-paid-'))
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  env = {
    X_MD_DATA_DIR: folder,
    FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
    X_API_BASE_URL: `${sandbox.url}/x-api`,
    X_API_KEY: 'sandbox-app-key',
    X_API_KEY_SECRET: 'sandbox-app-secret',
    X_ACCESS_TOKEN: 'sandbox-owner-token',
    X_ACCESS_TOKEN_SECRET: 'sandbox-owner-token-secret',
  }
  await fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(['fxtwitter', 'syndication'].map((door) => ({ kind: 'html-200', door }))),
  })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const COMMANDS = [
  [['read', 'https://x.com/i/status/20'], 'just setting up my twttr'],
  [['profile', 'zq7', '--limit', '3'], '3/3'],
  [['search', 'from:NorrbyInstr', '--limit', '2'], '2/2'],
  [['followers', 'zq7', '--limit', '2'], '2/2'],
] as const
const billed = async () =>
  ((await (await fetch(`${sandbox.url}/_sandbox/billing`)).json()) as { total: number }).total
const asked = async () =>
  ((await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as { path: string }[]).filter(
    ({ path }) => path.startsWith('/x-api'),
  )

test.each(COMMANDS)('%j fails for nothing while paid reads are off', async (args) => {
  expect((await runCli([...args], { env })).code).not.toBe(0)
  expect(await asked()).toEqual([])
})

test.each(COMMANDS)('%j is answered for money once they are on', async (args, words) => {
  const before = await billed()
  const { stdout, code } = await runCli([...args], { env: { ...env, X_PAID_READS: 'true' } })
  expect([code, stdout]).toEqual([0, expect.stringContaining(words)])
  expect(await billed()).toBeGreaterThan(before)
})

test('what they cost is found by another process, to the thousandth', async () => {
  const { stdout } = await runCli(['spend', '--json'], { env })
  expect(JSON.parse(stdout).today.usd).toBe(await billed())
})

test('a budget holds over all of them', async () => {
  const poor = { ...env, X_PAID_READS: 'true', X_BUDGET_USD_DAY: String(await billed()) }
  const before = await asked()
  expect((await runCli(['profile', 'NorrbyInstr', '--limit', '3'], { env: poor })).code).not.toBe(0)
  expect(await asked()).toEqual(before)
})
