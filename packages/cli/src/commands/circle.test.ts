import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxBases } from '../embedded-sandbox.ts'
import { runCli } from '../testing/run-cli.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  folder = await mkdtemp(join(tmpdir(), 'x-md-circle-'))
  env = { ...sandboxBases(sandbox.url), X_MD_DATA_DIR: folder }
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

const WINDOW = ['--until', '2026-11-01T12:00:00Z', '--days', '30']

test('a second command goes on where the first ended, a third reads nothing, and a picture is a file', async () => {
  const first = await runCli(['circle', '@oskar_fenwall', ...WINDOW, '--json'], { env })
  expect(first.code).toBe(0)
  expect(first.stderr).toBe(
    'Not complete; the same command with --until 2026-11-01T12:00:00Z goes on with it.\n',
  )
  const second = await runCli(['circle', 'oskar_fenwall', ...WINDOW, '--json'], { env })
  expect([second.code, second.stderr]).toEqual([0, ''])
  const third = await runCli(['circle', 'oskar_fenwall', ...WINDOW, '--json'], { env })
  expect(JSON.parse(third.stdout)).toEqual({ ...JSON.parse(second.stdout), cache: 'hit' })
  expect(JSON.parse(third.stdout).members).toEqual(JSON.parse(first.stdout).members)

  const file = join(folder, 'circle.svg')
  const picture = await runCli(['circle', 'oskar_fenwall', ...WINDOW, '--format', 'svg', '-o', file], { env })
  expect([picture.code, picture.stdout]).toEqual([0, ''])
  expect(await readFile(file, 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s)
  const words = await runCli(['circle', 'oskar_fenwall', ...WINDOW, '--limit', '1'], { env })
  expect(words.stdout).toMatch(/^# Circle of Oskar Fenwall/)
})

test.each([[['--days', '0']], [['--format', 'gif']], [['--json', '--format', 'svg']]])(
  '%o is a usage error',
  async (flags) => {
    const { code, stdout } = await runCli(['circle', 'jack', ...flags], { env })
    expect([code, stdout]).toEqual([2, ''])
  },
)
