import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../packages/cli/src/testing/run-cli.ts'
import { faultsInShown } from './helpers/invariants.ts'
import { type Example, startSandboxedService } from './helpers/service.ts'

/** The attack shapes once more, on the surface that is a terminal: it must say what HTTP says, and obey nobody. */
let service: Awaited<ReturnType<typeof startSandboxedService>>
let attacks: Example[]
beforeAll(async () => {
  service = await startSandboxedService()
  attacks = service.examples.filter(({ kind }) => kind.startsWith('injection/'))
})
afterAll(() => service.close())

const read = (args: string[]) => runCli(['read', ...args], { env: service.env, terminal: true })

test('there are 40 shapes at least', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(40)
})

test.each(['markdown', 'obsidian'])(
  '%s on a terminal is what HTTP gives, and moves no cursor',
  async (format) => {
    for (const { kind, url } of attacks) {
      const { code, stdout, stderr } = await read([url, '--format', format])
      const http = await fetch(`${service.url}/api/v1/posts?url=${encodeURIComponent(url)}&format=${format}`)
      expect([kind, code, stderr]).toEqual([kind, 0, ''])
      expect(stdout).toBe(await http.text())
      expect([kind, faultsInShown(stdout, 'undefined NaN [object')]).toEqual([kind, []])
    }
  },
)

test('JSON on a terminal moves no cursor, hides nothing, and reads as the same value', async () => {
  for (const { kind, url } of attacks) {
    const { code, stdout } = await read([url, '--json'])
    expect([kind, code]).toEqual([kind, 0])
    expect(stdout.match(/[^\P{Control}\n]|\p{Format}/u)).toBeNull()
    const http = await fetch(`${service.url}/api/v1/posts?url=${encodeURIComponent(url)}&format=json`)
    const { posts } = (await http.json()) as { posts: unknown }
    expect(JSON.parse(stdout).posts).toEqual(posts)
  }
})
