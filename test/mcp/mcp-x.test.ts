import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMcpX, goFlags } from '../../packages/cli/src/mcp-x.ts'
import { run } from '../../packages/cli/src/run.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let folder: string
beforeAll(async () => {
  sandbox = await startSandbox()
  folder = mkdtempSync(join(tmpdir(), 'mcp-x-test-'))
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

/** The four keys of an account on the sandbox. */
function keys(token = 'sandbox-owner-token') {
  return {
    X_API_BASE_URL: `${sandbox.url}/x-api`,
    X_API_KEY: 'sandbox-app-key',
    X_API_KEY_SECRET: 'sandbox-app-secret',
    X_ACCESS_TOKEN: token,
    X_ACCESS_TOKEN_SECRET: `${token}-secret`,
  }
}

async function control(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

/** Runs `mcp-x` to its end, with stdin at its end from the beginning unless lines are given. */
async function mcpX(args: readonly string[], env: Record<string, string>, lines: readonly unknown[] = []) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const out: string[] = []
  const err: string[] = []
  stdout.on('data', (chunk) => out.push(String(chunk)))
  stderr.on('data', (chunk) => err.push(String(chunk)))
  stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const code = await run(
    goFlags(args),
    { stdin, stdout, stderr, env: { X_MD_DATA_DIR: ':memory:', ...env } },
    createMcpX,
  )
  return { code, stdout: out.join(''), stderr: err.join('') }
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

test.each(['-version', '--version'])('%s needs no keys', async (flag) => {
  const { code, stdout, stderr } = await mcpX([flag], {})
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('-sandbox needs nothing, and says who it is and how it is spoken to', async () => {
  const { code, stdout, stderr } = await mcpX(['-sandbox'], {}, [
    INITIALIZE,
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ])
  expect(code).toBe(0)
  expect(stderr).toMatch(/^INFO authenticated with the X API user_id=\d+$/m)
  expect(stderr).toMatch(/^INFO MCP server has started transport=stdio$/m)
  expect(stdout).toContain('"serverInfo":{"name":"mcp-x"')
  expect(stdout).toContain('x_users_me')
  expect(stdout).not.toContain('x_md_get_post"')
})

test('LOG_MODE=prod writes JSON', async () => {
  const { stderr } = await mcpX(['-sandbox'], { LOG_MODE: 'prod' })
  const lines = stderr.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toContain('MCP server has started')
})

describe('settings', () => {
  test('come from a file, and those of the environment win', async () => {
    const file = join(folder, 'x.env')
    const settings = { ...keys(), X_ACCESS_TOKEN: 'wrong', MEDIA_ROOT: folder }
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    )
    expect((await mcpX(['-env', file], {})).stderr).toContain('X rejected the keys')
    const { code, stderr } = await mcpX([`-env=${file}`], { X_ACCESS_TOKEN: 'sandbox-owner-token' })
    expect([code, stderr]).toEqual([0, expect.stringContaining('authenticated')])
    // What is set to nothing is not set.
    expect((await mcpX(['-env', file], { X_ACCESS_TOKEN: '' })).stderr).toContain('X rejected the keys')
  })

  test('a file that is not there is told, and is no failure', async () => {
    const missing = join(folder, 'none.env')
    const { code, stderr } = await mcpX(['-env', missing], { ...keys(), MEDIA_ROOT: folder })
    expect(code).toBe(0)
    expect(stderr).toContain(`${missing} does not exist`)
  })

  test('all that is missing is named at once', async () => {
    const { code, stdout, stderr } = await mcpX([], { X_API_KEY: 'a' })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^mcp-x: not set: X_API_KEY_SECRET, X_ACCESS_TOKEN, X_ACCESS_TOKEN_SECRET, MEDIA_ROOT\..*developer\.x\.com.*$/m,
    )
  })

  test.each([
    ['media', 'absolute'],
    ['/no/such/folder', 'does not exist'],
    [new URL(import.meta.url).pathname, 'has to be a folder'],
  ])('MEDIA_ROOT=%s is refused before X is asked', async (root, why) => {
    const { code, stderr } = await mcpX([], { ...keys(), MEDIA_ROOT: root })
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^mcp-x: MEDIA_ROOT .*${why}`, 'm'))])
  })
})

describe('the start-up check', () => {
  beforeEach(() => control('reset', {}))
  const start = (env: Record<string, string> = {}) => mcpX([], { ...keys(), MEDIA_ROOT: folder, ...env })

  test.each([
    ['bad keys', async () => ({ X_API_KEY: 'wrong' }), /X rejected the keys/],
    [
      'a read-only token',
      async () => keys('sandbox-read-only-token'),
      /read-only: .*regenerate the Access Token/,
    ],
    ['an app of no project', () => control('x-api', { enrolled: false }), /Pay-per-use project/],
    ['no credits', () => control('x-api', { credits: 0 }), /no X API credits left/],
    ['an X that is down', () => control('faults', [{ door: '/x-api', kind: '5xx' }]), /reached from here/],
    ['no X at all', async () => ({ X_API_BASE_URL: 'http://127.0.0.1:9' }), /reached from here/],
  ])('%s is one line, and the end', async (_, prepare, line) => {
    const env = (await prepare()) ?? {}
    const { code, stdout, stderr } = await start(env)
    await control('faults', [])
    expect([code, stdout]).toEqual([1, ''])
    const said = stderr.trim().split('\n')
    expect(said.at(-1)).toMatch(line)
    expect(said.filter((one) => one.startsWith('mcp-x:'))).toHaveLength(1)
    expect(stderr).not.toMatch(/\bat \S+:\d+/)
  })

  test('an X that does not say what a token may do is believed', async () => {
    const silent = createServer((_, response) => {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ data: { id: '12', name: 'a', username: 'a' } }))
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const { code, stderr } = await start({ X_API_BASE_URL: `http://127.0.0.1:${port}` })
    silent.close()
    expect([code, stderr]).toEqual([0, expect.stringContaining('user_id=12')])
  })

  test('is paid for once', async () => {
    await start()
    const bill = JSON.stringify(await (await fetch(`${sandbox.url}/_sandbox/billing`)).json())
    expect(bill).toContain('GET /2/users/me')
  })

  test('a server that only reads takes a read-only token, and no folder', async () => {
    const { code, stderr, stdout } = await mcpX(['-read-only'], keys('sandbox-read-only-token'), [
      INITIALIZE,
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    ])
    expect([code, stderr]).toEqual([0, expect.stringContaining('authenticated')])
    const { result } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    for (const { name, annotations } of result.tools)
      expect([name, annotations.readOnlyHint]).toEqual([name, true])
  })
})
