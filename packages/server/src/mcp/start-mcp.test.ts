import { request } from 'node:http'
import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import type { Layer } from '@x-md/mcp/layer.ts'
import { afterEach, expect, test } from 'vitest'
import { startMcp } from './start-mcp.ts'

const TOKEN = 'a-token-of-16-letters'
const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of running.splice(0)) await close()
})

function slow(name: string): Layer['tools'][number] {
  return {
    definition: { name, inputSchema: { type: 'object' } },
    async call(_, { context: { signal } }) {
      await new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, 400)
        signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
      })
      return { content: [{ type: 'text', text: 'done' }] }
    },
  }
}

async function start(env: Record<string, string> = {}, host = '127.0.0.1') {
  const config = loadConfig({ X_MD_DATA_DIR: ':memory:', LOG_LEVEL: 'silent', ...env })
  const { context, close } = createContext(config)
  const layer: Layer = {
    info: { name: 'test', version: '1' },
    instructions: '',
    tools: [slow('x_media_upload'), slow('x_list_get')],
    resources: [],
    templates: [],
    prompts: [],
  }
  const server = await startMcp(context, layer, { host, port: 0 })
  running.push(server.close, close)
  return server.url
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const call = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })

/** With headers that `fetch` would not send. */
function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const all = { 'content-type': 'application/json', accept: 'application/json', ...headers }
      const sent = request(url, { method: 'POST', headers: all }, async (answer) => {
        let text = ''
        for await (const chunk of answer) text += chunk
        resolve({ status: answer.statusCode, text, headers: answer.headers })
      })
      sent.once('error', reject).end(JSON.stringify(body))
    },
  )
}

test('serves its path, and nothing else', async () => {
  const url = await start({ MCP_PATH: '/acts' })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/acts$/)
  expect(JSON.parse((await post(url, LIST)).text).result.tools).toHaveLength(2)
  const { origin } = new URL(url)
  expect((await fetch(`${origin}/mcp`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  const got = await fetch(url)
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
})

test.each([
  ['no token', {}, 401],
  ['another token', { authorization: 'Bearer another-of-16-letters' }, 401],
  ['the beginning of it', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
  ['another scheme', { authorization: `Basic ${TOKEN}` }, 401],
  ['the token', { authorization: `Bearer ${TOKEN}` }, 200],
  ['the token in small letters', { authorization: `bearer ${TOKEN}` }, 200],
])('with %s', async (_, headers, expected) => {
  const url = await start({ MCP_AUTH_TOKEN: TOKEN })
  const { status, headers: given, text } = await post(url, LIST, headers)
  expect(status).toBe(expected)
  if (expected === 401) expect(given['www-authenticate']).toBe('Bearer')
  expect(text).not.toContain(TOKEN)
})

test.each([
  [{ host: 'evil.example' }, 403],
  [{ host: 'localhost.evil.example' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'http://localhost:6274' }, 200],
])('on this machine, %j is %d', async (headers, expected) => {
  expect((await post(await start(), LIST, headers)).status).toBe(expected)
})

test('beyond this machine it wants a token, and takes pages of its own only', async () => {
  await expect(start({}, '0.0.0.0')).rejects.toThrow('MCP_AUTH_TOKEN')
  const url = (await start({ MCP_AUTH_TOKEN: TOKEN }, '0.0.0.0')).replace('0.0.0.0', '127.0.0.1')
  const authorization = `Bearer ${TOKEN}`
  expect((await post(url, LIST, { authorization, host: 'x.example' })).status).toBe(200)
  const own = { authorization, host: 'x.example', origin: 'http://x.example' }
  expect((await post(url, LIST, own)).status).toBe(200)
  expect((await post(url, LIST, { ...own, origin: 'http://evil.example' })).status).toBe(403)
})

test('an answer has its time, and an upload takes its own', async () => {
  const url = await start({ SERVER_WRITE_TIMEOUT: '100ms' })
  const late = await post(url, call('x_list_get'))
  expect([late.status, late.text]).toEqual([504, expect.stringContaining('SERVER_WRITE_TIMEOUT')])
  const upload = await post(url, call('x_media_upload'))
  expect([upload.status, upload.text]).toEqual([200, expect.stringContaining('done')])
})

test('a body that is too large is refused', async () => {
  const { status } = await post(await start(), { ...LIST, params: { _meta: { a: 'a'.repeat(4 * 2 ** 20) } } })
  expect(status).toBe(413)
})

test('what runs is finished when it is told to stop', async () => {
  const url = await start()
  const answer = post(url, call('x_list_get'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  await running.shift()?.()
  expect((await answer).text).toContain('done')
  await expect(post(url, LIST)).rejects.toThrow()
})
