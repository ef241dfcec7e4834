import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackExtension } from '@anthropic-ai/mcpb'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'x-md-bundle-'))
  const script = fileURLToPath(new URL('../../scripts/bundle-mcpb.ts', import.meta.url))
  execFileSync(process.execPath, [script, folder])
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Unpacks a bundle, as a host does. */
async function unpack(name: string) {
  const out = join(folder, name)
  expect(await unpackExtension({ mcpbPath: `${out}.mcpb`, outputDir: out, silent: true })).toBe(true)
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
  const { args, env } = manifest.server.mcp_config
  return {
    manifest,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what stands for the folder of the bundle
    args: args.map((arg: string) => arg.replace('${__dirname}', out)) as string[],
    env: env as Record<string, string>,
  }
}

async function connect(args: readonly string[], env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      cwd: folder,
      env: { PATH: '', HOME: folder, ...env },
    }),
  )
  return client
}

test('the bundle that reads holds all that its server needs', async () => {
  const { manifest, args } = await unpack('x-md')
  const client = await connect([...args, '--sandbox'], {})
  const listed = (await client.listTools()).tools.map(({ name }) => name)
  expect(listed).toEqual(manifest.tools.map(({ name }: { name: string }) => name))
  const result = await client.callTool({
    name: 'x_md_get_post',
    arguments: { url: 'https://x.com/jack/status/20' },
  })
  expect(JSON.stringify(result.content)).toContain('setting up my twttr')
  for (const { name, arguments: names, text } of manifest.prompts) {
    const places = Object.fromEntries(names.map((one: string) => [one, `\${arguments.${one}}`]))
    const { messages } = await client.getPrompt({ name, arguments: places })
    expect(messages.map(({ content }) => content)).toEqual([{ type: 'text', text }])
    for (const place of Object.values(places)) expect(text).toContain(place)
  }
  const { contents } = await client.readResource({ uri: 'x-md://docs/llms.txt' })
  expect(JSON.stringify(contents)).toContain('x.md')
  await client.close()
})

test('the bundle that acts asks for five settings, and acts with what was filled in', async () => {
  const sandbox = await startSandbox()
  try {
    const { manifest, args, env } = await unpack('mcp-x')
    const secret = { type: 'string', required: true, sensitive: true }
    expect(manifest.user_config).toMatchObject({
      X_API_KEY: secret,
      X_API_KEY_SECRET: secret,
      X_ACCESS_TOKEN: secret,
      X_ACCESS_TOKEN_SECRET: secret,
      MEDIA_ROOT: { type: 'directory', required: true },
    })
    const filledIn: Record<string, string> = {
      X_API_KEY: 'sandbox-app-key',
      X_API_KEY_SECRET: 'sandbox-app-secret',
      X_ACCESS_TOKEN: 'sandbox-owner-token',
      X_ACCESS_TOKEN_SECRET: 'sandbox-owner-token-secret',
      MEDIA_ROOT: folder,
    }
    expect(Object.keys(manifest.user_config)).toEqual(Object.keys(filledIn))
    const put = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/^\$\{user_config\.(\w+)\}$/, (_, key: string) => filledIn[key] ?? ''),
    ])
    const client = await connect(args, {
      ...Object.fromEntries(put),
      X_API_BASE_URL: `${sandbox.url}/x-api`,
      X_MD_DATA_DIR: ':memory:',
    })
    const listed = (await client.listTools()).tools.map(({ name }) => name)
    expect(listed).toHaveLength(42)
    expect(listed).toEqual(manifest.tools.map(({ name }: { name: string }) => name))
    const made = await client.callTool({ name: 'x_post_create', arguments: { text: 'From a bundle.' } })
    expect(made).toMatchObject({ structuredContent: { cost: { usd: 0.015 } } })
    await client.close()
    const alone = await connect([...args, '-sandbox'], {})
    const text = 'From a bundle, on its own sandbox: https://example.com'
    expect(await alone.callTool({ name: 'x_post_create', arguments: { text } })).toMatchObject({
      structuredContent: { cost: { usd: 0.2 } },
    })
    await alone.close()
  } finally {
    await sandbox.close()
  }
})
