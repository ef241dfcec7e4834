import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { readSessions, SessionPool } from './sessions.ts'

const file = join(mkdtempSync(join(tmpdir(), 'x-md-sessions-')), 'accounts.local.json')

describe('sessions are read', () => {
  test('entry by entry; what is none is counted', () => {
    const json = JSON.stringify([
      { authToken: 'a1', ct0: 'b-1' },
      { authToken: 'a b', ct0: 'c' },
      { id: 'mine', authToken: 'a2', ct0: 'b2' },
      'odd',
    ])
    expect(readSessions(json, file)).toEqual({
      sessions: [
        { id: 'session-0', authToken: 'a1', ct0: 'b-1' },
        { id: 'mine', authToken: 'a2', ct0: 'b2' },
      ],
      bad: 2,
    })
    const twice = JSON.stringify([
      { id: 'a', authToken: 'a1', ct0: 'b1' },
      { id: 'a', authToken: 'a2', ct0: 'b2' },
    ])
    expect(readSessions(twice, file)).toMatchObject({ sessions: [{ authToken: 'a1' }], bad: 1 })
    for (const broken of ['{', '{}', '7'])
      expect(readSessions(broken, file)).toEqual({ sessions: [], bad: 1 })
    expect(readSessions(undefined, file)).toEqual({ sessions: [], bad: 0 })
  })

  test('from the file where there is one', () => {
    writeFileSync(file, '[{"id":"filed","authToken":"a","ct0":"b"}]')
    expect(readSessions('[{"authToken":"c","ct0":"d"}]', file).sessions).toMatchObject([{ id: 'filed' }])
  })
})

describe('a pool of sessions', () => {
  let now = 0
  let drawn: string[] = []
  let empty: Set<string>
  const session = (id: string) => ({ id, authToken: id, ct0: id })
  const pool = (...ids: string[]) =>
    new SessionPool(ids.map(session), {
      now: () => now,
      draw: async (id) => {
        if (empty.has(id)) return false
        drawn.push(id)
        return true
      },
    })
  beforeEach(() => {
    now = 1_000_000
    drawn = []
    empty = new Set()
  })
  const status = (code: number) => new UpstreamError('status', 'no', { status: code })

  test('takes them in turn, and passes over those that have asked enough', async () => {
    const both = pool('a', 'b')
    for (let time = 0; time < 3; time++) await both.take()
    empty.add('b')
    await both.take()
    expect(drawn).toEqual(['a', 'b', 'a', 'a'])
  })

  test.each([
    ['rate_limited', 900_000],
    ['network', 30_000],
  ] as const)('lets one that met %s rest', async (kind, ms) => {
    const one = pool('a')
    expect(one.failed(await one.take(), new UpstreamError(kind, 'no'))).toBe(true)
    await expect(one.take()).rejects.toMatchObject({ kind: 'rate_limited', retryAfter: ms / 1000 })
    now += ms
    expect((await one.take()).id).toBe('a')
  })

  test('never takes again what X refuses, and blames none for a bad question', async () => {
    const both = pool('a', 'b')
    expect(both.failed(session('a'), status(400))).toBe(false)
    both.failed(session('a'), status(401))
    now += 86_400_000
    expect([(await both.take()).id, (await both.take()).id]).toEqual(['b', 'b'])
    both.failed(session('b'), status(403))
    await expect(both.take()).rejects.toMatchObject({ kind: 'status', retryable: false })
  })
})
