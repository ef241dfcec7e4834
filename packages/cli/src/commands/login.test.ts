import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { CLIENT } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxBases } from '../embedded-sandbox.ts'
import { createProgram } from '../program.ts'

const folder = mkdtempSync(join(tmpdir(), 'x-md-login-'))
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  env = { ...sandboxBases(sandbox.url), X_OAUTH2_CLIENT_ID: CLIENT.id, X_MD_DATA_DIR: folder }
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

/** Runs a command; `seen` is told what it says while it runs. */
async function run(args: string[], seen?: (said: string) => void, given = env): Promise<string> {
  const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: given }
  let out = ''
  let said = ''
  io.stdout.on('data', (chunk) => {
    out += chunk
  })
  io.stderr.on('data', (chunk) => {
    said += chunk
    seen?.(said)
  })
  await createProgram(io).parseAsync(['node', 'x-md', 'login', ...args])
  return out
}

/** A person who opens the address that was printed, by way of strangers. */
function visitor() {
  let gone = false
  return (said: string) => {
    const address = /http\S+authorize\S+/.exec(said)?.[0]
    if (!address || gone) return
    gone = true
    void (async () => {
      const { origin } = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
      expect((await fetch(`${origin}/callback?state=guessed&code=stolen`)).status).toBe(400)
      expect((await fetch(`${origin}/`)).status).toBe(404)
      expect(await (await fetch(address)).text()).toMatch(/close this page/)
    })()
  }
}

test('logs in, says so, and ends it', async () => {
  expect(await run(['--status'])).toBe('Not logged in.\n')
  expect(await run([], visitor())).toMatch(/^Logged in; the token is kept in .*x-login\.json\.\n$/)
  expect(statSync(join(folder, 'x-login.json')).mode & 0o777).toBe(0o600)
  const status = await run(['--status'])
  expect(status).toMatch(/^Logged in; the token is good until .* UTC, renewed by itself\.\n$/)
  expect(status).not.toMatch(/sandbox-/)
  expect(await run(['--forget'])).toBe('The login has ended.\n')
  expect(await run(['--status'])).toBe('Not logged in.\n')
  expect(await run(['--forget'])).toBe('Not logged in.\n')
})

test('--sandbox logs in to a sandbox, and keeps nothing', async () => {
  expect(await run(['--sandbox'], undefined, { X_MD_DATA_DIR: folder })).toMatch(/keeps nothing/)
  expect(await run(['--status'])).toBe('Not logged in.\n')
})

test('says what is missing, and what goes wrong', async () => {
  await expect(run([], undefined, { X_MD_DATA_DIR: folder })).rejects.toThrow(/X_OAUTH2_CLIENT_ID/)
  await expect(run(['--status', '--forget'])).rejects.toThrow(/not both/)
  const port = new URL(sandbox.url).port
  await expect(run([], undefined, { ...env, X_OAUTH2_REDIRECT_PORT: port })).rejects.toThrow(/cannot be used/)
})
