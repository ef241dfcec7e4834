import { describe, expect, test } from 'vitest'
import { runCli } from '../packages/cli/src/testing/run-cli.ts'
import { fenceFaults } from './helpers/fence-faults.ts'
import { faultsInShown, readNote } from './helpers/invariants.ts'
import { startSandboxedService } from './helpers/service.ts'

/** Every way to ask for a post that changes what is read or how it is written. */
const OPTIONS: readonly string[][] = [
  [],
  ['--full'],
  ['--thread', 'off', '--userinfo', 'all'],
  ['--thread', '2', '--replies', 'recent'],
  ['--context', 'thread', '--replies', 'off', '--full'],
  ['--max-posts', '100', '--userinfo', 'author'],
]

/** Words that the world uses as words. */
const ALLOWED = 'undefined NaN [object'

describe.each([1, 2, 3])('world %i, every example by the command line', (seed) => {
  test.each(['markdown', 'json', 'obsidian'])('as %s, with every option', async (format) => {
    const service = await startSandboxedService(seed)
    const faults: string[] = []
    for (const example of service.examples) {
      for (const options of OPTIONS) {
        const { code, stdout, stderr } = await runCli(['read', example.url, '--format', format, ...options], {
          env: service.env,
        })
        const name = `${example.kind} ${options.join(' ')}`
        const expected =
          example.answers.fxtwitter === 200 && example.kind !== 't.co link off X' ? 0 : undefined
        if (expected === undefined ? code === 0 : code !== 0) faults.push(`${name}: exit ${code} ${stderr}`)
        if (code !== 0) continue
        if (format === 'json') JSON.parse(stdout)
        else faults.push(...faultsInShown(stdout, ALLOWED).map((fault) => `${name}: ${fault}`))
        if (format === 'obsidian') readNote(stdout)
        if (format === 'markdown' && options[1] === 'off') {
          faults.push(...fenceFaults(example, stdout).map((fault) => `${name}: ${fault}`))
        }
      }
    }
    await service.close()
    expect(faults).toEqual([])
  })
})
