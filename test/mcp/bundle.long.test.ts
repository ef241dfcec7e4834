import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackExtension } from '@anthropic-ai/mcpb'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'

test('the bundle holds all that its server needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-bundle-'))
  try {
    const script = fileURLToPath(new URL('../../scripts/bundle-mcpb.ts', import.meta.url))
    const file = join(folder, 'x-md.mcpb')
    execFileSync(process.execPath, [script, file])
    expect(await unpackExtension({ mcpbPath: file, outputDir: join(folder, 'out'), silent: true })).toBe(true)
    const { server, tools, prompts } = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'))
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what stands for the folder of the bundle
    const args = server.mcp_config.args.map((arg: string) => arg.replace('${__dirname}', join(folder, 'out')))
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [...args, '--sandbox'],
        cwd: folder,
        env: { PATH: '', HOME: folder },
      }),
    )
    const listed = (await client.listTools()).tools.map(({ name }) => name)
    expect(listed).toEqual(tools.map(({ name }: { name: string }) => name))
    const result = await client.callTool({
      name: 'x_md_get_post',
      arguments: { url: 'https://x.com/jack/status/20' },
    })
    expect(JSON.stringify(result.content)).toContain('setting up my twttr')
    for (const { name, arguments: names, text } of prompts) {
      const places = Object.fromEntries(names.map((one: string) => [one, `\${arguments.${one}}`]))
      const { messages } = await client.getPrompt({ name, arguments: places })
      expect(messages.map(({ content }) => content)).toEqual([{ type: 'text', text }])
      for (const place of Object.values(places)) expect(text).toContain(place)
    }
    const { contents } = await client.readResource({ uri: 'x-md://docs/llms.txt' })
    expect(JSON.stringify(contents)).toContain('x.md')
    await client.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
