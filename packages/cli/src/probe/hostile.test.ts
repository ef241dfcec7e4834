import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import type { ProbeReport } from './report.ts'
import { type Listening, listen } from './testing/listen.ts'

const KEY = 'sk-"quoted"-1234567890'
const servers: Listening[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

async function serve(handler: Handler): Promise<string> {
  const server = await listen(
    createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => handler(request, response, body))
    }),
  )
  servers.push(server)
  return server.url
}

async function probe(...args: string[]): Promise<{ code: number; found: ProbeReport; text: string }> {
  const { code, stdout } = await runCli(['probe', '--json', ...args], { env: { PROBE_KEY: KEY } })
  return { code, found: JSON.parse(stdout), text: stdout }
}

const INITIALIZED = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'odd', version: '1' },
}

/** A server that answers by method; what it has no answer to is an error. */
const answering =
  (results: Record<string, unknown>): Handler =>
  (_, response, body) => {
    const { id, method } = body === '' ? { id: null, method: '' } : JSON.parse(body)
    if (id === undefined) return void response.writeHead(202).end()
    const result = results[method]
    const outcome = result === undefined ? { error: { code: -32601, message: 'No' } } : { result }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
  }

describe('what is no MCP server ends with 1', () => {
  test('nobody listens: one request, and no second try', async () => {
    const url = await serve(() => undefined)
    servers.splice(0)[0]?.close()
    const { code, found } = await probe(url)
    expect([code, found.mcp, found.steps.length]).toEqual([1, false, 1])
    expect(found.problem).toMatch(/^initialize 2025-11-25: .*ECONNREFUSED/)
  })

  test.each<[string, Handler, RegExp]>([
    ['a page', (_, r) => r.setHeader('content-type', 'text/html').end('<p>hi'), /200 text\/html$/],
    ['nothing at all', (_, r) => r.writeHead(404).end(), /404 empty$/],
    ['other JSON', (_, r) => r.end('{"ok":true}'), /200 JSON, no JSON-RPC$/],
    ['JSON that nests too deep', (_, r) => r.end('['.repeat(100_000)), /200 no content type$/],
    ['a demand for credentials', (_, r) => r.writeHead(401).end(), /wants credentials \(401\)/],
    ['a refusal', (_, r) => r.writeHead(403).end('no'), /wants credentials \(403\)/],
    ['other JSON-RPC', answering({}), /^initialize 2025-11-25: 200 No$/],
    [
      'a stream without an answer',
      (_, r) => r.setHeader('content-type', 'text/event-stream').end('data: {}\n\n'),
      /200 text\/event-stream$/,
    ],
    [
      'a body that is cut',
      (_, r) => r.writeHead(200, { 'content-length': '99' }).write('x', () => r.destroy()),
      /./,
    ],
  ])('%s', async (_, handler, problem) => {
    const { code, found } = await probe(await serve(handler))
    expect([code, found.mcp, found.era]).toEqual([1, false, null])
    expect(found.problem).toMatch(problem)
  })

  test('silence: three requests, each to its deadline, and no more', async () => {
    let asked = 0
    const url = await serve(() => asked++)
    const { code, found } = await probe(url, '--timeout', '0.2')
    expect([code, asked]).toEqual([1, 3])
    expect(found.problem).toContain('nothing in 0.2 s')
    expect(found.steps.at(-1)?.detail).toContain('not sent')
  })

  test('a stream that never ends', async () => {
    const drip = await serve((_, response) => {
      response.setHeader('content-type', 'text/event-stream')
      const timer = setInterval(() => response.write(': still here\n\n'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const slow = await probe(drip, '--timeout', '0.3')
    expect(slow.found.problem).toContain('no whole answer in 0.3 s')
  })
})

describe('redirects', () => {
  test('lead nowhere else, and take no key along', async () => {
    let reached = 0
    const elsewhere = await serve((_, response) => {
      reached++
      response.end()
    })
    const url = await serve((_, response) => response.writeHead(307, { location: elsewhere }).end())
    const { code, found } = await probe(url, '--key-env', 'PROBE_KEY')
    expect([code, reached]).toEqual([1, 0])
    expect(found.problem).toContain(`leads to ${elsewhere}; not followed`)
  })

  test('inside the origin are followed, once for all requests', async () => {
    const paths: string[] = []
    const handler = answering({ initialize: INITIALIZED, 'tools/list': { tools: [] } })
    const url = await serve((request, response, body) => {
      paths.push(request.url ?? '')
      if (request.url === '/mcp') return void response.writeHead(308, { location: '/mcp/' }).end()
      handler(request, response, body)
    })
    const { code, found } = await probe(url)
    expect([code, found.era, paths.filter((path) => path === '/mcp').length]).toEqual([0, 'legacy', 1])
  })

  test('in a circle end', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: '/mcp' }).end())
    expect((await probe(url)).code).toBe(1)
  })
})

describe('lists', () => {
  test('are followed over their pages', async () => {
    const url = await serve((_, response, body) => {
      const { id, method, params } = body === '' ? { id: 0, method: '', params: {} } : JSON.parse(body)
      const page = Number(params?.cursor ?? 0)
      const tools = { tools: [{ name: `t${page}` }], ...(page < 2 && { nextCursor: String(page + 1) }) }
      const result = method === 'tools/list' ? tools : INITIALIZED
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
    const { tools } = (await probe(url)).found
    expect(tools).toMatchObject({ pages: 3, incomplete: null })
    expect(tools?.tools.map(({ name }) => name)).toEqual(['t0', 't1', 't2'])
  })

  test.each<[string, (page: number) => string, RegExp]>([
    ['the same cursor', () => 'again', /cursor came twice/],
    ['always another', (page) => String(page), /more than 50 pages/],
  ])('that never end, by %s', async (_, next, why) => {
    let page = 0
    const url = await serve((request, response, body) => {
      const isList = body.includes('tools/list')
      const result = isList ? { tools: [], nextCursor: next(page++) } : INITIALIZED
      answering({ initialize: result, 'tools/list': result })(request, response, body)
    })
    expect((await probe(url)).found.tools?.incomplete).toMatch(why)
  })

  test('of tools that are none are counted as they are', async () => {
    const tools = [
      null,
      'x',
      {},
      { name: 7, inputSchema: 'none', description: 3 },
      { name: '__proto__', inputSchema: { properties: [1], required: 'a' }, annotations: null },
      JSON.parse('{"name":"p","inputSchema":{"properties":{"__proto__":{},"a":{}},"required":["a"]}}'),
    ]
    const url = await serve(answering({ initialize: INITIALIZED, 'tools/list': { tools } }))
    const { found } = await probe(url)
    expect(found.tools?.tools.map(({ name, parameters, required }) => [name, parameters, required])).toEqual([
      ['', 0, 0],
      ['', 0, 0],
      ['__proto__', 0, 0],
      ['p', 2, 1],
    ])
    expect(JSON.stringify(found)).not.toContain('[object')
  })
})

test('a stranger cannot drive the terminal', async () => {
  const evil = '\u001b[2J\u001b]0;owned\u0007\u202egnp.exe\u200b\r\nera            forged'
  const url = await serve((request, response, body) => {
    response.setHeader('x-ratelimit-limit', 'a\u009bb')
    answering({
      initialize: { ...INITIALIZED, serverInfo: { name: evil, version: evil }, capabilities: { [evil]: {} } },
      'tools/list': { tools: [{ name: evil, description: evil }] },
    })(request, response, body)
  })
  for (const json of [[], ['--json']]) {
    const { code, stdout } = await runCli(['probe', url, ...json], { terminal: true })
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
    expect(stdout.match(/^era/gm)?.length ?? 0).toBe(json.length === 0 ? 1 : 0)
  }
})

test('keys are in no output, whoever repeats them', async () => {
  const seen: string[] = []
  const url = await serve((request, response, body) => {
    const { authorization, 'x-api-key': other } = request.headers
    seen.push(`${request.method} ${authorization !== undefined} ${other !== undefined}`)
    response.setHeader('set-cookie', 'id=cookie-of-the-server')
    response.setHeader('x-ratelimit-key', `${authorization} ${other} ${request.url}`)
    const echo = [authorization, other, request.url, KEY].join(' ')
    answering({
      initialize: { ...INITIALIZED, instructions: echo, serverInfo: { name: echo } },
      'tools/list': { tools: [{ name: 'say', description: echo, [echo]: 1 }] },
    })(request, response, body)
  })
  const folder = join(mkdtempSync(join(tmpdir(), 'x-md-probe-')), 'kept')
  const secret = 'another-secret-value'
  const args = [
    `${url}?apiKey=query-secret-value`,
    '--key-env',
    'PROBE_KEY',
    '--header',
    `X-Api-Key: ${secret}`,
  ]
  const table = await runCli(['probe', ...args, '--save', folder], { env: { PROBE_KEY: KEY } })
  expect(table.code).toBe(0)
  const { text } = await probe(...args)
  const kept = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  for (const output of [table.stdout, table.stderr, text, ...kept]) {
    for (const hidden of [
      KEY,
      JSON.stringify(KEY).slice(1, -1),
      '1234567890',
      secret,
      'query-secret',
      'cookie-of',
    ]) {
      expect(output).not.toContain(hidden)
    }
  }
  expect(table.stdout).toContain(`${url}?apiKey=[redacted]`)
  // Sent with each request but those that ask what an anonymous client is told.
  expect(seen.filter((line) => line === 'POST true true').length).toBeGreaterThan(5)
  expect(seen.filter((line) => line.endsWith('false false'))).toHaveLength(4)
})

describe('over stdio', () => {
  const shown = async (...command: string[]): Promise<string> => {
    const { code, stdout } = await runCli(['probe', '--', ...command])
    expect(code).toBe(1)
    return stdout
  }

  test('what a command says before it gives up is shown, and its key is not', async () => {
    const script = 'console.error("first\\nNo \\u001b[1mREGION for " + process.argv[1]); process.exit(2)'
    const stdout = await shown(process.execPath, '-e', script, '--', 'API_KEY=key-of-mine')
    expect(stdout).toMatch(/^no MCP {9}initialize 2025-11-25: exited with code 2$/m)
    expect(stdout).toMatch(/^ {15}No \\u\{1b\}\[1mREGION for API_KEY=\[redacted\]$/m)
    expect(stdout).not.toContain('key-of-mine')
    expect(stdout).not.toMatch(/^initialize {5}/m)
  })

  test('a command that does not exist has started nothing', async () => {
    const stdout = await shown('/nowhere/no-such-program')
    expect(stdout).toContain('ENOENT')
    expect(stdout).not.toContain('processes')
  })
})

test.each([
  [['probe']],
  [['probe', 'ftp://files.example']],
  [['probe', 'http://']],
  [['probe', 'http://127.0.0.1:1/mcp', 'more']],
  [['probe', 'http://name:password@127.0.0.1:1/mcp']],
  [['probe', ' ']],
  [['probe', 'http://127.0.0.1:1', '--header', 'no colon']],
  [['probe', 'http://127.0.0.1:1', '--header', 'X-A: two\r\nlines']],
  [['probe', 'http://127.0.0.1:1', '--header', 'Content-Length: 3']],
  [['probe', 'http://127.0.0.1:1', '--key-env', 'UNSET']],
  [['probe', 'http://127.0.0.1:1', '--timeout', '0']],
  [['probe', 'http://127.0.0.1:1', '--args', '{}']],
  [['probe', 'http://127.0.0.1:1', '--call', 'a', '--args', '[]']],
  [['probe', 'npx', '-y', 'some-server']],
])('bad arguments are refused before anything is sent: %j', async (args) => {
  const { code, stdout, stderr } = await runCli(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).not.toBe('')
})
