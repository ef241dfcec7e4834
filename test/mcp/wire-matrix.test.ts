import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../../packages/server/src/testing.ts'
import { ENVELOPE, type Era, type Got, INITIALIZE, LEGACY, MODERN, post, request, Stdio } from './speakers.ts'

let service: Service
let url: string
beforeAll(async () => {
  service = await startService()
  url = `${service.url}/mcp`
})
afterAll(() => service.close())

const ERAS = ['modern', 'legacy'] as const
const POST_20 = { name: 'x_md_get_post', arguments: { handle: 'jack', id: '20' } }
const withMeta = (meta: object) => ({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: meta } })
const completing = (prompt: string, argument: string) => ({
  ref: { type: 'ref/prompt', name: prompt },
  argument: { name: argument, value: '@j' },
})
const without = (key: keyof typeof ENVELOPE) => {
  const { [key]: _, ...rest } = ENVELOPE
  return rest
}

interface Row {
  what: string
  eras?: readonly Era[]
  /** A string is sent as it is. */
  send: (era: Era) => unknown
  headers?: Record<string, string | undefined>
  /** Over HTTP; absent where the row is about HTTP no more than the code. */
  status: number
  /** Where it is an error over either transport. */
  code?: number
  /** Where stdio, which has no headers, has another code, or `served`; `skip` where the row is about HTTP alone. */
  stdio?: number | 'served' | 'skip'
  check?: (got: Got, era: Era) => void
}

const UNKNOWN = { message: 'Unknown method: nothing/here', data: { method: 'nothing/here' } }

const ROWS: readonly Row[] = [
  { what: 'a list of tools', send: (era) => request(era, 'tools/list'), status: 200 },
  { what: 'a call of a tool', send: (era) => request(era, 'tools/call', POST_20), status: 200 },
  {
    what: 'an id that is a string',
    send: (era) => request(era, 'tools/call', POST_20, 'one'),
    status: 200,
    check: ({ message }) => expect(message?.id).toBe('one'),
  },
  {
    what: 'an id 0',
    send: (era) => request(era, 'tools/list', {}, 0),
    status: 200,
    check: ({ message }) => expect(message?.id).toBe(0),
  },
  { what: 'a list of resources', send: (era) => request(era, 'resources/list'), status: 200 },
  { what: 'a list of templates', send: (era) => request(era, 'resources/templates/list'), status: 200 },
  { what: 'a list of prompts', send: (era) => request(era, 'prompts/list'), status: 200 },
  { what: 'no JSON', send: () => '{"jsonrpc": "2.0"', status: 400, code: -32700 },
  { what: 'an empty body', send: () => '', status: 400, code: -32700, stdio: 'skip' },
  { what: 'an empty batch', send: () => '[]', status: 400, code: -32600 },
  {
    what: 'a batch, whose messages are not looked at',
    send: (era) => [request(era, 'tools/call', POST_20), request(era, 'tools/list')],
    headers: { 'mcp-method': undefined, 'mcp-name': undefined },
    status: 400,
    code: -32600,
  },
  { what: 'a number', send: () => '7', status: 400, code: -32600 },
  { what: 'null', send: () => 'null', status: 400, code: -32600 },
  {
    what: 'no version of JSON-RPC',
    send: () => ({ id: 7, method: 'tools/list' }),
    status: 400,
    code: -32600,
  },
  {
    what: 'another version of JSON-RPC',
    send: () => ({ jsonrpc: '1.0', id: 7, method: 'tools/list' }),
    status: 400,
    code: -32600,
  },
  { what: 'no method', send: () => ({ jsonrpc: '2.0', id: 7 }), status: 400, code: -32600 },
  {
    what: 'a method that is a number',
    send: () => ({ jsonrpc: '2.0', id: 7, method: 7 }),
    status: 400,
    code: -32600,
  },
  {
    what: 'an id that is null',
    send: (era) => ({ ...request(era, 'tools/list'), id: null }),
    status: 400,
    code: -32600,
  },
  {
    what: 'an id that is a fraction',
    send: (era) => ({ ...request(era, 'tools/list'), id: 1.5 }),
    status: 400,
    code: -32600,
  },
  {
    what: 'parameters that are a list',
    send: () => ({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: [] }),
    status: 400,
    code: -32600,
  },
  {
    what: 'an unknown method',
    eras: ['modern'],
    send: (era) => request(era, 'nothing/here'),
    status: 404,
    code: -32601,
    check: ({ message }) => expect(message?.error).toMatchObject(UNKNOWN),
  },
  {
    what: 'an unknown method',
    eras: ['legacy'],
    send: (era) => request(era, 'nothing/here'),
    status: 200,
    code: -32601,
    check: ({ message }) => expect(message?.error).toMatchObject(UNKNOWN),
  },
  {
    what: 'initialize',
    eras: ['modern'],
    send: (era) => request(era, 'initialize', INITIALIZE.params),
    status: 404,
    code: -32601,
  },
  {
    what: 'ping',
    eras: ['modern'],
    send: (era) => request(era, 'ping'),
    status: 404,
    code: -32601,
    check: ({ message }) => expect(message?.error?.message).toContain('before 2026-07-28'),
  },
  {
    what: 'ping',
    eras: ['legacy'],
    send: (era) => request(era, 'ping'),
    status: 200,
    check: ({ message }) => expect(message?.result).toEqual({}),
  },
  {
    what: 'server/discover',
    eras: ['legacy'],
    send: (era) => request(era, 'server/discover'),
    status: 200,
    code: -32601,
    check: ({ message }) => expect(message?.error?.message).toBe('server/discover is of 2026-07-28 only.'),
  },
  {
    what: 'an unknown tool',
    send: (era) => request(era, 'tools/call', { name: 'x_md_nothing', arguments: {} }),
    status: 200,
    code: -32602,
    check: ({ message }) => expect(message?.error?.data?.available).toContain('x_md_get_post'),
  },
  {
    what: 'arguments that miss the schema',
    send: (era) =>
      request(era, 'tools/call', { name: 'x_md_get_profile', arguments: { handle: 'jack', limit: 101 } }),
    status: 200,
    code: -32602,
    check: ({ message }) => {
      expect(message?.error?.message).toContain('limit')
      expect(message?.error?.data?.inputSchema).toMatchObject({ type: 'object', required: ['handle'] })
    },
  },
  {
    what: 'an argument that is not known',
    send: (era) =>
      request(era, 'tools/call', { name: 'x_md_get_profile', arguments: { handle: 'jack', user: 1 } }),
    status: 200,
    code: -32602,
    check: ({ message }) => expect(message?.error?.data?.inputSchema).toBeDefined(),
  },
  {
    what: 'no arguments where some are needed',
    send: (era) => request(era, 'tools/call', { name: 'x_md_get_post' }),
    status: 200,
    code: -32602,
  },
  {
    what: 'an unknown resource',
    send: (era) => request(era, 'resources/read', { uri: 'https://nowhere.example/a' }),
    status: 200,
    code: -32602,
    check: ({ message }) => expect(message?.error?.data?.uri).toBe('https://nowhere.example/a'),
  },
  {
    what: 'an unknown prompt',
    send: (era) => request(era, 'prompts/get', { name: 'nothing' }),
    status: 200,
    code: -32602,
  },
  {
    what: 'a prompt without its argument',
    send: (era) => request(era, 'prompts/get', { name: 'topic_pulse' }),
    status: 200,
    code: -32602,
  },
  {
    what: 'a post that is gone',
    send: (era) =>
      request(era, 'tools/call', {
        name: 'x_md_get_post',
        arguments: { handle: 'jack', id: '9'.repeat(25) },
      }),
    status: 200,
    check: ({ message }) => {
      expect(message?.result).toMatchObject({ isError: true })
      expect(message?.result?.content?.[0]?.text).toMatch(/\(HTTP 404, code not_found\)$/)
      expect(message?.result?.structuredContent).toBeUndefined()
    },
  },
  {
    what: 'a version that is not spoken',
    eras: ['modern'],
    send: () => withMeta({ ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '1999-01-01' }),
    headers: { 'mcp-protocol-version': '1999-01-01' },
    status: 400,
    code: -32022,
    check: ({ message }) =>
      expect(message?.error?.data).toEqual({ supported: [MODERN, ...LEGACY], requested: '1999-01-01' }),
  },
  {
    what: 'no version in _meta',
    eras: ['modern'],
    send: () => withMeta(without('io.modelcontextprotocol/protocolVersion')),
    status: 400,
    code: -32602,
  },
  {
    what: 'no capabilities in _meta',
    eras: ['modern'],
    send: () => withMeta(without('io.modelcontextprotocol/clientCapabilities')),
    status: 400,
    code: -32602,
  },
  {
    what: 'no _meta',
    eras: ['modern'],
    send: () => request('legacy', 'tools/list'),
    status: 400,
    code: -32602,
  },
  {
    what: 'no name of the client',
    eras: ['modern'],
    send: () => withMeta(without('io.modelcontextprotocol/clientInfo')),
    status: 200,
  },
  {
    what: 'no Mcp-Method',
    eras: ['modern'],
    send: (era) => request(era, 'tools/list'),
    headers: { 'mcp-method': undefined },
    status: 400,
    code: -32020,
    stdio: 'served',
  },
  {
    what: 'another Mcp-Method',
    eras: ['modern'],
    send: (era) => request(era, 'tools/list'),
    headers: { 'mcp-method': 'tools/call' },
    status: 400,
    code: -32020,
    stdio: 'served',
  },
  {
    what: 'an Mcp-Method in capitals',
    eras: ['modern'],
    send: (era) => request(era, 'tools/list'),
    headers: { 'mcp-method': 'TOOLS/LIST' },
    status: 400,
    code: -32020,
    stdio: 'served',
  },
  {
    what: 'no Mcp-Name',
    eras: ['modern'],
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { 'mcp-name': undefined },
    status: 400,
    code: -32020,
    stdio: 'served',
  },
  {
    what: 'another Mcp-Name',
    eras: ['modern'],
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { 'mcp-name': 'x_md_get_profile' },
    status: 400,
    code: -32020,
    stdio: 'served',
  },
  {
    what: 'an Mcp-Name in Base64',
    eras: ['modern'],
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { 'mcp-name': `=?base64?${btoa('x_md_get_post')}?=` },
    status: 200,
  },
  {
    what: 'an Mcp-Name in bad Base64',
    eras: ['modern'],
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { 'mcp-name': '=?base64?%%%?=' },
    status: 400,
    code: -32020,
    stdio: 'served',
  },
  {
    what: 'another Mcp-Name for a resource',
    eras: ['modern'],
    send: (era) => request(era, 'resources/read', { uri: 'https://a.example/b' }),
    headers: { 'mcp-name': 'https://a.example/c' },
    status: 400,
    code: -32020,
    stdio: 'skip',
  },
  {
    what: 'no MCP-Protocol-Version',
    eras: ['modern'],
    send: (era) => request(era, 'tools/list'),
    headers: { 'mcp-protocol-version': undefined },
    status: 400,
    code: -32020,
    stdio: 'served',
  },
  {
    what: 'an older MCP-Protocol-Version',
    eras: ['modern'],
    send: (era) => request(era, 'tools/list'),
    headers: { 'mcp-protocol-version': LEGACY[0] },
    status: 400,
    code: -32020,
    stdio: 'served',
  },
  {
    what: 'no MCP-Protocol-Version',
    eras: ['legacy'],
    send: (era) => request(era, 'tools/list'),
    headers: { 'mcp-protocol-version': undefined },
    status: 200,
  },
  {
    what: 'the oldest revision',
    eras: ['legacy'],
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { 'mcp-protocol-version': LEGACY[1] },
    status: 200,
  },
  {
    what: 'a revision in its header that is not spoken any more',
    eras: ['legacy'],
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { 'mcp-protocol-version': '2025-03-26' },
    status: 400,
    code: -32022,
    stdio: 'served',
    check: ({ message }) =>
      expect(message?.error?.data).toEqual({ supported: [MODERN, ...LEGACY], requested: '2025-03-26' }),
  },
  {
    what: 'a revision in its header that nobody speaks, and no _meta',
    eras: ['legacy'],
    send: (era) => request(era, 'tools/list'),
    headers: { 'mcp-protocol-version': '2099-01-01' },
    status: 400,
    code: -32022,
    stdio: 'served',
  },
  {
    what: 'an older revision, as only the newest is asked for',
    eras: ['modern'],
    send: () => withMeta({ ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': LEGACY[0] }),
    headers: { 'mcp-protocol-version': LEGACY[0] },
    status: 400,
    code: -32022,
    check: ({ message }) => {
      expect(message?.error?.message).toContain('begins with initialize')
      expect(message?.error?.data).toEqual({ supported: [MODERN, ...LEGACY], requested: LEGACY[0] })
    },
  },
  {
    what: 'completions',
    send: (era) => request(era, 'completion/complete', completing('brief_account', 'handle')),
    headers: { 'mcp-name': undefined },
    status: 200,
    check: ({ message }) => expect(message?.result).toMatchObject({ completion: { hasMore: false } }),
  },
  {
    what: 'completions for a prompt that there is not',
    send: (era) => request(era, 'completion/complete', completing('nothing', 'handle')),
    status: 200,
    code: -32602,
    check: ({ message }) => expect(message?.error?.data?.available).toContain('brief_account'),
  },
  {
    what: 'completions for an argument that there is not',
    send: (era) => request(era, 'completion/complete', completing('brief_account', 'nothing')),
    status: 200,
    code: -32602,
    check: ({ message }) => expect(message?.error?.data?.available).toEqual(['handle']),
  },
  {
    what: 'a session and the id of an event, which are ignored',
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { 'mcp-session-id': 'abc', 'last-event-id': '7' },
    status: 200,
    check: ({ headers }) => expect(headers?.get('mcp-session-id') ?? null).toBeNull(),
  },
  {
    what: 'a real Origin',
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { origin: 'https://app.example' },
    status: 200,
  },
  {
    what: 'the Origin of an extension',
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { origin: 'chrome-extension://abcdefghijklmnop' },
    status: 200,
  },
  {
    what: 'an Origin with a path',
    send: (era) => request(era, 'tools/list'),
    headers: { origin: 'https://app.example/' },
    status: 403,
    code: -32600,
    stdio: 'skip',
  },
  {
    what: 'an Origin that is none',
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { origin: 'app.example/a' },
    status: 403,
    code: -32600,
    stdio: 'skip',
  },
  {
    what: 'an Origin null',
    send: (era) => request(era, 'tools/list'),
    headers: { origin: 'null' },
    status: 403,
    code: -32600,
    stdio: 'skip',
  },
  {
    what: 'a body that is text',
    send: (era) => request(era, 'tools/list'),
    headers: { 'content-type': 'text/plain' },
    status: 415,
    code: -32600,
    stdio: 'skip',
  },
  {
    what: 'a body with its charset',
    send: (era) => request(era, 'tools/call', POST_20),
    headers: { 'content-type': 'application/json; charset=utf-8' },
    status: 200,
  },
]

const rowsOf = (era: Era) =>
  ROWS.filter(({ eras = ERAS }) => eras.includes(era)).map((row): [string, Row] => [row.what, row])

/** What every answer is, whatever it says. */
function expectSound({ message, text: whole }: Got, era: Era, code: number | undefined): void {
  const text = whole.slice(0, 500)
  expect(message?.jsonrpc, text).toBe('2.0')
  if (code !== undefined) {
    expect(message?.error?.code, text).toBe(code)
    expect(message?.result).toBeUndefined()
    if (era === 'modern') expect(message?.id ?? 'none', text).not.toBeNull()
    return
  }
  expect(message?.error, text).toBeUndefined()
  if (era === 'legacy') {
    expect(message?.result).not.toHaveProperty('resultType')
    expect(message?.result).not.toHaveProperty('ttlMs')
    expect(message?.result).not.toHaveProperty('_meta')
  } else {
    expect(message?.result).toMatchObject({
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'io.github.x-md/x-md', version: '0.1.0' } },
    })
  }
}

for (const era of ERAS) {
  describe(`over HTTP, ${era}`, () => {
    test.each(rowsOf(era))('%s', async (_, { send, headers, status, code, check }) => {
      const got = await post(url, era, send(era), headers)
      expect(got.status, got.text).toBe(status)
      expectSound(got, era, code)
      expect(got.headers?.get('content-type')).toBe('application/json; charset=utf-8')
      expect(got.headers?.get('cache-control')).toBe('no-store')
      check?.(got, era)
    })

    test.each(rowsOf(era).filter(([, { status }]) => status === 200))('as an event: %s', async (_, row) => {
      const plain = await post(url, era, row.send(era), row.headers)
      const got = await post(url, era, row.send(era), {
        ...row.headers,
        accept: 'application/json, text/event-stream',
      })
      expect(got.headers?.get('content-type')).toBe('text/event-stream')
      expect(got.headers?.get('x-accel-buffering')).toBe('no')
      expect(got.text.match(/^data: /gm)).toHaveLength(1)
      expect(got.message).toEqual(plain.message)
    })

    test('notifications have no answer', async () => {
      const notice = { ...request(era, 'notifications/initialized'), id: undefined }
      const got = await post(url, era, notice)
      expect([got.status, got.text]).toEqual([202, ''])
    })
  })

  describe(`over stdio, ${era}`, () => {
    test.each(rowsOf(era).filter(([, { stdio }]) => stdio !== 'skip'))(
      '%s',
      async (_, { send, status, code, stdio, check, headers }) => {
        const connection = new Stdio()
        await connection.open(era)
        const got = await connection.ask(send(era))
        expectSound(got, era, typeof stdio === 'number' ? stdio : stdio === undefined ? code : undefined)
        if (!headers) check?.(got, era)
        expect(status).toBeGreaterThan(0)
        expect(await connection.end()).toBe(0)
      },
    )

    test('notifications have no answer', async () => {
      const connection = new Stdio()
      await connection.open(era)
      connection.write({ ...request(era, 'notifications/cancelled', { requestId: 'none' }), id: undefined })
      expect((await connection.ask(request(era, 'tools/list', {}, 'next'))).message?.id).toBe('next')
      await connection.end()
    })
  })
}

describe('initialize', () => {
  test.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('for %s is answered with %s', async (asked, given) => {
    const message = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: asked } }
    const overHttp = await post(url, 'legacy', message, { 'mcp-protocol-version': undefined })
    expect(overHttp.message?.result).toMatchObject({
      protocolVersion: given,
      serverInfo: { name: 'io.github.x-md/x-md', title: 'x.md' },
    })
    expect(overHttp.headers?.get('mcp-session-id')).toBeNull()
    const connection = new Stdio()
    expect((await connection.ask(message)).message?.result).toMatchObject({ protocolVersion: given })
    await connection.end()
  })
})

test('discover tells versions, capabilities, instructions, and for how long it holds', async () => {
  const { message } = await post(url, 'modern', request('modern', 'server/discover'))
  expect(message?.result).toMatchObject({
    supportedVersions: [MODERN, ...LEGACY],
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    ttlMs: 3_600_000,
    cacheScope: 'public',
  })
})

test.each([
  ['tools/list', {}, 3_600_000],
  ['resources/list', {}, 3_600_000],
  ['resources/templates/list', {}, 3_600_000],
  ['prompts/list', {}, 3_600_000],
  ['resources/read', { path: '/llms.txt' }, 300_000],
])('%s says for how long it holds', async (method, { path }: { path?: string }, ttlMs) => {
  const params = path ? { uri: service.url + path } : {}
  const { message } = await post(url, 'modern', request('modern', method, params))
  expect(message?.result).toMatchObject({ ttlMs, cacheScope: 'public' })
})

describe('other methods of HTTP', () => {
  test('a plain GET is the card, the revisions and an example that works', async () => {
    const response = await fetch(url)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    const card = (await response.json()) as {
      protocolVersions: string[]
      usage: { headers: Record<string, string>; example: { url: string; body: object } }
    }
    expect(card.protocolVersions).toEqual([MODERN, ...LEGACY])
    const { usage } = card
    const tried = await fetch(usage.example.url, {
      method: 'POST',
      headers: usage.headers,
      body: JSON.stringify(usage.example.body),
    })
    expect(await tried.json()).toMatchObject({ result: { tools: expect.any(Array) } })
  })

  test.each([
    ['GET', { accept: 'text/event-stream' }, 'no stream'],
    ['DELETE', {}, 'no sessions'],
    ['PUT', {}, 'PUT means nothing here'],
  ])('%s %o is refused', async (method, headers: Record<string, string>, why) => {
    const response = await fetch(url, { method, headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    const error = { code: -32600, message: expect.stringContaining(why) }
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error })
  })

  test('OPTIONS allows what a client sends from a browser', async () => {
    const response = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://app.example' } })
    expect(response.status).toBe(204)
    const allowed = response.headers.get('access-control-allow-headers') ?? ''
    for (const name of ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Authorization'])
      expect(allowed).toContain(name)
  })

  test('a body over 4 MiB is not read', async () => {
    const got = await post(url, 'legacy', `"${'a'.repeat(4 * 1024 * 1024)}"`)
    expect([got.status, got.message?.error?.code]).toEqual([413, -32600])
  })
})
