import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { afterEach, describe, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import { listenDual } from './testing/dual-server.ts'
import { listenLegacy } from './testing/legacy-server.ts'
import type { Listening } from './testing/listen.ts'
import { report, step } from './testing/report-of.ts'

let server: Listening | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

describe('over HTTP', () => {
  test('a server of both eras', async () => {
    server = await listenDual()
    const found = await report(server.url)
    expect(found).toMatchObject({
      target: server.url,
      mcp: true,
      problem: null,
      era: 'both',
      initialize: [
        { asked: '2025-11-25', answered: '2025-11-25' },
        { asked: '2025-06-18', answered: '2025-06-18' },
      ],
      server: { name: 'dual', version: '2.0.0' },
      instructions: { bytes: 13 },
      session: { given: false, required: null },
      tools: {
        style: 'modern',
        pages: 1,
        parameters: 3,
        required: 2,
        tools: [
          { name: 'add', parameters: 3, required: 2, read_only: true, description: { bytes: 15, tokens: 3 } },
          {
            name: 'forget',
            parameters: 0,
            required: 0,
            read_only: null,
            output_schema: { bytes: 0, tokens: 0 },
          },
        ],
      },
    })
    expect(found.supported_versions).toContain('2026-07-28')
    expect(found.round_trips.map(({ method, answered }) => [method, answered])).toEqual([
      ['initialize', 5],
      ['server/discover', 5],
    ])
    expect(step(found, 'notifications/initialized')).toMatchObject({ answer: 'accepted', status: 202 })
    expect(step(found, 'tools/list, modern')).toMatchObject({ answer: 'result', detail: '2 tools' })
    expect(step(found, 'tools/list, _meta alone')).toMatchObject({ status: 400, code: -32020 })
    expect(step(found, 'ping')).toMatchObject({ answer: 'result', status: 200 })
    expect(step(found, 'resources/list')).toMatchObject({ answer: 'error', code: -32601 })
    expect(step(found, 'GET')).toMatchObject({ status: 405 })
    expect(step(found, 'DELETE')).toMatchObject({ status: 405 })
    // The one that reads, not the one that does not say so.
    expect(step(found, 'tools/call add, no credentials').answer).toBe('result')
  })

  test('one without a handshake', async () => {
    server = await listenDual('reject')
    const found = await report(server.url, '--call', 'add', '--args', '{"a":2,"b":3}')
    expect(found).toMatchObject({
      era: 'modern',
      initialize: [{ answered: null }, { answered: null }],
      tools: { style: 'modern', tools: [{ name: 'add' }, { name: 'forget' }] },
      call: { tool: 'add', is_error: false, content: ['text'], structured: true },
    })
    expect(step(found, 'ping, modern')).toMatchObject({ status: 404, code: -32601 })
  })

  test('one with sessions, of which none is left', async () => {
    const sessions = new Map<string, StreamableHTTPServerTransport>()
    server = await listenLegacy(sessions)
    const found = await report(server.url, '--call', 'shout', '--args', '{"text":"hey"}')
    expect(found).toMatchObject({
      era: 'legacy',
      supported_versions: null,
      session: { given: true, required: true },
      tools: { style: 'legacy', tools: [{ name: 'shout', parameters: 1, required: 1 }] },
      call: { tool: 'shout', is_error: false, content: ['text'], structured: false },
    })
    expect(step(found, 'tools/list')).toMatchObject({ content_type: 'text/event-stream', detail: '1 tool' })
    expect(step(found, 'tools/list, no handshake').status).toBe(400)
    expect(found.steps.filter(({ step }) => step.startsWith('DELETE'))).toHaveLength(7)
    expect(sessions.size).toBe(0)
  })

  test('a table for people, and everything kept in a folder', async () => {
    server = await listenDual()
    const folder = join(mkdtempSync(join(tmpdir(), 'x-md-probe-')), 'kept')
    const { code, stdout, stderr } = await runCli(['probe', server.url, '--save', folder])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^era {12}both/m)
    expect(stdout).toMatch(/^add {31} +\d+ +\d+ +3 +2 +3 +\d+ +\d+$/m)
    const files = readdirSync(folder).sort()
    expect(stderr).toBe(`wrote ${files.length} files into ${folder}\n`)
    expect(files).toContain('01-initialize-2025-11-25.json')
    expect(files).toContain('report.json')
    const kept = JSON.parse(readFileSync(join(folder, files[0] ?? ''), 'utf8'))
    expect(kept.request.message.method).toBe('initialize')
    expect(kept.answer.body).toContain('"protocolVersion":"2025-11-25"')
    // A second probe would mix with it.
    expect((await runCli(['probe', server.url, '--save', folder])).code).toBe(2)
  })
})
