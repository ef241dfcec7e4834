import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BIN, ROOT, runBin, startBin } from './helpers/bin.ts'

// Each test starts whole programs; a busy machine takes its time for that.
vi.setConfig({ testTimeout: 30_000 })

const LISTENING = /^listening on (http:\/\/\S+)$/m

/** The least that an upstream can answer. */
const SHORT_ANSWER = {
  code: 200,
  status: {
    type: 'status',
    id: '20',
    text: 'said in the meantime',
    author: { id: '12', name: 'jack', screen_name: 'jack' },
  },
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'serve says where it listens, answers, and stops on %s',
  async (signal) => {
    const { child, line, finished } = startBin(['serve', '--sandbox', '--port', '0'])
    const [, url] = await line(LISTENING)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const post = await fetch(`${url}/jack/status/20`)
    expect(await post.text()).toContain('just setting up my twttr')
    child.kill(signal)
    const { code, stdout, stderr } = await finished
    expect(code).toBe(signal === 'SIGINT' ? 130 : 0)
    expect(stdout).toBe(`listening on ${url}\n`)
    expect(stderr).toMatch(/^sandbox on http:\/\/127\.0\.0\.1:\d+\n/)
  },
)

describe('with an upstream that takes its time', () => {
  let upstream: Server
  let waiting: ServerResponse[]
  let base: string
  let asked: Promise<unknown>
  beforeEach(async () => {
    waiting = []
    upstream = createServer((_, response) => waiting.push(response))
    asked = once(upstream, 'request')
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  })
  afterEach(() => {
    upstream.closeAllConnections()
    upstream.close()
  })

  test('serve answers the request that runs before it stops', async () => {
    const { child, line, finished } = startBin(['serve', '--port', '0'], {
      env: { FXTWITTER_BASE_URL: base },
    })
    const [, url] = await line(LISTENING)
    const answer = fetch(`${url}/jack/status/20?thread=off`)
    await asked
    child.kill('SIGTERM')
    await pause(500)
    for (const response of waiting) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(SHORT_ANSWER))
    }
    expect(await (await answer).text()).toContain('said in the meantime')
    expect((await finished).code).toBe(0)
  })

  test('a second signal does not wait for it', async () => {
    const { child, line, finished } = startBin(['serve', '--port', '0'], {
      env: { FXTWITTER_BASE_URL: base },
    })
    const [, url] = await line(LISTENING)
    const answer = fetch(`${url}/jack/status/20`).catch(() => 'cut')
    await asked
    child.kill('SIGINT')
    await pause(500)
    child.kill('SIGINT')
    expect((await finished).code).toBe(130)
    expect(await answer).toBe('cut')
  })

  test('Ctrl-C ends a read at once, with 130', async () => {
    const { child, finished } = startBin(['read', 'jack/20'], { env: { FXTWITTER_BASE_URL: base } })
    await asked
    const start = Date.now()
    child.kill('SIGINT')
    expect(await finished).toMatchObject({ code: 130, stdout: '', stderr: '' })
    expect(Date.now() - start).toBeLessThan(2_000)
  })
})

test('a port that is taken is one line and exit 1', async () => {
  const first = startBin(['sandbox', '--port', '0'])
  const [, url = ''] = await first.line(LISTENING)
  const port = new URL(url).port
  for (const command of ['sandbox', 'serve']) {
    const { code, stdout, stderr } = await runBin([command, '--port', port])
    expect([command, code, stdout]).toEqual([command, 1, ''])
    expect(stderr).toMatch(/^x-md: .*EADDRINUSE.*\n$/)
  }
  first.child.kill('SIGINT')
  await first.finished
})

test('a reader that leaves early is no fault', async () => {
  const { code, stderr } = await shell(`"${process.execPath}" "${BIN}" read jack/20 --sandbox --json | true`)
  expect([code, stderr]).toEqual([0, ''])
})

function shell(command: string): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-o', 'pipefail', '-c', command], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('close', (code) => resolve({ code, stderr }))
  })
}
