import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../../packages/server/src/testing.ts'
import { serveFixtures } from './conformance/serve-fixtures.ts'

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const RUNS = [
  ['--requirements', '2026-07-28'],
  ['--requirements', '2025-11-25'],
  ['--spec-version', '2025-06-18'],
] as const

let service: Service
let fixtures: { url: string; close(): void }
beforeAll(async () => {
  service = await startService()
  fixtures = await serveFixtures(service)
})
afterAll(async () => {
  fixtures.close()
  await service.close()
})

/** Runs the suite against a server. @returns its exit code, and its words without the scenarios' own */
function run(url: string, args: readonly string[]): Promise<{ code: number; summary: string }> {
  return new Promise((resolve) => {
    const all = [SUITE, 'server', '--url', url, ...args]
    execFile(process.execPath, all, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      const summary = stdout.split('\n').filter((line) => !/^(?:=== |Running )/.test(line) && line !== '')
      resolve({ code: error ? Number(error.code) : 0, summary: summary.join('\n') })
    })
  })
}

const expected = (name: string) => fileURLToPath(new URL(`conformance/expected/${name}.yml`, import.meta.url))

describe.each(RUNS)('%s %s', (option, revision) => {
  test.each(['fixtures', 'product'])('%s', async (what) => {
    const url = what === 'fixtures' ? fixtures.url : `${service.url}/mcp`
    const file = expected(`${what}-${revision}`)
    const { code, summary } = await run(url, [option, revision, '--expected-failures', file])
    // A scenario that passes though it is expected to fail is a failure of its own.
    expect(code, summary).toBe(0)
    expect(summary).toMatch(/^Total: \d+ passed/m)
  })
})
