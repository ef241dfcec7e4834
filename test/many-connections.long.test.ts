import { setTimeout as wait } from 'node:timers/promises'
import { startSandbox } from '@x-md/sandbox/start.ts'
import autocannon from 'autocannon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxBases } from '../packages/cli/src/embedded-sandbox.ts'
import { forkMeasuredService } from './helpers/measured-service.ts'
import { mixedWork, type Work } from './helpers/mixed-work.ts'
import type { Example } from './helpers/service.ts'

/** The service, with its limits, under 200 connections that ask for everything as fast as it answers. */

const CONNECTIONS = 200
const WARM_UP_SECONDS = 10
const SECONDS = 60
/** So many that none meets a limit. */
const CALLERS = 8_000
const MIB = 1024 * 1024

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let service: Awaited<ReturnType<typeof forkMeasuredService>>
let work: Work[]
beforeAll(async () => {
  sandbox = await startSandbox()
  const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as { examples: Example[] }
  work = mixedWork(world.examples)
  service = await forkMeasuredService({ ...sandboxBases(sandbox.url), X_MD_TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(async () => {
  await service.stop()
  await sandbox.close()
})

test('every answer is the right one, memory stays flat, and sockets are closed', async () => {
  const wrong = new Map<string, number>()
  let count = 0
  const nextCaller = () => {
    const n = count++ % CALLERS
    return `10.0.${n >> 8}.${n & 255}`
  }
  const load = (duration: number) =>
    autocannon({
      url: service.url,
      connections: CONNECTIONS,
      duration,
      timeout: 20,
      requests: work.map(({ method = 'GET', path, accept, status }) => ({
        method,
        path,
        setupRequest: (request) => ({ ...request, headers: { accept, 'x-forwarded-for': nextCaller() } }),
        onResponse: (got) => {
          if (got === status) return
          const what = `${method} ${path}: ${got}`
          wrong.set(what, (wrong.get(what) ?? 0) + 1)
        },
      })),
    })
  // Everything once, one after the other: what comes then is what is kept.
  for (const { method = 'GET', path, accept, status } of work) {
    const headers = { accept, 'x-forwarded-for': nextCaller() }
    const answer = await fetch(service.url + path, { method, headers })
    await answer.arrayBuffer()
    expect(`${method} ${path}: ${answer.status}`).toBe(`${method} ${path}: ${status}`)
  }
  await load(WARM_UP_SECONDS)
  const warm = await service.measure()
  const result = await load(SECONDS)
  await expect
    .poll(async () => (await service.measure()).sockets, { timeout: 20_000, interval: 1_000 })
    .toBeLessThanOrEqual(2)
  await wait(1_000)
  const end = await service.measure()

  expect([...wrong]).toEqual([])
  expect([result.errors, result.timeouts, result.resets, result.mismatches]).toEqual([0, 0, 0, 0])
  expect(result.requests.total).toBeGreaterThan(10_000)
  expect(end.heap - warm.heap).toBeLessThan(16 * MIB)
  process.stdout.write(
    `${result.requests.total} requests, p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms; heap ${(warm.heap / MIB).toFixed(1)} MiB, then ${(end.heap / MIB).toFixed(1)}; ${end.sockets} sockets\n`,
  )
})
