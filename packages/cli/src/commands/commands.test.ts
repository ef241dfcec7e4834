import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sandboxBases } from '../embedded-sandbox.ts'
import { runCli } from '../testing/run-cli.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  env = sandboxBases(sandbox.url)
})
afterAll(() => sandbox.close())

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'x-md-cli-'))
})

const control = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${sandbox.url}/_sandbox/${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })

describe('the program', () => {
  test.each([['--help'], ['help', 'read'], ['read', '--help'], ['--version']])('%s %s', async (...args) => {
    const { code, stdout, stderr } = await runCli(args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).not.toBe('')
  })

  test.each([
    [[]],
    [['reed', 'jack/20']],
    [['read']],
    [['read', 'jack/20', 'jack/21']],
    [['read', 'jack/20', '--colour']],
    [['sandbox', '--port', '70000']],
    [['sandbox', '--now', 'yesterday-ish']],
    [['render']],
    [['render', '--from', 'nitter']],
  ])('bad arguments exit 2 and are told on stderr: %j', async (args) => {
    const { code, stdout, stderr } = await runCli(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).not.toBe('')
  })

  test('a command that is nearly one is suggested', async () => {
    expect((await runCli(['reed', 'jack/20'])).stderr).toContain('read')
  })
})

describe('read', () => {
  test('every way to name a post gives the same answer', async () => {
    const ways = ['20', 'jack/20', '@jack/20', 'jack/status/20', 'https://x.com/jack/status/20']
    const results = await Promise.all(ways.map((way) => runCli(['read', way], { env })))
    expect(results.map(({ code }) => code)).toEqual(ways.map(() => 0))
    expect(new Set(results.map(({ stdout }) => stdout)).size).toBe(1)
    expect(results[0]?.stdout).toContain('just setting up my twttr')
    expect(results.map(({ stderr }) => stderr).join('')).toBe('')
  })

  test('JSON is compact for programs and indented for people; both say the same', async () => {
    const plain = await runCli(['read', 'jack/20', '--json'], { env })
    const pretty = await runCli(['read', 'jack/20', '--format', 'json'], { env, terminal: true })
    expect(plain.stdout.trimEnd()).not.toContain('\n')
    expect(pretty.stdout).toContain('\n  "posts": [')
    const withoutTime = (text: string) => ({ ...JSON.parse(text), fetched_at: '' })
    expect(withoutTime(pretty.stdout)).toEqual(withoutTime(plain.stdout))
  })

  test.each([
    [['--thread', '5abc'], /thread="5abc"/],
    [['--thread', '1'], /2 to 100/],
    [['--max-posts', '101'], /max_posts/],
    [['--format', 'xml'], /format="xml"/],
    [['--replies', 'best'], /top, recent, off/],
    [['--json', '--format', 'obsidian'], /exclude each other/],
  ])('an option that cannot be: %j', async (options, message) => {
    const { code, stdout, stderr } = await runCli(['read', 'jack/20', ...options], { env })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
  })

  test.each([
    ['https://vxtwitter.com/jack/status/20', 2],
    ['jack', 2],
    ['', 2],
    ['jack/99999999999999999999999', 1],
  ])('a post that cannot be read: %s exits %i', async (post, expected) => {
    const { code, stdout, stderr } = await runCli(['read', post], { env })
    expect([code, stdout]).toEqual([expected, ''])
    expect(stderr).toMatch(/^x-md: /)
  })

  test('rate limited: exit 3, and how long to wait', async () => {
    await control('PUT', 'overrides', {
      path: '/fxtwitter/2/status/20',
      status: 429,
      headers: { 'retry-after': '7' },
      body: '{}',
    })
    await control('PUT', 'overrides', { path: '/syndication/tweet-result', status: 500, body: '{}' })
    const { code, stderr } = await runCli(['read', 'jack/20', '--thread', 'off'], { env })
    await control('DELETE', 'overrides')
    expect(code).toBe(3)
    expect(stderr).toContain('wait 7 s')
  })

  test('an upstream that is down: exit 1, no stack', async () => {
    const { code, stdout, stderr } = await runCli(['read', 'jack/20'], {
      env: { ...env, FXTWITTER_BASE_URL: 'http://127.0.0.1:9', SYNDICATION_BASE_URL: 'http://127.0.0.1:9' },
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('-o writes the file and says so on stderr only', async () => {
    const file = join(folder, 'post.md')
    const { code, stdout, stderr } = await runCli(['read', 'jack/20', '--format', 'obsidian', '-o', file], {
      env,
    })
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain(`wrote ${file}`)
    expect(readFileSync(file, 'utf8')).toMatch(/^---\n/)
    expect(readdirSync(folder)).toEqual(['post.md'])
  })

  test('-o into a folder that does not exist makes none', async () => {
    const { code, stderr } = await runCli(['read', 'jack/20', '-o', join(folder, 'new', 'post.md')], { env })
    expect(code).toBe(2)
    expect(stderr).toContain('does not exist')
    expect(readdirSync(folder)).toEqual([])
  })

  test('--sandbox needs nothing from outside', async () => {
    const { code, stdout } = await runCli(['read', 'jack/20', '--sandbox'])
    expect([code, stdout.includes('just setting up my twttr')]).toEqual([0, true])
  })
})

describe('render', () => {
  const saved = async (): Promise<string> => {
    const headers = { 'user-agent': 'test' }
    return (await fetch(`${sandbox.url}/fxtwitter/2/thread/20`, { headers })).text()
  }

  test('a file and standard input give the same, with no network', async () => {
    const file = join(folder, 'saved.json')
    writeFileSync(file, await saved())
    const fromFile = await runCli(['render', '--from', 'fxtwitter', file])
    const fromInput = await runCli(['render', '--from', 'fxtwitter'], { stdin: await saved() })
    expect(fromFile).toEqual(fromInput)
    expect(fromFile.code).toBe(0)
    expect(fromFile.stdout).toContain('just setting up my twttr')
  })

  test.each(['markdown', 'json', 'obsidian'])('as %s', async (format) => {
    const { code, stdout } = await runCli(['render', '--from', 'fxtwitter', '--format', format], {
      stdin: await saved(),
    })
    expect([code, stdout.includes('just setting up my twttr')]).toEqual([0, true])
  })

  test.each([
    ['{', /not JSON/],
    ['', /is empty/],
    ['{"ok":true}', /not an FxTwitter answer/],
    ['null', /not an FxTwitter answer/],
  ])('what is none is refused: %s', async (stdin, message) => {
    const { code, stdout, stderr } = await runCli(['render', '--from', 'fxtwitter'], { stdin })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
  })

  test('a missing file, a folder and too many bytes are told apart', async () => {
    const said = async (args: string[], stdin?: Uint8Array) =>
      (await runCli(['render', '--from', 'fxtwitter', ...args], stdin ? { stdin } : {})).stderr
    expect(await said([join(folder, 'no.json')])).toMatch(/does not exist/)
    expect(await said([folder])).toMatch(/is a folder/)
    expect(await said(['-'], Buffer.alloc(64 * 1024 * 1024 + 1, 32))).toMatch(/larger than 64 MiB/)
  })
})

describe('config', () => {
  test('names every fault and still shows the rest', async () => {
    const { code, stdout, stderr } = await runCli(['config'], {
      env: { X_MD_PORT: 'abc', TCO_BASE_URL: 'nope' },
    })
    expect(code).toBe(2)
    expect(stderr).toContain('X_MD_PORT')
    expect(stderr).toContain('TCO_BASE_URL')
    expect(stdout).toContain('X_MD_HOST')
  })

  test('--json', async () => {
    const { code, stdout } = await runCli(['config', '--json'], { env: { X_MD_PORT: '9' } })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ name: 'X_MD_PORT', value: '9', from: 'environment' }),
    )
  })
})

describe('doctor', () => {
  const statuses = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/)[0])

  test('all is well on a sandbox', async () => {
    const { code, stdout } = await runCli(['doctor', '--live', '--sandbox'], {
      env: { X_MD_DATA_DIR: folder, CONTEXT_DEV_API_KEY: 'k', FIRECRAWL_API_KEY: 'k' },
    })
    expect(new Set(statuses(stdout))).toEqual(new Set(['ok']))
    expect(code).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  test('what fails is told and makes it exit 1; the rest is still checked', async () => {
    const { code, stdout } = await runCli(['doctor'], {
      env: { ...env, FXTWITTER_BASE_URL: 'http://127.0.0.1:9', X_MD_DATA_DIR: folder },
    })
    expect(code).toBe(1)
    // No sessions, two sources without a key, and the look at shapes.
    expect(statuses(stdout).filter((status) => status !== 'ok')).toEqual([
      'skipped',
      'fail',
      ...Array(3).fill('skipped'),
    ])
  })
})
