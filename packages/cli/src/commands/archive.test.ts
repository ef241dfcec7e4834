import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxBases } from '../embedded-sandbox.ts'
import { runCli } from '../testing/run-cli.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  folder = await mkdtemp(join(tmpdir(), 'x-md-archive-'))
  env = { ...sandboxBases(sandbox.url), X_MD_DATA_DIR: join(folder, 'data') }
  const { code } = await runCli(
    ['import', 'oskar_fenwall', '--max', '5000', '-o', join(folder, 'all.json')],
    { env },
  )
  expect(code).toBe(0)
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

const archive = (...args: string[]) => runCli(['archive', ...args], { env })
const asked = (stdin: string, ...args: string[]) =>
  runCli(['archive', ...args], { env, stdin, attended: true })
const imported = async () =>
  (JSON.parse(await readFile(join(folder, 'all.json'), 'utf8')) as { posts: { id: string; text: string }[] })
    .posts

test('what is kept is listed and counted', async () => {
  const posts = await imported()
  const [row] = JSON.parse((await archive('list', '--json')).stdout) as { handle: string; count: number }[]
  expect(row).toMatchObject({ handle: 'oskar_fenwall', count: posts.length, complete: true })
  expect((await archive('list')).stdout).toMatch(/^@oskar_fenwall {2}\d+ posts {2}20\d\d-/)
  expect(JSON.parse((await archive('stats', '--json')).stdout)).toMatchObject({ accounts: 1 })
})

test('a search goes through pages in Markdown and JSON, and says no to what is none', async () => {
  const first = await archive('search', 'weather', '--json', '--limit', '2', '--order', 'newest')
  const { finds, nextCursor } = JSON.parse(first.stdout)
  expect(finds).toHaveLength(2)
  for (const { snippet, post } of finds) {
    const [start, end] = snippet.marks[0]
    expect(snippet.text.slice(start, end).toLowerCase()).toBe('weather')
    expect(post.text.toLowerCase()).toContain('weather')
  }
  const args = ['search', 'weather', '--json', '--limit', '2', '--order', 'newest', '--cursor', nextCursor]
  const next = JSON.parse((await archive(...args)).stdout)
  expect(BigInt(next.finds[0].post.id) < BigInt(finds[1].post.id)).toBe(true)
  expect((await archive('search', 'weather')).stdout).toMatch(/^## 1\/20 · [\s\S]*> .*\*\*weather\*\*/i)
  expect((await archive('search', 'weather', '--full')).stdout).toMatch(/Posted with: /)
  expect((await archive('search', '"( NEAR', '--handle', 'nobody_here')).stdout).toBe('No posts.\n')
  for (const wrong of [
    ['--cursor', nextCursor],
    ['--kind', 'tweet'],
    ['--min-likes', 'x'],
    ['--order', 'worst'],
  ])
    expect((await archive('search', 'weather', ...wrong)).code, wrong.join(' ')).toBe(2)
  expect((await archive('search', '!?')).code).toBe(2)
})

describe('an export', () => {
  test('as lines, JSON and a table holds all posts, from new to old', async () => {
    const ids = (await imported()).map(({ id }) => id)
    const lines = (await archive('export', 'oskar_fenwall')).stdout.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).post.id)).toEqual(ids)
    const file = join(folder, 'out.json')
    expect((await runCli(['export', '--all', '--format', 'json', '-o', file], { env })).stderr).toMatch(
      /^wrote .* posts/,
    )
    expect(JSON.parse(await readFile(file, 'utf8'))[0].posts.map(({ id }: { id: string }) => id)).toEqual(ids)
    const table = parse((await archive('export', '--all', '--format', 'csv')).stdout, { columns: true }) as {
      id: string
    }[]
    expect(table.map(({ id }) => id)).toEqual(ids)
    expect((await archive('export', 'oskar_fenwall', '--kind', 'reply', '--since', '2026-01-01')).code).toBe(
      0,
    )
  })

  test('no cell of a table is a formula', async () => {
    const { stdout } = await archive('export', '--all', '--format', 'csv')
    const cells = (parse(stdout) as string[][]).flat()
    expect(cells.some((cell) => cell.startsWith("'@"))).toBe(true)
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  })

  test('with media fetches each file once, goes on where one broke off, and links what cannot be had', async () => {
    const vault = join(folder, 'vault')
    const run = () =>
      archive(
        'export',
        'oskar_fenwall',
        '--format',
        'obsidian',
        '--media',
        '--since',
        '2024-01-01',
        '-o',
        vault,
      )
    const files = async () => (await readdir(join(vault, 'media'))).filter((name) => !name.endsWith('.part'))
    const faults = (list: object[]) =>
      fetch(`${sandbox.url}/_sandbox/faults`, {
        method: 'POST',
        body: JSON.stringify(list),
        headers: { 'content-type': 'application/json' },
      })
    expect((await faults([{ kind: '5xx', door: '/media', count: 1 }])).status).toBe(200)
    const first = await run()
    await faults([])
    expect(first.code, first.stderr).toBe(0)
    expect(first.stderr).toMatch(/1 files of media could not be fetched/)
    const before = await files()
    const [name] = before as [string]
    const whole = await readFile(join(vault, 'media', name))
    await rm(join(vault, 'media', name))
    await writeFile(join(vault, 'media', `${name}.part`), whole.subarray(0, 100))
    const { mtimeMs } = await stat(join(vault, 'media', before[1] as string))
    expect((await run()).stderr).toMatch(/fetched/)
    expect(await readFile(join(vault, 'media', name))).toEqual(whole)
    expect((await stat(join(vault, 'media', before[1] as string))).mtimeMs).toBe(mtimeMs)
    expect((await run()).stderr).toMatch(/ 0 written, \d+ unchanged, 0 removed$/m)
  })

  test.each([
    [['export'], /Name accounts, or give --all/],
    [['export', 'a', '--all'], /not both/],
    [['export', '--all', '--format', 'markdown'], /--output <folder>/],
    [['export', '--all', '--media'], /are for --format markdown/],
    [['export', 'nobody_here'], /Nothing is kept of @nobody_here/],
    [['export', '--all', '-o', '/nowhere/x.json'], /does not exist/],
    [['export', '--all', '--since', '2026-02-02', '--until', '2026-01-01'], /earlier/],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await archive(...args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })
})

test('verifying ends well or names what is wrong; deleting asks first', async () => {
  expect((await archive('verify')).stdout).toBe('All that is kept is whole.\n')
  const file = new DatabaseSync(join(folder, 'data', 'x-md.db'))
  file.exec(`UPDATE archive_posts SET json = '{' WHERE rowid = 3`)
  file.close()
  expect(await archive('verify')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no JSON\n1 faults/),
  })
  expect(JSON.parse((await archive('verify', '--json')).stdout)).toMatchObject([{ kind: 'post' }])

  expect(await archive('delete', 'oskar_fenwall')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--yes/),
  })
  for (const stdin of ['n\n', '\n', 'yesterday\n', '']) {
    const answered = await asked(stdin, 'delete', 'oskar_fenwall')
    expect(answered.code, stdin).toBe(1)
    expect(answered.stderr, stdin).toMatch(
      /Delete @oskar_fenwall \(\d+ posts\)\? It cannot be undone.*Nothing was deleted/s,
    )
  }
  expect((await asked('Yes\n', 'delete', 'oskar_fenwall')).stderr).toMatch(
    /Deleted @oskar_fenwall: \d+ posts/,
  )
  await runCli(['import', 'oskar_fenwall', '--max', '40', '-o', join(folder, 'some.json')], { env })
  expect((await archive('delete', 'oskar_fenwall', '--yes')).stderr).toMatch(
    /^Deleted @oskar_fenwall: \d+ posts/,
  )
  expect((await archive('delete', 'oskar_fenwall', '--yes')).stderr).toMatch(/Nothing is kept/)
  expect((await archive('list')).stdout).toMatch(/Nothing is kept/)
  expect((await archive('verify')).code).toBe(0)
})

test('what would be gone with the process is not worked with', async () => {
  const { code, stderr } = await runCli(['archive', 'list'], { env: { X_MD_DATA_DIR: ':memory:' } })
  expect([code, stderr]).toEqual([2, expect.stringMatching(/set X_MD_DATA_DIR/)])
})
