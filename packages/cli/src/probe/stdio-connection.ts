import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Call, type Exchange, isObject, MAX_ANSWER_BYTES, since } from './exchange.ts'
import { killGroup, killWithUs } from './kill-with-us.ts'
import { LineSplitter } from './line-splitter.ts'
import { isRpc, parseJson, rpcAnswer } from './rpc-answer.ts'

/** What is heard besides answers. */
export interface StdioNoise {
  /** A line on stdout that is no JSON-RPC, shortened. */
  onGarbage: (line: string) => void
  onStderr: (text: string, bytes: number) => void
}

export interface ExitReport {
  /** Whether the end of its input was enough. */
  on_eof: boolean
  code: number | null
  ms: number
}

interface Waiting {
  id: number
  settle: (answer: Answer, raw: string) => void
  before: number
}

/** How long a process may take to end, first by itself, then when told to. */
const GRACE_MS = 1_000
const SAMPLE_LENGTH = 200
/** Bytes of answers that the server has not read. */
const MAX_UNREAD = 64 * 1024

/** One process of a server, in a group of its own, so that what it starts ends with it. */
export class StdioConnection {
  readonly #child: ChildProcess
  readonly #timeoutMs: number
  readonly #noise: StdioNoise
  readonly #lines = new LineSplitter(MAX_ANSWER_BYTES)
  readonly #unwatch: () => void
  readonly #exited: Promise<unknown>
  #waiting: Waiting | undefined
  /** Why nothing can be said any more. */
  #over: Answer | undefined

  constructor(
    [file = '', ...args]: readonly string[],
    { env, timeoutMs }: { env: Readonly<Record<string, string | undefined>>; timeoutMs: number },
    noise: StdioNoise,
  ) {
    this.#timeoutMs = timeoutMs
    this.#noise = noise
    this.#child = spawn(file, args, {
      env: { ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.#unwatch = killWithUs(this.#child)
    this.#exited = once(this.#child, 'exit').catch(() => undefined)
    this.#child.on('error', ({ message }) => this.#end('unreachable', message))
    this.#child.on('close', (code, signal) =>
      this.#end('closed', signal ? `ended by ${signal}` : `exited with code ${code}`),
    )
    // Whoever does not read its input is found by its silence.
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#hear(chunk))
    this.#child.stderr?.on('data', (chunk: Buffer) => noise.onStderr(chunk.toString('utf8'), chunk.length))
  }

  /** Whether there is a process at all. */
  get started(): boolean {
    return this.#child.pid !== undefined
  }

  async send(step: string, { message }: Call): Promise<Exchange> {
    const start = performance.now()
    const { answer, raw, before } = await this.#ask(message)
    const bytes = Buffer.byteLength(raw)
    return { step, request: { message }, answer, raw, bytes, ms: since(start), before }
  }

  #ask(message: Call['message']): Promise<{ answer: Answer; raw: string; before: number }> {
    if (this.#over) return Promise.resolve({ answer: this.#over, raw: '', before: 0 })
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`)
    const { id } = message
    if (id === undefined) return Promise.resolve({ answer: { kind: 'accepted' }, raw: '', before: 0 })
    return new Promise((resolve) => {
      const waiting: Waiting = {
        id,
        before: 0,
        settle: (answer, raw) => {
          clearTimeout(timer)
          this.#waiting = undefined
          resolve({ answer, raw, before: waiting.before })
        },
      }
      const detail = `nothing in ${this.#timeoutMs / 1000} s`
      const timer = setTimeout(
        () => waiting.settle({ kind: 'none', silence: 'timeout', detail }, ''),
        this.#timeoutMs,
      )
      this.#waiting = waiting
    })
  }

  /** Closes its input and waits; then tells it to end, and at last ends it. */
  async close(): Promise<ExitReport> {
    const start = performance.now()
    this.#child.stdin?.end()
    const onEof = await this.#within(GRACE_MS)
    const ms = since(start)
    if (!onEof) {
      killGroup(this.#child, 'SIGTERM')
      await this.#within(GRACE_MS)
    }
    // Also what it left behind.
    killGroup(this.#child, 'SIGKILL')
    await this.#within(GRACE_MS)
    this.#unwatch()
    // A grandchild that left the group may hold these open.
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
    return { on_eof: onEof, code: this.#child.exitCode, ms }
  }

  async #within(ms: number): Promise<boolean> {
    const timeout = new AbortController()
    const late = pause(ms, false, { signal: timeout.signal }).catch(() => false)
    const result = await Promise.race([this.#exited.then(() => true), late])
    timeout.abort()
    return result
  }

  #hear(chunk: Buffer): void {
    if (this.#over) return
    const lines = this.#lines.feed(chunk)
    if (!lines) {
      this.#end('too_large', `a line of more than ${MAX_ANSWER_BYTES} bytes`)
      killGroup(this.#child, 'SIGKILL')
      return
    }
    for (const line of lines) if (line.trim() !== '') this.#line(line)
  }

  #line(line: string): void {
    const parsed = parseJson(line)
    if (!parsed || !isRpc(parsed.value)) {
      this.#noise.onGarbage(line.slice(0, SAMPLE_LENGTH))
      return
    }
    const answer = this.#waiting && rpcAnswer(parsed.value, this.#waiting.id)
    if (answer) {
      this.#waiting?.settle(answer, line)
      return
    }
    if (this.#waiting) this.#waiting.before++
    this.#refuse(parsed.value)
  }

  /** Answers what the server asks of us, so that it does not wait: a ping, and nothing else. */
  #refuse(value: unknown): void {
    if (!isObject(value) || typeof value.method !== 'string' || value.id === undefined) return
    // Who asks without end and does not read gets no more answers.
    if ((this.#child.stdin?.writableLength ?? 0) > MAX_UNREAD) return
    const answer =
      value.method === 'ping' ? { result: {} } : { error: { code: -32601, message: 'Method not found' } }
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: value.id, ...answer })}\n`)
  }

  #end(silence: 'unreachable' | 'closed' | 'too_large', detail: string): void {
    const rest = this.#over ? '' : this.#lines.rest()
    if (rest.trim() !== '') this.#line(rest)
    this.#over ??= { kind: 'none', silence, detail }
    this.#waiting?.settle(this.#over, '')
  }
}
