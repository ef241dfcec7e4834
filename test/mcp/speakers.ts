import { PassThrough } from 'node:stream'
import { run } from '../../packages/cli/src/run.ts'

export type Era = 'modern' | 'legacy'
export const MODERN = '2026-07-28'
export const LEGACY = ['2025-11-25', '2025-06-18'] as const

/** A message as a test reads it: any field may be there. */
export interface Message {
  jsonrpc?: string
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown> & { content?: { type: string; text: string }[] }
  error?: { code: number; message: string; data?: Record<string, unknown> }
}

export interface Got {
  status?: number
  headers?: Headers
  /** As it was sent. */
  text: string
  message: Message | undefined
}

export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
}

export function request(
  era: Era,
  method: string,
  params: Record<string, unknown> = {},
  id: string | number = 7,
) {
  const all = era === 'modern' ? { ...params, _meta: ENVELOPE } : params
  return { jsonrpc: '2.0', id, method, params: all }
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: LEGACY[0], capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
}

/** The headers that a client of an era sends with a message. */
export function headersFor(era: Era, message: unknown): Record<string, string> {
  const common = { 'content-type': 'application/json', accept: 'application/json' }
  if (era === 'legacy') return { ...common, 'mcp-protocol-version': LEGACY[0] }
  const { method, params } = message as { method?: string; params?: { name?: string; uri?: string } }
  const name = params?.name ?? params?.uri
  return {
    ...common,
    'mcp-protocol-version': MODERN,
    ...(method && { 'mcp-method': method }),
    ...(name && { 'mcp-name': name }),
  }
}

/** Sends a body by POST. A header that is given as undefined is left out. */
export async function post(
  url: string,
  era: Era,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Got> {
  const all = { ...headersFor(era, typeof body === 'string' ? {} : body), ...headers }
  const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const response = await fetch(url, {
    method: 'POST',
    headers: Object.fromEntries(sent),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, message: parse(text) }
}

/** The last message of an answer, whether it came as JSON or as events. */
export function parse(text: string): Message | undefined {
  const json = text.startsWith('event:')
    ? (text.trim().split('\n').at(-1) ?? '').replace(/^data: /, '')
    : text
  return json ? (JSON.parse(json) as Message) : undefined
}

/** A connection over stdin and stdout to the command in this process. */
export class Stdio {
  readonly #input = new PassThrough()
  readonly #lines: string[] = []
  readonly #waiting: ((line: string) => void)[] = []
  readonly done: Promise<number>
  stderr = ''

  constructor(args: readonly string[] = ['mcp', '--sandbox'], env: Record<string, string> = {}) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    let rest = ''
    stdout.on('data', (chunk: Buffer) => {
      rest += chunk.toString()
      const parts = rest.split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        const next = this.#waiting.shift()
        if (next) next(line)
        else this.#lines.push(line)
      }
    })
    stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString()
    })
    this.done = run(args, {
      stdin: this.#input,
      stdout,
      stderr,
      env: { X_MD_DATA_DIR: ':memory:', LOG_LEVEL: 'silent', ...env },
    })
  }

  write(message: unknown): void {
    this.#input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  }

  /** The next line that comes out. */
  async next(): Promise<Got> {
    const text = this.#lines.shift() ?? (await new Promise<string>((resolve) => this.#waiting.push(resolve)))
    return { text, message: parse(text) }
  }

  async ask(message: unknown): Promise<Got> {
    this.write(message)
    return this.next()
  }

  /** Opens the connection in an era. */
  async open(era: Era): Promise<Got> {
    if (era === 'modern') {
      await this.ask(request('modern', 'server/discover', {}, 'probe'))
      // A client that has only probed may still go back to the older era.
      return this.ask(request('modern', 'prompts/list', {}, 'open'))
    }
    const answer = await this.ask(INITIALIZE)
    this.write({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return answer
  }

  /** Ends the input. @returns the exit code */
  end(): Promise<number> {
    this.#input.end()
    return this.done
  }
}
