import { PassThrough } from 'node:stream'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMcpX } from '../../packages/cli/src/mcp-x.ts'
import { run } from '../../packages/cli/src/run.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
})

type Message = {
  id?: number | string
  method?: string
  params?: never
  result?: never
  error?: never
} & Record<
  string,
  // biome-ignore lint/suspicious/noExplicitAny: a message as a test reads it
  any
>

/** A client of `mcp-x` that talks in lines. */
class Client {
  readonly #input = new PassThrough()
  readonly #lines: string[] = []
  readonly #waiting: ((line: string) => void)[] = []
  readonly #done: Promise<number>
  readonly #isModern: boolean
  readonly #capabilities: object
  #id = 1

  constructor(era: 'modern' | 'legacy', capabilities: object, env: Record<string, string> = {}) {
    this.#isModern = era === 'modern'
    this.#capabilities = capabilities
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    stderr.resume()
    let rest = ''
    stdout.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        const next = this.#waiting.shift()
        if (next) next(line)
        else this.#lines.push(line)
      }
    })
    this.#done = run(
      [],
      {
        stdin: this.#input,
        stdout,
        stderr,
        env: {
          X_MD_DATA_DIR: ':memory:',
          X_API_BASE_URL: `${sandbox.url}/x-api`,
          X_API_KEY: 'sandbox-app-key',
          X_API_KEY_SECRET: 'sandbox-app-secret',
          X_ACCESS_TOKEN: 'sandbox-owner-token',
          X_ACCESS_TOKEN_SECRET: 'sandbox-owner-token-secret',
          MEDIA_ROOT: '/tmp',
          ...env,
        },
      },
      createMcpX,
    )
  }

  async open(): Promise<void> {
    if (this.#isModern) return
    const clientInfo = { name: 'test', version: '1' }
    await this.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: this.#capabilities,
      clientInfo,
    })
    this.write({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  write(message: object): void {
    this.#input.write(`${JSON.stringify(message)}\n`)
  }

  async next(): Promise<Message> {
    return JSON.parse(
      this.#lines.shift() ?? (await new Promise<string>((resolve) => this.#waiting.push(resolve))),
    )
  }

  ask(method: string, params: object): Promise<Message> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': this.#capabilities,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    }
    this.write({
      jsonrpc: '2.0',
      id: this.#id++,
      method,
      params: this.#isModern ? { ...params, _meta } : params,
    })
    return this.next()
  }

  call(args: object, more: object = {}, name = 'x_post_create'): Promise<Message> {
    return this.ask('tools/call', { name, arguments: args, ...more })
  }

  end(): Promise<number> {
    this.#input.end()
    return this.#done
  }
}

/** How many posts the account was charged for. */
async function created(): Promise<number> {
  const log = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as {
    method: string
    path: string
  }[]
  return log.filter(({ method, path }) => method === 'POST' && path.endsWith('/2/tweets')).length
}

const FORM = { elicitation: {} }
const accept = { confirm: { action: 'accept', content: {} } }

describe('2026-07-28', () => {
  async function asked(args: object, env: Record<string, string> = {}) {
    const client = new Client('modern', FORM, env)
    await client.open()
    const { result } = await client.call(args)
    return { client, result: result as unknown as Record<string, never> & { requestState: string } }
  }

  test('asks for what would be sent, and sends it once', async () => {
    const before = await created()
    const { client, result } = await asked({ text: 'The ferry is late.\nCosts at most $0.' })
    expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) })
    const { message } = (result as never as { inputRequests: { confirm: { params: { message: string } } } })
      .inputRequests.confirm.params
    expect(message).toBe(
      'Publish a post, as @oskar_fenwall?\nPOST /2/tweets\ntext:\n> The ferry is late.\n> Costs at most $0.\nCosts at most $0.015.',
    )
    expect(await created()).toBe(before)
    const answer = { inputResponses: accept, requestState: result.requestState }
    const done = await client.call({ text: 'The ferry is late.\nCosts at most $0.' }, answer)
    expect(done.result).toMatchObject({ structuredContent: { cost: { usd: 0.015 } } })
    expect(await created()).toBe(before + 1)
    const again = await client.call({ text: 'The ferry is late.\nCosts at most $0.' }, answer)
    expect(again.error).toMatchObject({ code: -32602, message: 'Invalid or expired requestState' })
    expect(await created()).toBe(before + 1)
    await client.end()
  })

  test.each([
    ['other arguments', (state: string) => ({ args: { text: 'other' }, state, tool: 'x_post_create' })],
    ['another tool', (state: string) => ({ args: { id: '20' }, state, tool: 'x_post_delete' })],
    [
      'a state that was changed',
      (state: string) => ({ args: { text: 'one' }, state: `${state.slice(0, -2)}AA`, tool: 'x_post_create' }),
    ],
    [
      'a state that was made up',
      () => ({ args: { text: 'one' }, state: 'v1.e30.AA', tool: 'x_post_create' }),
    ],
  ])('consent does not go for %s', async (_, change) => {
    const before = await created()
    const { client, result } = await asked({ text: 'one' })
    const { args, state, tool } = change(result.requestState)
    const answer = await client.call(args, { inputResponses: accept, requestState: state }, tool)
    expect(answer.error).toMatchObject({ code: -32602 })
    expect(await created()).toBe(before)
    await client.end()
  })

  test.each(['decline', 'cancel'])('%s sends nothing', async (action) => {
    const before = await created()
    const { client, result } = await asked({ text: 'one' })
    const answer = { inputResponses: { confirm: { action } }, requestState: result.requestState }
    expect((await client.call({ text: 'one' }, answer)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('(declined)') }],
    })
    expect(await created()).toBe(before)
    await client.end()
  })

  test('an answer without a question asks anew', async () => {
    const client = new Client('modern', FORM)
    const { result } = await client.call({ text: 'one' }, { inputResponses: accept })
    expect(result).toMatchObject({ resultType: 'input_required' })
    await client.end()
  })

  test.each([
    ['X_CONFIRM=never', { X_CONFIRM: 'never' }, { text: 'one' }],
    ['dry_run', {}, { text: 'one', dry_run: true }],
  ])('with %s nobody is asked', async (_, env, args) => {
    const { client, result } = await asked(args, env as Record<string, string>)
    expect(result).toMatchObject({ resultType: 'complete' })
    expect(result.isError).toBeUndefined()
    await client.end()
  })
})

describe('2025-11-25', () => {
  test.each([
    ['accept', 1],
    ['decline', 0],
  ])('asks over the connection; %s sends %d', async (action, sent) => {
    const before = await created()
    const client = new Client('legacy', FORM)
    await client.open()
    const question = await client.call({ text: 'one' })
    expect(question).toMatchObject({ method: 'elicitation/create' })
    client.write({ jsonrpc: '2.0', id: question.id, result: { action, content: {} } })
    const { result } = await client.next()
    if (sent) expect(result).toMatchObject({ structuredContent: { cost: { usd: 0.015 } } })
    else expect(result).toMatchObject({ isError: true })
    expect(await created()).toBe(before + sent)
    await client.end()
  })
})

describe.each(['modern', 'legacy'] as const)('a client of the %s era that cannot ask', (era) => {
  test.each([
    ['ask', 1],
    ['always', 0],
  ])('X_CONFIRM=%s sends %d', async (how, sent) => {
    const before = await created()
    const client = new Client(era, { elicitation: { url: {} } }, { X_CONFIRM: how })
    await client.open()
    const { result } = await client.call({ text: 'one' })
    expect((result as never as { isError?: boolean }).isError === true).toBe(sent === 0)
    expect(await created()).toBe(before + sent)
    await client.end()
  })
})
