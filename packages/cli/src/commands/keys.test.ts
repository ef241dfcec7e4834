import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'x-md-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const keys = (...args: string[]) => runCli(['keys', ...args], { env: { X_MD_DATA_DIR: folder } })

test('a key is made, listed, changed, rotated and ended', async () => {
  expect((await keys('list')).stdout).toMatch(/no keys/)
  const made = await keys('create', '--label', 'My agent', '--limit', '9')
  expect(made.stdout).toMatch(/^xmd_[0-9a-f]{48}\n$/)
  const id = /Key ([0-9a-f]{12}) \(My agent\)/.exec(made.stderr)?.[1] as string
  const listed = await keys('list')
  expect(listed.stdout).toMatch(new RegExp(`^${id}  in force  9 searches .*never used  My agent\\n$`))
  expect(listed.stdout + listed.stderr).not.toContain(made.stdout.trim().slice(4))

  expect((await keys('set', id, '--disable', '--imports', '3')).stdout).toMatch(/disabled .* 3 imports/)
  expect(JSON.parse((await keys('list', '--json')).stdout)).toMatchObject([
    { id, disabled: true, importLimit: 3 },
  ])
  const rotated = await keys('rotate', id)
  expect(rotated.stdout).toMatch(/^xmd_/)
  expect(rotated.stdout).not.toBe(made.stdout)
  expect((await keys('revoke', id)).code).toBe(0)
  expect((await keys('revoke', id)).stderr).toMatch(/There is no key/)
})

test.each([
  [['create', '--limit', '0'], /whole number from 1/],
  [['set', '0123456789ab', '--enable', '--disable'], /not both/],
  [['set', 'nonsense', '--label', 'x'], /There is no key/],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await keys(...args)
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})

test('keys that would be gone at once are not made', async () => {
  const { code, stderr } = await runCli(['keys', 'create'], { env: { X_MD_DATA_DIR: ':memory:' } })
  expect([code, stderr]).toEqual([2, expect.stringMatching(/set X_MD_DATA_DIR/)])
})
