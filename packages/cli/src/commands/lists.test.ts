import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxBases } from '../embedded-sandbox.ts'
import { runCli } from '../testing/run-cli.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  env = sandboxBases(sandbox.url)
})
afterAll(() => sandbox.close())

interface Answer {
  posts?: { id: string }[]
  users?: { screen_name: string }[]
  nextCursor?: string
  markdown: string
}

async function json(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], { env })
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Answer
}

describe.each([
  ['profile', 'marta_brenkel'],
  ['followers', 'marta_brenkel'],
  ['following', '@marta_brenkel'],
  ['search', 'harbour'],
])('%s %s', (command, what) => {
  test('reads pages one after the other and brings them out as one', async () => {
    const once = await json(command, what, '--limit', '12')
    const two = await json(command, what, '--limit', '6', '--pages', '2')
    const items = ({ posts, users }: Answer) =>
      posts?.map(({ id }) => id) ?? users?.map((user) => user.screen_name)
    expect(items(once)).toHaveLength(12)
    expect(items(two)).toEqual(items(once))
    const rest = await json(command, what, '--limit', '3', '--cursor', two.nextCursor ?? '')
    const more = await json(command, what, '--limit', '15')
    expect(items(rest)).toEqual(items(more)?.slice(12))
  })

  test('says on stderr where its Markdown goes on', async () => {
    const { code, stdout, stderr } = await runCli([command, what, '--limit', '3'], { env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# /)
    const [, cursor = ''] = /^More with --cursor '(.+)'$/m.exec(stderr) ?? []
    expect((await json(command, what, '--limit', '2', '--cursor', cursor)).markdown).toMatch(/^# /)
  })

  test.each([
    [['--limit', '5', '--cursor', 'other:thing'], 'cursor'],
    [['--pages', '0'], '--pages'],
    [['--format', 'obsidian'], 'format'],
    [['--json', '--format', 'markdown'], 'exclude'],
  ])('refuses %j', async (args, word) => {
    const { code, stdout, stderr } = await runCli([command, what, ...args], { env })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(word)
  })
})

test('profile has options for what of an account to read', async () => {
  const alone = await json('profile', 'marta_brenkel', '--no-posts')
  expect([alone.posts, alone.nextCursor]).toEqual([[], undefined])
  const all = await json('profile', 'marta_brenkel', '--with-replies', '--with-reposts', '--limit', '100')
  const own = await json('profile', 'marta_brenkel', '--limit', '100')
  expect(all.posts).not.toEqual(own.posts)
  const early = await json('profile', 'marta_brenkel', '--until', '2024-01-01', '--limit', '1')
  expect(early.posts?.[0]?.id).not.toBe(own.posts?.[0]?.id)
})

test('replies are the newest answers to a post', async () => {
  const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as {
    examples: { kind: string; url: string }[]
  }
  const { url = '' } = world.examples.find(({ kind }) => kind === 'conversation/many-answers') ?? {}
  expect((await json('replies', url, '--limit', '4')).posts).toHaveLength(4)
})

test('a search over the built-in sandbox has every feed', async () => {
  const { code, stdout } = await runCli(['search', 'marta', '--feed', 'users', '--json', '--sandbox'])
  expect(code).toBe(0)
  expect((JSON.parse(stdout) as Answer).users?.length).toBeGreaterThan(0)
})

test('what cannot be is refused with exit code 2, and a missing account with 1', async () => {
  expect((await runCli(['profile', 'not a handle'], { env })).code).toBe(2)
  expect((await runCli(['search', ' '], { env })).code).toBe(2)
  expect((await runCli(['profile', 'no_such_one_1'], { env })).code).toBe(1)
})
