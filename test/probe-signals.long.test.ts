import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isAlive } from '../packages/cli/src/probe/testing/is-alive.ts'
import { startBin } from './helpers/bin.ts'

/** A server that answers nothing, ends with nothing, and says its pid where it can be read. */
const STUBBORN = `process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); process.on('SIGHUP', () => {})
  require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)`

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('a probe that %s ends takes the server that it started along', async (signal, code) => {
  const file = join(mkdtempSync(join(tmpdir(), 'x-md-probe-')), 'pid')
  const { child, finished } = startBin(['probe', '--', process.execPath, '-e', STUBBORN, file])
  const pid = await vi.waitFor(
    () => Number(readFileSync(file, 'utf8')) || Promise.reject(new Error('No pid')),
    {
      timeout: 20_000,
    },
  )
  expect(isAlive(pid)).toBe(true)
  child.kill(signal)
  expect(await finished).toMatchObject({ code, stdout: '', stderr: '' })
  await expect.poll(() => isAlive(pid)).toBe(false)
})
