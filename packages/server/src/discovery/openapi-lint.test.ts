import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openapi } from './openapi.ts'

const run = promisify(execFile)
const REDOCLY = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))

/** The linter's verdict on a document, by its recommended rules. */
async function lint(document: unknown): Promise<{ errors: number; warnings: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'x-md-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    const args = [REDOCLY, 'lint', file, '--extends=recommended', '--format=json']
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stdout } = await run(process.execPath, args, { cwd: folder, env }).catch(
      (failure: { stdout: string }) => failure,
    )
    return JSON.parse(stdout.slice(stdout.indexOf('{'))).totals
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a linter that we did not write finds nothing wrong with the OpenAPI document', async () => {
  const document = openapi('https://x.example')
  expect(await lint(document)).toMatchObject({ errors: 0, warnings: 0 })
  const broken = { ...document, info: { version: '1' } }
  expect((await lint(broken)).errors).toBeGreaterThan(0)
})
