import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READ_TOOLS } from '../../packages/mcp/src/tools/toolset.ts'
import { X_TOOLS } from '../../packages/mcp/src/tools/x/x-tools.ts'
import { type Service, startService } from '../../packages/server/src/testing.ts'
import { type Message, post, request, Stdio } from './speakers.ts'

const TOKEN = 'long-enough-for-a-token'

let service: Service
let url: string
beforeAll(async () => {
  service = await startService({
    X_MD_ADMIN_TOKEN: TOKEN,
    X_SEARCH_SESSIONS_JSON: '[{"id":"one","authToken":"one","ct0":"one"}]',
  })
  url = `${service.url}/mcp`
})
afterAll(() => service.close())

async function call(
  name: string,
  args: Record<string, unknown>,
  query = '',
): Promise<NonNullable<Message['result']>> {
  const { message } = await post(
    url + query,
    'modern',
    request('modern', 'tools/call', { name, arguments: args }),
  )
  expect(message?.error).toBeUndefined()
  return message?.result ?? {}
}
const textOf = (result: NonNullable<Message['result']>) => result.content?.[0]?.text ?? ''

test.each([...READ_TOOLS, ...X_TOOLS].map(({ definition }) => definition))(
  '$name is as it was agreed',
  async (definition) => {
    await expect(`${JSON.stringify(definition, null, 2)}\n`).toMatchFileSnapshot(
      `snapshots/${definition.name}.snap`,
    )
  },
)

test.each([
  ['modern', 'application/json'],
  ['modern', 'text/event-stream'],
  ['legacy', 'application/json'],
  ['legacy', 'text/event-stream'],
] as const)('the list of tools fits in 11,400 bytes (%s, %s)', async (era, accept) => {
  const { text, message } = await post(url, era, request(era, 'tools/list'), { accept })
  // The budget is 12,000; what is left of it is for the longer address of a real service.
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(11_400)
  const tools = message?.result?.tools as { name: string; inputSchema: object; annotations: object }[]
  expect(tools.map(({ name }) => name)).toEqual([
    'x_md_get_post',
    'x_md_get_profile',
    'x_md_search_posts',
    'x_md_get_followers',
    'x_md_get_following',
    'x_md_import_posts',
    'submit_feedback',
  ])
  for (const { name, inputSchema, annotations } of tools) {
    // Hosts refuse schemas that are no plain object at the top.
    expect(Object.keys(inputSchema)).not.toEqual(expect.arrayContaining(['anyOf']))
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    const reads = name !== 'submit_feedback'
    expect(annotations).toEqual({
      readOnlyHint: reads,
      destructiveHint: false,
      idempotentHint: reads,
      openWorldHint: reads,
    })
  }
})

describe('what tools give', () => {
  const CALLS: [string, Record<string, unknown>][] = [
    ['x_md_get_post', { url: 'https://x.com/jack/status/20' }],
    ['x_md_get_post', { handle: '@jack', id: '20', thread: 'off', format: 'obsidian', max_posts: 3 }],
    ['x_md_get_profile', { handle: 'Marta_Brenkel', limit: 5 }],
    ['x_md_search_posts', { q: 'ferry', limit: 5, feed: 'top' }],
    ['x_md_search_posts', { q: 'marta', feed: 'users' }],
    ['x_md_get_followers', { handle: 'Marta_Brenkel', limit: 5 }],
    ['x_md_get_following', { handle: 'Marta_Brenkel', limit: 5, full: true }],
    ['x_md_import_posts', { handle: 'jack', max_posts: 5 }],
    ['submit_feedback', { message: 'It works', kind: 'praise', sentiment: 'positive' }],
  ]

  test('is accepted by the schema of its tool, as the official client checks it', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    for (const query of ['', '?structured=full']) {
      await client.connect(new StreamableHTTPClientTransport(new URL(url + query)))
      await client.listTools()
      for (const [name, args] of CALLS) {
        const result = await client.callTool({ name, arguments: args })
        expect(result.isError ?? false, JSON.stringify(result)).toBe(false)
        expect(result.structuredContent).toBeDefined()
      }
      await client.close()
    }
  })

  test('is the Markdown of the route, and names the posts once', async () => {
    const { handle, id, url: link } = service.example('thread/short')
    const result = await call('x_md_get_post', { url: link })
    const route = await (await service.get(`/${handle}/status/${id}`, { accept: 'text/markdown' })).text()
    expect(textOf(result)).toBe(route)
    const json = (await (await service.get(`/${handle}/status/${id}?format=json`)).json()) as {
      posts: { text: string }[]
    }
    const structured = JSON.stringify(result.structuredContent)
    for (const { text } of json.posts) expect(structured).not.toContain(JSON.stringify(text).slice(1, -1))
    expect(structured.length).toBeLessThan(textOf(result).length / 2)
  })

  test('is the JSON of the route for an import, and for a post that is asked for as JSON', async () => {
    const imported = JSON.parse(textOf(await call('x_md_import_posts', { handle: 'jack' })))
    expect(Object.keys(imported)).toEqual(['profile', 'posts', 'meta'])
    const read = JSON.parse(textOf(await call('x_md_get_post', { handle: 'jack', id: '20', format: 'json' })))
    expect(read).toMatchObject({ format: 'json', posts: [{ id: '20' }] })
  })

  test('holds the text in its structured content for hosts that show nothing else', async () => {
    const args = { handle: 'jack', id: '20' }
    const lean = await call('x_md_get_post', args)
    const full = await call('x_md_get_post', args, '?structured=full')
    expect(lean.structuredContent).not.toHaveProperty('text')
    expect(full.structuredContent).toEqual({
      ...(lean.structuredContent as object),
      cache: 'hit',
      text: textOf(lean),
    })
    const message = request('legacy', 'tools/call', { name: 'x_md_get_post', arguments: args })
    for (const agent of [
      'claude-code/2.1.0 (cli)',
      'codex_cli_rs/0.50.0',
      'codex-mcp-client',
      'vscode/1.99',
    ]) {
      const named = await post(url, 'legacy', message, { 'user-agent': agent })
      expect(named.message?.result?.structuredContent, agent).toHaveProperty('text')
    }
    const other = await post(url, 'legacy', message, { 'user-agent': 'codexample/1.0' })
    expect(other.message?.result?.structuredContent).not.toHaveProperty('text')
  })

  test('goes on by next_cursor, 100 at a time at most', async () => {
    const args = { handle: 'Marta_Brenkel', limit: 100 }
    const first = await call('x_md_get_profile', args)
    const { posts, next_cursor } = first.structuredContent as { posts: { id: string }[]; next_cursor: string }
    expect(posts).toHaveLength(100)
    expect(textOf(first)).toContain(`cursor=${next_cursor}`)
    const second = await call('x_md_get_profile', { ...args, cursor: next_cursor })
    const more = (second.structuredContent as { posts: { id: string }[] }).posts
    expect(new Set([...posts, ...more].map(({ id }) => id)).size).toBe(posts.length + more.length)
  })

  test('goes on by next_arguments, which are passed back as they are', async () => {
    const seen = new Set<string>()
    let args: Record<string, unknown> | undefined = {
      handle: 'Marta_Brenkel',
      max_posts: 60,
      with_reposts: false,
    }
    for (let calls = 0; args && calls < 3; calls++) {
      const { structuredContent } = await call('x_md_import_posts', args)
      const { posts, next_arguments } = structuredContent as {
        posts: { id: string }[]
        next_arguments?: Record<string, unknown>
      }
      for (const { id } of posts) seen.add(id)
      args = next_arguments
    }
    // Sixty, and twice sixty less the boundary.
    expect(seen.size).toBe(60 + 59 + 59)
  })

  test('goes on even when one post was asked for', async () => {
    const first = await call('x_md_import_posts', { handle: 'Marta_Brenkel', max_posts: 1 })
    type Imported = { posts: { id: string }[]; next_arguments: Record<string, unknown> }
    const { posts, next_arguments } = first.structuredContent as Imported
    const second = await call('x_md_import_posts', next_arguments)
    const more = (second.structuredContent as Imported).posts.map(({ id }) => id)
    expect(more[0]).toBe(posts[0]?.id)
    expect(new Set(more).size).toBe(2)
  })

  test('fences what people wrote', async () => {
    const shape = service.examples.find(({ kind }) => kind.startsWith('injection'))
    const text = textOf(await call('x_md_get_post', { url: shape?.url }))
    const route = await (await service.get(`/${shape?.handle}/status/${shape?.id}`)).text()
    expect(text).toBe(route)
  })
})

test('a failure names fields as they are called here', async () => {
  const refused = await call('x_md_get_profile', { handle: 'jack', cursor: 'none of ours' })
  expect(refused.isError).toBe(true)
  expect(textOf(refused)).toContain('`next_cursor`')
  expect(textOf(refused)).not.toContain('nextCursor')
})

test('feedback is kept for who runs the service, and capped', async () => {
  const sent = {
    message: 'Cannot read lists',
    title: 'Lists',
    kind: 'feature',
    sentiment: 'neutral',
    contextUrl: 'https://x.com/i/lists/1',
  }
  const result = await call('submit_feedback', sent)
  const { id } = result.structuredContent as { id: string }
  expect(textOf(result)).toContain(id)
  const { message } = await post(
    url,
    'modern',
    request('modern', 'tools/call', { name: 'submit_feedback', arguments: { message: 'a'.repeat(4001) } }),
  )
  expect(message?.error?.code).toBe(-32602)
  const headers = { authorization: `Bearer ${TOKEN}` }
  const listed = (await (await service.get('/api/admin/feedback', headers)).json()) as { feedback: object[] }
  expect(listed.feedback).toContainEqual({ id, createdAt: expect.any(String), ...sent })
  const exported = await (await service.get('/api/admin/feedback?format=ndjson', headers)).text()
  expect(
    exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(listed.feedback)
  const deleted = await fetch(`${service.url}/api/admin/feedback`, {
    method: 'DELETE',
    headers,
    body: JSON.stringify({ id }),
  })
  expect(await deleted.json()).toEqual({ deleted: true, id })
  expect((await service.get('/api/admin/feedback')).status).toBe(401)
})

test('a connection that only reads has no tool that writes', async () => {
  const connection = new Stdio(['mcp', '--sandbox', '--read-only'])
  await connection.open('legacy')
  const { message } = await connection.ask(request('legacy', 'tools/list'))
  const tools = (message?.result?.tools ?? []) as { name: string }[]
  expect(tools.map(({ name }) => name)).not.toContain('submit_feedback')
  const refused = await connection.ask(
    request('legacy', 'tools/call', { name: 'submit_feedback', arguments: { message: 'a' } }),
  )
  expect(refused.message?.error?.code).toBe(-32602)
  await connection.end()
})

test('a data folder that cannot be used is said to whoever calls, and tried again with the next call', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'x-md-mcp-')), 'data')
  writeFileSync(folder, 'no folder')
  const connection = new Stdio(['mcp'], { X_MD_DATA_DIR: folder })
  await connection.open('legacy')
  const feedback = request('legacy', 'tools/call', { name: 'submit_feedback', arguments: { message: 'a' } })
  const refused = await connection.ask(feedback)
  expect(refused.message?.error).toMatchObject({
    code: -32603,
    message: expect.stringContaining('X_MD_DATA_DIR'),
  })
  expect(connection.stderr).toContain('X_MD_DATA_DIR')
  rmSync(folder)
  const stored = await connection.ask(feedback)
  expect(stored.message?.result?.structuredContent).toMatchObject({ id: expect.any(String) })
  expect(await connection.end()).toBe(0)
  rmSync(dirname(folder), { recursive: true })
})
