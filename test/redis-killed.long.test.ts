import { setTimeout as wait } from 'node:timers/promises'
import { connectRedis } from '@x-md/core/stores/redis-connection.ts'
import { missingRedis, type RedisServer, startRedis } from '@x-md/core/stores/testing/redis-server.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Example } from './helpers/service.ts'
import { type ServiceProcess, searchSessions, startServiceProcess } from './helpers/service-processes.ts'

/** A service whose Redis is killed and comes back while it is asked for everything. */

const CALLERS = 12
const BEFORE_MS = 4_000
const DOWN_MS = 10_000
/** How long a Redis that is back may go unnoticed: the longest pause between attempts, and some. */
const NOTICE_MS = 3_000
const AFTER_MS = 8_000
/** A store that does not answer is waited for for a second, and not again in the next; a busy machine adds to it. */
const LONGEST_MS = 4_000

type Phase = 'before' | 'down' | 'noticing' | 'after'
interface Asked {
  kind: 'read' | 'account'
  path: string
  /** Of its start and its end. */
  phases: [Phase, Phase]
  status: number
  code: string | undefined
  ms: number
}

const missing = missingRedis()
describe.skipIf(missing)(`a service${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  let redis: RedisServer
  let service: ServiceProcess
  let examples: Example[]
  beforeAll(async () => {
    sandbox = await startSandbox()
    const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as { examples: Example[] }
    examples = world.examples.filter(({ id, answers }) => id && answers.fxtwitter === 200)
    redis = await startRedis()
    service = await startServiceProcess(sandbox.url, {
      LOG_LEVEL: 'info',
      REDIS_URL: redis.url,
      X_SEARCH_SESSIONS_JSON: searchSessions(20),
    })
  })
  afterAll(async () => {
    service.child.kill('SIGKILL')
    await redis.stop()
    await sandbox.close()
  })

  test('reads on without its Redis, asks no account meanwhile, and is well again by itself', async () => {
    let phase: Phase = 'before'
    let running = true
    let count = 0
    const asked: Asked[] = []
    const ask = async (kind: Asked['kind'], path: string) => {
      const from = phase
      const started = performance.now()
      const n = count++
      // Nobody meets a limit of an address.
      const headers = { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
      const answer = await fetch(service.url + path, { headers })
      const text = await answer.text()
      const code = answer.ok ? undefined : (JSON.parse(text) as { code: string }).code
      const ms = performance.now() - started
      asked.push({ kind, path, phases: [from, phase], status: answer.status, code, ms })
    }
    const read = (n: number): string => {
      const { handle, id } = examples[n % examples.length] as Example
      return [
        `/${handle}/status/${id}?thread=off`,
        `/api/v1/posts?handle=${handle}&id=${id}&format=json`,
        `/${handle}`,
        `/api/v1/search?q=harbour+-word${n}&format=json`,
      ][n % 4] as string
    }
    let next = 0
    const reader = async () => {
      while (running) {
        await ask('read', read(next++))
        await wait(20)
      }
    }
    const accountReader = async () => {
      for (let n = 0; running; n++) {
        await ask('account', `/api/v1/search?q=harbour+-word${n}&feed=photos&format=json`)
        await wait(60)
      }
    }
    // The sandbox makes its world when it is first asked.
    for (let n = 0; n < 8; n++) await ask('read', read(next++))
    const traffic = Promise.all([...Array.from({ length: CALLERS }, reader), accountReader()])
    await wait(BEFORE_MS)
    await redis.kill()
    phase = 'down'
    await wait(DOWN_MS)
    await redis.restart()
    phase = 'noticing'
    await wait(NOTICE_MS)
    phase = 'after'
    await wait(AFTER_MS)
    running = false
    await traffic

    const reads = asked.filter(({ kind }) => kind === 'read')
    expect(reads.filter(({ status }) => status !== 200)).toEqual([])
    for (const phase of ['before', 'down', 'after'] as const) {
      const within = (kind: Asked['kind']) =>
        asked.filter((one) => one.kind === kind && one.phases.every((each) => each === phase))
      expect(within('read').length).toBeGreaterThan(100)
      const answers = new Set(within('account').map(({ status, code }) => `${status} ${code ?? ''}`.trim()))
      expect([phase, ...answers]).toEqual([phase, phase === 'down' ? '429 rate_limited' : '200'])
    }
    expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS)

    // It was empty when it came back, so what is in it was written since.
    const connection = connectRedis([redis.url])
    const keys = ((await connection.command(['KEYS', '*'])) as string[]).map((key) => key.split(':')[0])
    await connection.close()
    expect([...new Set(keys)].sort()).toEqual(['cache', 'rl'])

    const log = await service.stop()
    // While the store goes and comes, a search over accounts may find that it cannot be counted: that is a warning.
    expect(log.filter(({ level }) => level > 40)).toEqual([])
    expect(log.filter(({ msg }) => /store/.test(msg)).map(({ level, msg }) => [level, msg])).toEqual([
      [40, expect.stringMatching(/^The redis store (failed: \w+|cannot be reached)$/)],
      [30, 'The store works again'],
    ])
  })
})
