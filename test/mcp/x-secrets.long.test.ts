import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP, USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INITIALIZE } from './speakers.ts'

const BIN = fileURLToPath(new URL('../../packages/cli/bin/mcp-x.js', import.meta.url))
const LOGIN_FILE = 'x-login.json'
const [owner] = USER_TOKENS
const KEYS = {
  X_API_KEY: APP.key,
  X_API_KEY_SECRET: APP.secret,
  X_ACCESS_TOKEN: owner?.token ?? '',
  X_ACCESS_TOKEN_SECRET: owner?.secret ?? '',
}
/** No key is like another text, and each has signs that are written in other ways in addresses. */
const MARKED = {
  X_API_KEY: 'marked/app+key==',
  X_API_KEY_SECRET: 'marked/app+secret==',
  X_ACCESS_TOKEN: 'marked/access+token==',
  X_ACCESS_TOKEN_SECRET: 'marked/access+secret==',
}
const HTTP_TOKEN = 'marked/http+token=='
const REDIS_PASSWORD = 'marked-redis-password'
const LOGIN = { access: 'marked/login+access==', refresh: 'marked/login+refresh==' }
const CLIENT_SECRET = 'marked/client+secret=='

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let folder: string
let media: string
/** What the sandbox gives an app that shows its keys. */
let bearer: string
beforeAll(async () => {
  sandbox = await startSandbox({ now: Date.now() })
  folder = mkdtempSync(join(tmpdir(), 'x-secrets-'))
  media = join(folder, 'media')
  mkdirSync(media)
  writeFileSync(join(media, 'note.txt'), 'a note')
  const answer = await fetch(`${sandbox.url}/x-api/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${APP.key}:${APP.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  bearer = ((await answer.json()) as { access_token: string }).access_token
  expect(bearer).toMatch(/.{16}/)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

async function control(path: string, json: unknown): Promise<void> {
  const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(json),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

/** Each secret as it is, as addresses and signatures write it, and in base64, wherever in a text that begins. */
function formsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${'x'.repeat(before)}${secret}`).toString('base64')
    // The first and last signs depend on what stands beside it.
    return encoded.slice(before === 0 ? 0 : 4, -4)
  })
  const encoded = encodeURIComponent(secret)
  return [secret, encoded, encodeURIComponent(encoded), JSON.stringify(secret).slice(1, -1), ...base64]
}

function secretsFound(where: string, text: string): string[] {
  const secrets = [
    ...Object.entries(KEYS),
    ...Object.entries(MARKED),
    ['the bearer of the app', bearer],
    ['MCP_AUTH_TOKEN', HTTP_TOKEN],
    ['the password of Redis', REDIS_PASSWORD],
    ['the access token of the login', LOGIN.access],
    ['its refresh token', LOGIN.refresh],
    ['the secret of the client', CLIENT_SECRET],
  ] as const
  return secrets.flatMap(([name, secret]) =>
    formsOf(secret)
      .filter((form) => text.includes(form))
      .map((form) => `${where}: ${name} as ${form}`),
  )
}

test('a secret is found in whatever form', () => {
  const basic = Buffer.from(`${APP.key}:${MARKED.X_API_KEY_SECRET}`).toString('base64')
  for (const text of [`a ${LOGIN.access} b`, `?a=${encodeURIComponent(HTTP_TOKEN)}`, `Basic ${basic}`]) {
    expect(secretsFound('here', text)).not.toEqual([])
  }
})

/** A server that was started; all that it says and keeps. */
class Server {
  readonly data = mkdtempSync(join(folder, 'data-'))
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<number | null>
  said = ''

  constructor(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
    if (env.X_OAUTH2_CLIENT_ID) {
      const login = { client: env.X_OAUTH2_CLIENT_ID, base: `${sandbox.url}/x-api`, ...LOGIN, expires_at: 1 }
      writeFileSync(join(this.data, LOGIN_FILE), JSON.stringify(login), { mode: 0o600 })
    }
    this.child = spawn(process.execPath, [BIN, ...args], {
      env: {
        PATH: process.env.PATH ?? '',
        X_API_BASE_URL: `${sandbox.url}/x-api`,
        X_MD_DATA_DIR: this.data,
        MEDIA_ROOT: media,
        LOG_LEVEL: 'trace',
        X_DEBUG: 'true',
        X_PLAN: 'enterprise',
        X_CACHE_PAID_READS: 'false',
        X_BUDGET_USD_DAY: '20',
        POSTS_MIN_TIMEOUT_MS: '150',
        USERS_MIN_TIMEOUT_MS: '150',
        ...KEYS,
        ...env,
      },
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.said += chunk.toString()
      })
    }
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
  }

  write(...messages: readonly unknown[]): void {
    this.child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  }

  async says(words: string): Promise<void> {
    await expect.poll(() => this.said, { timeout: 30_000 }).toContain(words)
  }

  /** All secrets in what it said and in the files that it left. */
  async found(): Promise<string[]> {
    await this.ended
    const files = readdirSync(this.data, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )
    const kept = files.filter(({ name }) => name !== LOGIN_FILE)
    return [
      ...secretsFound('what it said', this.said),
      ...kept.flatMap(({ parentPath, name }) =>
        secretsFound(name, readFileSync(join(parentPath, name)).toString('latin1')),
      ),
    ]
  }
}

const everywhere = (fault: Record<string, unknown>) => [{ door: 'x-api', path: '/**', ...fault }]
const problem = (status: number, detail: string) =>
  everywhere({ kind: '5xx', status, body: { title: 'No', type: 'about:blank', status, detail } })

/** What goes wrong with X: faults of its door, or how that behaves. */
const FAILURES: readonly (readonly [
  what: string,
  { faults?: readonly Record<string, unknown>[]; settings?: Record<string, unknown> },
])[] = [
  ['nothing', {}],
  ['401', { faults: problem(401, 'Unauthorized') }],
  ['403', { faults: problem(403, 'Forbidden') }],
  ['a daily limit', { faults: problem(403, 'You have reached the daily limit for sending posts.') }],
  ['402', { settings: { credits: 0 } }],
  ['a spending limit', { settings: { spendCap: 0 } }],
  ['an app of no project', { settings: { enrolled: false } }],
  ['429', { faults: everywhere({ kind: 'rate-limit' }) }],
  ['500', { faults: everywhere({ kind: '5xx', status: 500 }) }],
  ['503', { faults: everywhere({ kind: '5xx' }) }],
  ['a reset', { faults: everywhere({ kind: 'reset' }) }],
  ['a hang', { faults: everywhere({ kind: 'hang' }) }],
  ['a page for people', { faults: everywhere({ kind: 'html-200' }) }],
  ['half an answer', { faults: everywhere({ kind: 'truncated-json' }) }],
  ['a body without end', { faults: everywhere({ kind: 'huge-body', bytes: 64 * 1024 * 1024 }) }],
  ['{}', { faults: everywhere({ kind: 'empty-object' }) }],
]

/** Calls with each kind of credentials: the keys, the bearer of the app, a login; a write, an upload; bad ones. */
const CALLS: readonly (readonly [name: string, args: Record<string, unknown>])[] = [
  ['x_users_me', { timeout_ms: 1500 }],
  ['x_posts_count', { queries: ['gulls'], timeout_ms: 1500 }],
  ['x_bookmarks_list', { timeout_ms: 1500 }],
  ['x_post_create', { text: 'fog again', timeout_ms: 1500 }],
  ['x_media_upload', { path: '/etc/hostname', category: 'tweet_image' }],
  ['x_users_lookup', { no_such: 1 }],
  ['no_such_tool', {}],
]

const OAUTH2 = { X_OAUTH2_CLIENT_ID: 'sandbox-client-id', X_OAUTH2_CLIENT_SECRET: CLIENT_SECRET }
const call = (id: number, [name, args]: (typeof CALLS)[number]) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

describe.each(['local', 'prod'])('no secret is told where LOG_MODE is %s', (LOG_MODE) => {
  test.each(['stdio', 'http'])('over %s, whatever X does', async (transport) => {
    await control('reset', {})
    const env = { LOG_MODE, ...OAUTH2, MCP_AUTH_TOKEN: HTTP_TOKEN }
    const server = new Server(env, transport === 'http' ? ['--transport', 'http', '--port', '0'] : [])
    await server.says(transport === 'http' ? 'listening on ' : 'MCP server has started')
    const ask = transport === 'http' ? overHttp(server) : overStdio(server)
    for (const [what, { faults = [], settings = {} }] of FAILURES) {
      await control('reset', {})
      await control('x-api', settings)
      await control('faults', faults)
      const answers = await Promise.all(CALLS.map(ask))
      expect(answers.filter(Boolean), what).toHaveLength(CALLS.length)
    }
    await control('reset', {})
    server.child.kill('SIGTERM')
    expect(await server.found()).toEqual([])
    // It did say something.
    expect(server.said).toMatch(/X API/)
  })

  test('when it is told to stop in the middle of a call', async () => {
    await control('reset', {})
    const server = new Server({ LOG_MODE, ...OAUTH2 })
    await server.says('MCP server has started')
    await control('faults', everywhere({ kind: 'hang' }))
    server.write(INITIALIZE, { jsonrpc: '2.0', method: 'notifications/initialized' })
    CALLS.forEach((one, at) => {
      server.write(call(at, one))
    })
    await server.says('"id":6')
    server.child.kill('SIGTERM')
    expect(await server.found()).toEqual([])
    await control('reset', {})
  })

  test.each<[string, Record<string, string>, string[]?]>([
    ['keys that X does not know', MARKED],
    ['a secret that is wrong', { X_API_KEY_SECRET: MARKED.X_API_KEY_SECRET }],
    ['a token that is wrong', { X_ACCESS_TOKEN: MARKED.X_ACCESS_TOKEN }],
    ['a key that is missing', { ...MARKED, X_ACCESS_TOKEN: '' }],
    [
      'keys with line breaks in them',
      { ...MARKED, X_API_KEY: `${MARKED.X_API_KEY}\n`, X_ACCESS_TOKEN: `\r${MARKED.X_ACCESS_TOKEN}` },
    ],
    ['a secret in place of a folder', { MEDIA_ROOT: 'media', X_API_KEY_SECRET: MARKED.X_API_KEY_SECRET }],
    ['bad settings', { ...MARKED, POSTS_MAX_IDS: 'many', MCP_AUTH_TOKEN: `${HTTP_TOKEN}\n` }],
    ['a short token', { MCP_AUTH_TOKEN: `${HTTP_TOKEN} \u00e9` }, ['--transport', 'http', '--port', '0']],
    ['a Redis that is down', { REDIS_URL: `redis://user:${REDIS_PASSWORD}@127.0.0.1:9/0` }],
    ['a Redis without an address', { REDIS_URL: `user:${REDIS_PASSWORD}@127.0.0.1:9` }],
    ['a Redis by another scheme', { REDIS_URL: `http://user:${REDIS_PASSWORD}@127.0.0.1:9` }],
    ['an X that is not there', { ...MARKED, X_API_BASE_URL: 'http://127.0.0.1:9' }],
    ['an address with a name in it', { X_API_BASE_URL: `ftp://user:${REDIS_PASSWORD}@127.0.0.1` }],
    ['a flag that is none', MARKED, ['--nothing']],
    ['a folder of data that is a file', { ...MARKED, X_MD_DATA_DIR: '/etc/hostname' }],
  ])('when it starts with %s', async (_, env, args = []) => {
    await control('reset', {})
    const server = new Server({ LOG_MODE, ...env }, args)
    server.child.stdin.end()
    const timer = setTimeout(() => server.child.kill('SIGTERM'), 6_000)
    expect(await server.found()).toEqual([])
    clearTimeout(timer)
    expect(server.said).not.toBe('')
  })
})

type Ask = (one: (typeof CALLS)[number], at: number) => Promise<string>

function overStdio(server: Server): Ask {
  server.write(INITIALIZE, { jsonrpc: '2.0', method: 'notifications/initialized' })
  let next = 1000
  return async (one) => {
    const id = next++
    server.write(call(id, one))
    await server.says(`"id":${id}`)
    return 'answered'
  }
}

function overHttp(server: Server): Ask {
  const url = /listening on (\S+)/.exec(server.said)?.[1] ?? ''
  return async (one, at) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        // The last one comes without a good token.
        authorization: `Bearer ${at === CALLS.length - 1 ? `${HTTP_TOKEN}x` : HTTP_TOKEN}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify(call(at, one)),
    })
    const text = `${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`
    server.said += text
    return text
  }
}
