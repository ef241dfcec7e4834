import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { VERSION } from '@x-md/core/version.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
let program: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'x-md-sea-'))
  program = join(folder, 'made', 'x-md')
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/sea.ts', import.meta.url)), program])
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs it where there is neither a Node nor anything of the checkout. */
const alone = { cwd: tmpdir(), env: { PATH: '', HOME: tmpdir() }, encoding: 'utf8' } as const

test('one file reads, with its version and its pages in it', async () => {
  expect(execFileSync(program, ['--version'], alone)).toBe(`${VERSION}\n`)
  expect(execFileSync(program, ['read', 'jack/20', '--sandbox'], alone)).toContain('just setting up my twttr')
  const client = await connect(program, ['mcp', '--sandbox'])
  const { resources } = await client.listResources()
  const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' })
  expect(contents[0]).toMatchObject({ text: expect.stringMatching(/.{200}/s) })
  await client.close()
})

test('under another name it acts', async () => {
  const other = join(folder, 'made', 'mcp-x')
  copyFileSync(program, other)
  expect(execFileSync(other, ['-version'], alone)).toBe(`${VERSION}\n`)
  const client = await connect(other, ['-sandbox'])
  expect((await client.listTools()).tools).toHaveLength(42)
  const posted = await client.callTool({ name: 'x_post_create', arguments: { text: 'Fog until noon.' } })
  expect(posted.structuredContent).toMatchObject({ text: 'Fog until noon.' })
  await client.close()
})

async function connect(command: string, args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const env = { PATH: '', HOME: folder, X_MD_DATA_DIR: join(folder, 'data') }
  await client.connect(new StdioClientTransport({ command, args, cwd: tmpdir(), env }))
  return client
}
