import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../../packages/server/src/testing.ts'
import { spoilt } from './mutations.ts'
import { headersFor, INITIALIZE, type Message, parse, request } from './speakers.ts'
import { Watch } from './watch.ts'

const MESSAGES = 10_000
const BIN = fileURLToPath(new URL('../../packages/cli/bin/x-md.js', import.meta.url))

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const { seed } = fc.readConfigureGlobal() ?? {}
const lines = fc
  .sample(spoilt, { numRuns: MESSAGES, ...(seed !== undefined && { seed }) })
  .filter((line) => line.trim() !== '')

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const PRINTABLE = /^[\x20-\x7e]+$/

/** What has to come back for a line: an answer with its id, an error that knows none, or nothing. */
function due(line: string): { id: string | number } | 'error' | 'nothing' {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return 'error'
  }
  if (!isObject(message)) return 'error'
  const { id } = message
  const hasId = typeof id === 'string' || Number.isSafeInteger(id)
  if (hasId && 'method' in message) return { id: id as string | number }
  if (hasId && message.jsonrpc === '2.0' && (isObject(message.result) || isObject(message.error)))
    return 'nothing'
  const isNotice =
    !('id' in message) &&
    message.jsonrpc === '2.0' &&
    typeof message.method === 'string' &&
    (!('params' in message) || isObject(message.params))
  if (isNotice) return 'nothing'
  return hasId ? { id: id as string | number } : 'error'
}

/** Whatever is answered is a message of JSON-RPC that says either what was found or what was wrong. */
function expectMessage(message: Message | undefined, context: string): void {
  expect(message?.jsonrpc, context).toBe('2.0')
  if (message?.method) return
  expect(
    ['result', 'error'].filter((key) => key in (message ?? {})),
    context,
  ).toHaveLength(1)
  if (!message?.error) return
  expect(Number.isSafeInteger(message.error.code), context).toBe(true)
  expect(message.error.code, context).not.toBe(-32603)
  expect(message.error.message, context).toMatch(/\S/)
  expect(JSON.stringify(message.error), context).not.toMatch(/\.ts:|node_modules|at async/)
}

test('over HTTP, every spoilt message has a defined answer', async () => {
  const send = async (line: string, index: number): Promise<void> => {
    const era = line.includes('2026-07-28') ? 'modern' : 'legacy'
    let message: unknown = {}
    try {
      message = JSON.parse(line)
    } catch {
      // What is no JSON is sent with no headers that mirror it.
    }
    const all = Object.entries(headersFor(era, isObject(message) ? message : {}))
    const headers = all.filter(
      ([, value]: [string, unknown]) => typeof value === 'string' && PRINTABLE.test(value),
    )
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { ...Object.fromEntries(headers), ...(index % 3 === 0 && { accept: 'text/event-stream' }) },
      body: line,
    })
    const text = await response.text()
    const context = `${line.slice(0, 1500)}\n→ ${response.status} ${text.slice(0, 500)}`
    expect([200, 202, 400, 404], context).toContain(response.status)
    if (response.status === 202) return expect(text, context).toBe('')
    expectMessage(parse(text), context)
  }
  for (let at = 0; at < lines.length; at += 16) {
    await Promise.all(lines.slice(at, at + 16).map((line, index) => send(line, at + index)))
  }
  expect((await service.get('/healthz')).status).toBe(200)
})

/** The program as a process, with every line that it writes to stdout. */
class Program {
  readonly #child: ChildProcess
  readonly #waiting = new Map<string, (message: Message) => void>()
  readonly messages: Message[] = []
  readonly foreign: string[] = []

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    this.#child = spawn(process.execPath, [BIN, 'mcp', ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, X_MD_DATA_DIR: ':memory:', ...env },
    })
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
      this.#take(line),
    )
  }

  #take(line: string): void {
    let message: Message
    try {
      message = JSON.parse(line) as Message
    } catch {
      this.foreign.push(line)
      return
    }
    this.messages.push(message)
    const id = JSON.stringify(message.id)
    this.#waiting.get(id)?.(message)
    this.#waiting.delete(id)
  }

  write(line: string): void {
    this.#child.stdin?.write(`${line}\n`)
  }

  /** Waits for an answer with an id. */
  answer(id: string | number): Promise<Message> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`No answer to ${JSON.stringify(id)}`)), 20_000)
      this.#waiting.set(JSON.stringify(id), (message) => {
        clearTimeout(late)
        resolve(message)
      })
    })
  }

  async end(): Promise<number | null> {
    this.#child.stdin?.end()
    if (this.#child.exitCode === null) await once(this.#child, 'exit')
    return this.#child.exitCode
  }
}

test.each([
  ['modern', request('modern', 'tools/list', {}, 'open')],
  ['legacy', { ...INITIALIZE, id: 'open' }],
])(
  'over stdio, every spoilt message has a defined answer, and stdout nothing else (%s)',
  async (_, opening) => {
    const program = new Program(['--sandbox'])
    const opened = program.answer('open')
    program.write(JSON.stringify(opening))
    await opened
    let number = 0
    for (const line of lines) {
      const expected = due(line)
      const before = program.messages.length
      const marker = `marker-${number++}`
      const marked = program.answer(marker)
      const answered = typeof expected === 'object' ? program.answer(expected.id) : undefined
      program.write(line)
      program.write(JSON.stringify(request('modern', 'tools/list', {}, marker)))
      await marked
      const context = line.slice(0, 1500)
      if (answered)
        expectMessage(await answered.catch((error) => expect.fail(`${error.message}: ${context}`)), context)
      const others = program.messages.slice(before).filter(({ id, method }) => id !== marker && !method)
      for (const message of others) expectMessage(message, context)
      if (expected === 'error') expect(others.length, context).toBe(1)
      if (expected === 'nothing') expect(others, context).toEqual([])
    }
    expect(program.foreign).toEqual([])
    expect(await program.end()).toBe(0)
  },
)

test('1,000 calls that are cancelled leave no request upstream running', async () => {
  const watch = await Watch.start()
  watch.aim(`${service.sandbox}/fxtwitter`)
  const env = {
    FXTWITTER_BASE_URL: watch.url,
    SYNDICATION_BASE_URL: `${service.sandbox}/syndication`,
    UPSTREAM_TIMEOUT_SECONDS: '120',
    X_MD_RATE_LIMITS: 'false',
  }
  const remote = await startService({ ...env, X_MD_RATE_LIMITS: 'false' })
  const program = new Program([], env)
  const opened = program.answer('open')
  program.write(JSON.stringify(request('modern', 'tools/list', {}, 'open')))
  await opened
  watch.hold()
  const tools = ['x_md_get_profile', 'x_md_get_followers', 'x_md_get_post', 'x_md_search_posts']
  const argumentsOf = (n: number) => {
    const name = tools[n % tools.length] as string
    if (name === 'x_md_get_post') return { name, arguments: { handle: 'jack', id: String(10_000 + n) } }
    if (name === 'x_md_search_posts') return { name, arguments: { q: `word ${n}` } }
    return { name, arguments: { handle: `someone_${n}` } }
  }
  for (let n = 0; n < 500; n++) {
    const leaving = new AbortController()
    const body = request(n % 2 ? 'modern' : 'legacy', 'tools/call', argumentsOf(n))
    const headers = headersFor(n % 2 ? 'modern' : 'legacy', body)
    const calling = fetch(`${remote.url}/mcp`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: leaving.signal,
    })
    program.write(JSON.stringify(request('modern', 'tools/call', argumentsOf(n + 1000), n)))
    // Some leave before anything was asked, some while it runs.
    await new Promise((resolve) => setTimeout(resolve, n % 10))
    leaving.abort()
    await calling.catch(() => undefined)
    const { id: _, ...notice } = request('modern', 'notifications/cancelled', { requestId: n })
    program.write(JSON.stringify(notice))
  }
  await watch.until((running) => running === 0)
  // Nobody hears of what was cancelled.
  expect(program.messages.filter(({ id }) => typeof id === 'number')).toEqual([])
  expect(await program.end()).toBe(0)
  await remote.close()
  await watch.close()
})
