import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxBases } from '../embedded-sandbox.ts'
import { runCli } from '../testing/run-cli.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  folder = await mkdtemp(join(tmpdir(), 'x-md-import-'))
  env = { ...sandboxBases(sandbox.url), X_MD_DATA_DIR: folder }
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

interface Imported {
  posts: object[]
  meta: { pages: number; archive: { served: number; walked: string[] } }
}

test('a second command gives what the first has kept, and reads only what is new', async () => {
  const first = await runCli(['import', '@oskar_fenwall', '--max', '5000'], { env })
  expect([first.code, first.stderr]).toEqual([0, ''])
  const { posts } = JSON.parse(first.stdout) as Imported
  expect(posts.length).toBeGreaterThan(500)

  const file = join(folder, 'posts.ndjson')
  const args = ['import', 'oskar_fenwall', '--max', '5000', '--format', 'ndjson', '-o', file]
  expect((await runCli(args, { env })).code).toBe(0)
  const rows = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows.slice(0, -1).map(({ post }) => post)).toEqual(posts)
  expect(rows.at(-1)).toMatchObject({ meta: { archive: { served: posts.length, walked: [] } } })

  const index = await runCli(['import', 'oskar_fenwall', '--index'], { env })
  expect(JSON.parse(index.stdout)).toMatchObject({ archive: { count: posts.length }, persistent: true })
})

test('more than was asked for is named on stderr; a bad number is a usage error', async () => {
  const some = await runCli(['import', 'oskar_fenwall', '--max', '10', '--no-replies'], { env })
  expect(JSON.parse(some.stdout).posts).toHaveLength(10)
  expect(some.stderr).toMatch(/^More with --until 20\d\d-/)
  expect((await runCli(['import', 'oskar_fenwall', '--max', '0'], { env })).code).toBe(2)
})

test('Ctrl-C ends a walk with what was read kept, and says how to go on', async () => {
  const faults = (list: object[]) =>
    fetch(`${sandbox.url}/_sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(list),
    })
  await faults([{ kind: 'latency', delayMs: 400 }])
  const bin = fileURLToPath(new URL('../../bin/x-md.js', import.meta.url))
  const args = ['import', 'ines_quillfen', '--max', '5000', '--concurrency', '4']
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, ...env } })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
  const exit = once(child, 'exit')
  const pages = async (): Promise<number> => {
    const log = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as { path: string }[]
    return log.filter(({ path }) => path.includes('ines_quillfen/statuses')).length
  }
  while ((await pages()) < 9) await new Promise((resolve) => setTimeout(resolve, 50))
  child.kill('SIGINT')
  const [code] = (await exit) as [number]
  await faults([])
  const [, kept] = /^Interrupted\. (\d+) posts of @ines_quillfen are kept/.exec(err.join('')) ?? []
  expect([code, out.join('')]).toEqual([130, ''])
  expect(err.join('')).toContain(`x-md ${args.join(' ')}\n`)
  expect(Number(kept)).toBeGreaterThan(50)
  const rest = await runCli(args, { env })
  const { posts, meta } = JSON.parse(rest.stdout) as Imported
  expect(posts.length).toBeGreaterThan(Number(kept))
  expect(meta.archive.served).toBeGreaterThan(0)
})
