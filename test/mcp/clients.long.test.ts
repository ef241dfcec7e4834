import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../../packages/server/src/testing.ts'

const BIN = fileURLToPath(new URL('../../packages/cli/bin/x-md.js', import.meta.url))
const COMMAND = {
  command: process.execPath,
  args: [BIN, 'mcp', '--sandbox'],
  env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent' },
}
const INFO = { name: 'test', version: '1.0.0' }

/** A call of every tool that works. */
const CALLS: readonly [string, Record<string, string | number>][] = [
  ['x_md_get_post', { url: 'https://x.com/jack/status/20' }],
  ['x_md_get_profile', { handle: 'jack' }],
  ['x_md_search_posts', { q: 'ferry', limit: 3 }],
  ['x_md_get_followers', { handle: 'Marta_Brenkel', limit: 3 }],
  ['x_md_get_following', { handle: 'Marta_Brenkel', limit: 3 }],
  ['x_md_import_posts', { handle: 'jack', max_posts: 5 }],
  ['submit_feedback', { message: 'It works' }],
]
const NAMES = CALLS.map(([name]) => name)

let service: Service
let url: URL
beforeAll(async () => {
  service = await startService()
  url = new URL(`${service.url}/mcp`)
})
afterAll(() => service.close())

const MODES: [string, ClientOptions, 'legacy' | 'modern'][] = [
  ['as it comes', {}, 'legacy'],
  ['auto', { versionNegotiation: { mode: 'auto' } }, 'modern'],
  ['pinned', { versionNegotiation: { mode: { pin: '2026-07-28' } } }, 'modern'],
]

describe.each(['HTTP', 'stdio'])('over %s', (way) => {
  test.each(MODES)('client 2.4, %s', async (_, options, era) => {
    const client = new Client(INFO, options)
    await client.connect(
      way === 'HTTP' ? new StreamableHTTPClientTransport(url) : new StdioClientTransport(COMMAND),
    )
    expect(client.getProtocolEra()).toBe(era)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(NAMES)
    expect((await client.listResources()).resources).toHaveLength(5)
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(3)
    expect((await client.listPrompts()).prompts).toHaveLength(3)
    for (const [name, args] of CALLS) {
      const result = await client.callTool({ name, arguments: args })
      expect(result.isError ?? false, JSON.stringify(result)).toBe(false)
      expect(result.structuredContent).toBeDefined()
    }
    await client.close()
  })

  test('client 1.32', async () => {
    const client = new OldClient(INFO)
    // Its types were written for an older strictness than ours.
    const transport = way === 'HTTP' ? new OldHttp(url) : new OldStdio(COMMAND)
    await client.connect(transport as Parameters<typeof client.connect>[0])
    expect(client.getServerVersion()?.name).toBe('io.github.x-md/x-md')
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(NAMES)
    for (const [name, args] of CALLS) {
      const result = await client.callTool({ name, arguments: args })
      expect(result.isError ?? false, JSON.stringify(result)).toBe(false)
    }
    await client.close()
  })

  describe.each(['modern', 'legacy'])('the Inspector, %s', (era) => {
    const target = () =>
      way === 'HTTP'
        ? [url.href, '--transport', 'http']
        : [COMMAND.command, ...COMMAND.args, '--transport', 'stdio']
    const inspect = (...args: readonly string[]) =>
      run(['--cli', ...target(), '--protocol-era', era, '--format', 'json', ...args])

    test('lists', async () => {
      const { code, stdout, stderr } = await inspect('--method', 'tools/list')
      expect(code, stderr).toBe(0)
      for (const name of NAMES) expect(stdout).toContain(`"${name}"`)
    })

    test.each(CALLS)('calls %s', async (name, args) => {
      const given = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`])
      const { code, stdout, stderr } = await inspect('--method', 'tools/call', '--tool-name', name, ...given)
      expect(code, stdout + stderr).toBe(0)
      expect(stdout).toContain('structuredContent')
      // Only the newest revision stamps results.
      if (era === 'legacy') expect(stdout).not.toContain('resultType')
    })
  })
})

function run(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const bin = fileURLToPath(new URL('../../node_modules/.bin/mcp-inspector', import.meta.url))
    execFile(process.execPath, [bin, ...args], { maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}
