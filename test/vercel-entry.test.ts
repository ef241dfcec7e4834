import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startPostHog } from '../packages/server/src/telemetry/testing.ts'

const ENTRY = new URL('../deploy/vercel/handler.mjs', import.meta.url).href
const CONTEXT = Symbol.for('@vercel/request-context')

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let posthog: Awaited<ReturnType<typeof startPostHog>>
let server: Server
let url: string
const waitedFor: Promise<unknown>[] = []

beforeAll(async () => {
  sandbox = await startSandbox()
  posthog = await startPostHog()
  const env = {
    FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
    LOG_LEVEL: 'silent',
    VERCEL_PROJECT_PRODUCTION_URL: 'x.example',
    VERCEL_ENV: 'production',
    POSTHOG_PROJECT_TOKEN: 'phc_project',
    POSTHOG_HOST: posthog.url,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const context = { waitUntil: (work: Promise<unknown>) => waitedFor.push(work) }
  Object.assign(globalThis, { [CONTEXT]: { get: () => context } })
  const entry: { default: RequestListener } = await import(ENTRY)
  server = createServer(entry.default)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, CONTEXT)
  server.closeAllConnections()
  server.close()
  posthog.close()
  await sandbox.close()
})

test('what Vercel calls answers as the service does', async () => {
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  const post = await fetch(`${url}/jack/status/20`)
  expect([post.status, await post.text()]).toEqual([200, expect.stringContaining('just setting up')])
  expect((await fetch(`${url}/docs/self-hosting`)).status).toBe(200)
})

test('links lead to the address of the project', async () => {
  const problem = (await (await fetch(`${url}/api/v1/posts`)).json()) as { instance: string }
  expect(problem.instance).toBe('https://x.example/api/v1/posts')
})

test('callers are told apart by the address that Vercel names', async () => {
  const left = async (address: string) => {
    const answer = await fetch(`${url}/jack/status/20`, { headers: { 'x-forwarded-for': address } })
    return Number(answer.headers.get('ratelimit-remaining'))
  }
  const first = await left('203.0.113.1')
  expect([await left('203.0.113.1'), await left('203.0.113.2'), await left('2001:db8::1')]).toEqual([
    first - 1,
    first,
    first,
  ])
})

test('Vercel is told of work that outlives an answer', async () => {
  waitedFor.length = 0
  await (await fetch(`${url}/docs`)).text()
  await vi.waitFor(() => expect(waitedFor.length).toBeGreaterThan(0))
  await Promise.all(waitedFor)
  expect(posthog.events('request_completed').at(-1)?.properties.route).toBe('/docs')
})
