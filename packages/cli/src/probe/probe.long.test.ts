import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import type { ProbeReport } from './report.ts'
import { listen } from './testing/listen.ts'
import { report, step } from './testing/report-of.ts'

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))

describe('over stdio', () => {
  const script = (name: string): string => fileURLToPath(new URL(`./testing/${name}.ts`, import.meta.url))

  test('a server of both eras', async () => {
    const found = await report('--', process.execPath, script('dual-stdio'))
    expect(found).toMatchObject({
      transport: 'stdio',
      era: 'both',
      server: { name: 'dual' },
      headers: null,
      tools: { style: 'modern', tools: [{ name: 'add' }, { name: 'forget' }] },
      stdio: { starts: 4, garbage: { lines: 0 } },
    })
    expect(found.stdio?.exits.map(({ on_eof }) => on_eof)).toEqual([true, true, true, true])
    expect(found.round_trips.map(({ method, answered }) => [method, answered])).toEqual([
      ['ping', 5],
      ['server/discover', 5],
    ])
  })

  test('one of the older kind, named in one word', async () => {
    const found = await report(`'${process.execPath}' ${script('legacy-stdio')}`, '--call', 'shout')
    expect(found).toMatchObject({
      era: 'legacy',
      tools: { style: 'legacy', tools: [{ name: 'shout' }] },
      call: { tool: 'shout', is_error: true },
    })
    expect(step(found, 'server/discover')).toMatchObject({ answer: 'error', code: -32601, status: null })
  })

  test('the reference server', async () => {
    const found = await report('--', process.execPath, EVERYTHING, 'stdio')
    expect(found).toMatchObject({
      era: 'legacy',
      tools: { tools: { length: 13 } },
      stdio: { garbage: { lines: 0 } },
    })
    expect(found.server?.name).toBe('mcp-servers/everything')
    expect(found.instructions?.bytes).toBeGreaterThan(1_000)
  })
})

describe('over HTTP, the reference server', () => {
  let child: ChildProcess
  afterEach(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })

  const start = async (transport: string): Promise<string> => {
    const port = await freePort()
    child = spawn(process.execPath, [EVERYTHING, transport], {
      env: { PATH: process.env.PATH ?? '', PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await new Promise<void>((resolve, reject) => {
      child.stderr?.on('data', (text) => /listening|running/i.test(String(text)) && resolve())
      child.once('exit', () => reject(new Error('It ended')))
    })
    return `http://127.0.0.1:${port}`
  }

  test('streamable', async () => {
    const found = await report(`${await start('streamableHttp')}/mcp`)
    expect(found).toMatchObject({ era: 'legacy', session: { given: true, required: true } })
    expect(found.tools?.tools.map(({ name }) => name)).toContain('echo')
    expect(found.headers).toContainEqual(
      expect.objectContaining({ name: 'access-control-allow-origin', values: ['*'] }),
    )
    expect(found.headers).toContainEqual(
      expect.objectContaining({ name: 'mcp-session-id', values: ['[redacted]'] }),
    )
  })

  test('the transport of 2024-11-05 is told apart', async () => {
    const url = `${await start('sse')}/sse`
    const { code, stdout } = await runCli(['probe', '--json', url])
    const found: ProbeReport = JSON.parse(stdout)
    expect([code, found.mcp]).toEqual([1, false])
    expect(step(found, 'GET').detail).toContain('2024-11-05')
  })
})

test('bytes that never end are read up to the cap', async () => {
  const server = await listen(
    createHttpServer((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1 << 20))) {}
      }
      response.on('drain', pour)
      pour()
    }),
  )
  const { code, stdout } = await runCli(['probe', '--json', server.url])
  server.close()
  expect([code, step(JSON.parse(stdout), 'initialize 2025-11-25').detail]).toEqual([
    1,
    'more than 10485760 bytes',
  ])
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
