import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { READ_TOOLS } from '@x-md/mcp/tools/toolset.ts'
import { X_TOOLS } from '@x-md/mcp/tools/x/x-tools.ts'
import autocannon from 'autocannon'
import { encode } from 'gpt-tokenizer'
import type { Row } from './run.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 16
const STARTS = 15
/** So many that none meets the limit of a minute. */
const CALLERS = Array.from({ length: 2_000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
const MODERN = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
}
const BIN = new URL('../packages/cli/bin/x-md.js', import.meta.url).pathname
const BARE = new URL('./mcp-bare-stdio.ts', import.meta.url).pathname

/** The MCP server beside the SDK's own: calls a second, time to start, and what its words cost a model. */
export async function mcp(): Promise<Row[]> {
  return [...(await calls()), await start(), ...toolRows(), ...accountToolRows(), ...(await resultRows())]
}

interface Servers {
  ours: string
  sdk: string
  name: string
  args: Record<string, string>
}

async function calls(): Promise<Row[]> {
  const child = spawn(process.execPath, [new URL('./mcp-servers.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const servers = JSON.parse(line) as Servers
    return [await compare('2026-07-28', servers, true), await compare('2025-11-25', servers, false)]
  } finally {
    await stop(child)
  }
}

/** Rounds alternate in one run, and the medians count. */
async function compare(what: string, { ours, sdk, name, args }: Servers, isModern: boolean): Promise<Row> {
  const figures: Record<'ours' | 'sdk', number[]> = { ours: [], sdk: [] }
  const params = { name, arguments: args, ...(isModern && { _meta: META }) }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': what,
    ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': name }),
  }
  // The first round warms both up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [which, url] of [
      ['ours', ours],
      ['sdk', sdk],
    ] as const) {
      const result = await autocannon({
        url,
        method: 'POST',
        body,
        connections: CONNECTIONS,
        duration: SECONDS,
        requests: CALLERS.map((ip) => ({ headers: { ...headers, 'x-forwarded-for': ip } })),
      })
      if (result.non2xx > 0 || result.errors > 0) {
        throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`)
      }
      if (round > 0) figures[which].push(result.requests.average)
    }
  }
  const [a, b] = [median(figures.ours), median(figures.sdk)]
  return {
    what: `cached tools/call, ${what}`,
    measured: `${(a / b).toFixed(2)} times the SDK's own server (${Math.round(a)} to ${Math.round(b)} requests a second)`,
    budget: 'at least 2 times',
  }
}

async function start(): Promise<Row> {
  const figures: Record<'ours' | 'sdk', number[]> = { ours: [], sdk: [] }
  for (let n = 0; n <= STARTS; n++) {
    const ours = await firstList([BIN, 'mcp'])
    const sdk = await firstList([BARE])
    if (n === 0) continue
    figures.ours.push(ours)
    figures.sdk.push(sdk)
  }
  const [a, b] = [median(figures.ours), median(figures.sdk)]
  return {
    what: 'stdio, from start to the first tools/list',
    measured: `${(a / b).toFixed(2)} times the SDK's bare server (${Math.round(a)} to ${Math.round(b)} ms)`,
    budget: 'at most 1.5 times',
  }
}

/** Milliseconds from the start of a server to its list of tools. */
async function firstList(args: readonly string[]): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } })}\n`,
  )
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const took = performance.now() - began
  if (!line.includes('"tools"')) throw new Error(`Not a list of tools: ${line.slice(0, 200)}`)
  await stop(child)
  return took
}

function toolRows(): Row[] {
  const all = READ_TOOLS.map(({ definition }) => definition)
  return [
    ...all.map((definition) => ({
      what: `definition of ${definition.name}`,
      measured: cost(JSON.stringify(definition)),
    })),
    {
      what: 'all definitions',
      measured: cost(JSON.stringify({ tools: all })),
      budget: 'at most 12,000 bytes',
    },
  ]
}

function accountToolRows(): Row[] {
  const sizes = X_TOOLS.map(({ definition }) => Buffer.byteLength(JSON.stringify(definition)))
  return [
    ...X_TOOLS.map(({ definition }) => ({
      what: `definition of ${definition.name}`,
      measured: cost(JSON.stringify(definition)),
    })),
    {
      what: `the ${sizes.length} account tools, on average`,
      measured: `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)} bytes`,
      budget: 'at most 900 bytes',
    },
  ]
}

/** What hosts show a model of typical results, by whether they show the text, the structured content or both. */
async function resultRows(): Promise<Row[]> {
  const child = spawn(process.execPath, [BIN, 'serve', '--sandbox', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, X_MD_RATE_LIMITS: 'false', LOG_LEVEL: 'silent' },
  })
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const url = line.replace('listening on ', '')
    const rows: Row[] = []
    for (const [what, name, args, json] of [
      ['a post', 'x_md_get_post', { handle: 'jack', id: '20' }, '/jack/status/20?format=json'],
      [
        'a profile with 20 posts',
        'x_md_get_profile',
        { handle: 'Marta_Brenkel' },
        '/Marta_Brenkel?format=json',
      ],
      ['a search', 'x_md_search_posts', { q: 'ferry' }, '/search?q=ferry&format=json'],
      [
        '20 followers',
        'x_md_get_followers',
        { handle: 'Marta_Brenkel' },
        '/Marta_Brenkel/followers?format=json',
      ],
    ] as const) {
      const lean = await callOnce(url, name, args, '')
      const full = await callOnce(url, name, args, '?structured=full')
      const text = lean.content[0]?.text ?? ''
      const structured = JSON.stringify(lean.structuredContent)
      // The same posts as raw JSON, as another server would put them into structured content.
      const { posts, users } = (await (await fetch(url + json)).json()) as {
        posts?: unknown
        users?: unknown
      }
      rows.push({
        what,
        measured: [
          `text ${cost(text)}`,
          `structured ${cost(structured)}`,
          `both ${cost(text + structured)}`,
          `structured=full ${cost(JSON.stringify(full.structuredContent))}`,
          `raw JSON ${cost(JSON.stringify(posts ?? users))}`,
        ].join('; '),
      })
    }
    return rows
  } finally {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

interface Result {
  content: { text: string }[]
  structuredContent: object
}

async function callOnce(url: string, name: string, args: object, query: string): Promise<Result> {
  const response = await fetch(`${url}/mcp${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  return ((await response.json()) as { result: Result }).result
}

function cost(text: string): string {
  return `${Buffer.byteLength(text)} bytes, ${encode(text).length} tokens`
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

async function stop(child: ChildProcess): Promise<void> {
  child.stdin?.end()
  if (child.exitCode === null) await once(child, 'exit')
}
