import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { ERRORS, type ErrorCode } from '@x-md/core/errors.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Begun, FORGED, type FuzzedRequest, fuzzedRequest } from './helpers/fuzzed-requests.ts'
import type { Example } from './helpers/service.ts'
import { type ServiceProcess, startServiceProcess } from './helpers/service-processes.ts'

/** Requests that nobody foresaw: whatever is sent, the answer is one that the documentation knows. */

const REQUESTS = 20_000
const AT_ONCE = 16

interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let service: ServiceProcess
let known: { posts: Example[]; begun: Begun[] }
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
beforeAll(async () => {
  sandbox = await startSandbox()
  service = await startServiceProcess(sandbox.url, { LOG_LEVEL: 'error' })
  const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as { examples: Example[] }
  const posts = world.examples.filter(({ id, answers }) => id && answers.fxtwitter === 200)
  known = { posts: posts.filter((_, n) => n % 4 === 0), begun: await begin() }
})
afterAll(async () => {
  agent.destroy()
  // Nothing was unexpected to the service either.
  expect(await service.stop()).toEqual([])
  await sandbox.close()
})

/** Lists of every kind, with the cursor that each gives. */
async function begin(): Promise<Begun[]> {
  const handle = 'marta_brenkel'
  const paths = [
    `/${handle}?limit=5`,
    `/api/v1/profiles/${handle}?with_replies=true`,
    `/${handle}/followers?limit=2`,
    `/${handle}/following?limit=2`,
    '/search?q=harbour',
    '/api/v1/search?q=harbour&feed=top',
  ]
  const begun: Begun[] = []
  for (const path of paths) {
    const { body } = await send({ method: 'GET', target: path, headers: { accept: 'application/json' } })
    const { nextCursor } = JSON.parse(body) as { nextCursor?: string }
    if (nextCursor !== undefined) begun.push({ path, cursor: nextCursor })
  }
  expect(begun.length).toBeGreaterThan(3)
  return begun
}

let callers = 0
function send({ method, target, headers }: FuzzedRequest, url = service.url): Promise<Answered> {
  // The last word is the proxy's, and no caller meets a limit.
  const caller = `10.${callers >> 16}.${(callers >> 8) & 255}.${callers++ & 255}`
  const claimed = headers['x-forwarded-for']
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        hostname,
        port,
        method,
        path: target,
        agent,
        headers: { ...headers, 'x-forwarded-for': claimed ? `${claimed}, ${caller}` : caller },
        timeout: 20_000,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('No answer in 20 seconds')))
    outgoing.on('error', reject)
    outgoing.end()
  })
}

test('every answer is one that is documented, and tells nothing of what lies behind', async () => {
  const requests = fc.sample(fuzzedRequest(known), REQUESTS)
  const statuses: Record<string, number> = {}
  const faults: unknown[] = []
  let next = 0
  const caller = async () => {
    for (let n = next++; n < requests.length && faults.length < 10; n = next++) {
      const request = requests[n] as FuzzedRequest
      const answer = await send(request).catch((error: Error) => error)
      if (answer instanceof Error) {
        faults.push({ ...shown(request), faults: [answer.message] })
        continue
      }
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      const found = faultsOf(request, answer)
      if (found.length > 0) faults.push({ ...shown(request), faults: found, body: answer.body.slice(0, 300) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  expect(faults).toEqual([])
  // Whatever was asked, others can go on.
  const honest = await send({ method: 'GET', target: '/search?q=lighthouse&nocache=true', headers: {} })
  expect(honest.status).toBe(200)
  // The noise is not so loud that nothing is read.
  expect(statuses['200']).toBeGreaterThan(REQUESTS / 10)
  expect(statuses['400']).toBeGreaterThan(REQUESTS / 10)
  process.stdout.write(`${JSON.stringify(statuses)}\n`)
})

/** A request as far as somebody wants to read it. */
function shown({ target, ...rest }: FuzzedRequest) {
  return { ...rest, target: target.length > 600 ? `${target.slice(0, 600)}… (${target.length})` : target }
}

const DOCUMENTED = new Set([200, 204, 304, ...Object.values(ERRORS).map(({ status }) => status)])

/** What is wrong with an answer. */
function faultsOf({ method, headers: sent }: FuzzedRequest, { status, headers, body }: Answered): string[] {
  const faults: string[] = []
  const hold = (isSo: boolean, what: string) => {
    if (!isSo) faults.push(what)
  }
  hold(DOCUMENTED.has(status) && status !== 500, `${status} is not documented`)
  hold(headers['access-control-allow-origin'] === '*', 'no CORS')
  hold(headers['x-content-type-options'] === 'nosniff', 'no nosniff')
  hold((status === 204) === (method === 'OPTIONS' && status < 400), 'OPTIONS and 204')
  hold(status !== 304 || sent['if-none-match'] !== undefined, '304 unasked')
  const all = JSON.stringify(headers) + body
  hold(!all.includes(FORGED), 'a forged host')
  hold(!all.includes(new URL(sandbox.url).host), 'the address of a source')
  if (status >= 400) faults.push(...problemFaults(method, { status, headers, body }))
  return faults
}

const STACK = /\bat .*:\d+:\d+\b|node_modules|\.ts:\d+/

function problemFaults(method: string, { status, headers, body }: Answered): string[] {
  const faults: string[] = []
  const hold = (isSo: boolean, what: string) => {
    if (!isSo) faults.push(what)
  }
  const type = headers['content-type'] ?? ''
  const isJson = /^application\/(problem\+)?json; charset=utf-8$/.test(type)
  hold(
    isJson ||
      (status === 404 && /^text\/(markdown|html|plain); charset=utf-8$/.test(type)) ||
      (status === 406 && type.startsWith('text/plain') && /^(This page is given as:|$)/.test(body)),
    `${type} for ${status}`,
  )
  // A page lists its forms.
  if (status === 406 && type.startsWith('text/plain')) return faults
  hold(status !== 405 || headers.allow !== undefined, 'no Allow')
  hold(status !== 401 || headers['www-authenticate'] !== undefined, 'no WWW-Authenticate')
  hold(status < 500 || headers['x-request-id'] !== undefined || status === 503, 'no request id')
  hold(!STACK.test(body), 'a stack trace')
  if (method === 'HEAD') {
    hold(body === '', 'a body for HEAD')
    return faults
  }
  if (!isJson) {
    hold(body.includes(`${status}: `), 'a page without its status')
    return faults
  }
  const problem = JSON.parse(body) as Record<string, unknown>
  const code = problem.code as ErrorCode
  const entry = ERRORS[code]
  hold(entry?.status === status, `${code} for ${status}`)
  hold(problem.status === status && problem.title === entry?.title, 'status or title')
  for (const key of ['type', 'detail', 'instance', 'resolution', 'documentation_url', 'error']) {
    hold(typeof problem[key] === 'string' && problem[key] !== '', `no ${key}`)
  }
  hold(URL.canParse(String(problem.instance)), 'instance is no address')
  hold(String(problem.retry_after) === String(headers['retry-after']), 'two times to wait')
  return faults
}

test('a forged Host changes no byte of any document or answer', async () => {
  const [post] = known.posts as [Example]
  const targets = [
    '/',
    '/api',
    '/openapi.json',
    '/llms.txt',
    '/llms-full.txt',
    '/sitemap.xml',
    '/robots.txt',
    '/docs',
    '/index.md',
    '/404.md',
    '/.well-known/api-catalog',
    '/no/such/place',
    '/api/v1/posts',
    '/search?q=harbour',
    `/${post.handle}`,
    `/${post.handle}/feed.xml`,
    `/${post.handle}/feed.json`,
    `/${post.handle}/status/${post.id}`,
    `/oembed?url=https://x.com/${post.handle}/status/${post.id}`,
    `/api/convert?url=${post.url}`,
  ]
  const forgeries: Record<string, string>[] = [
    { host: FORGED },
    { host: `${FORGED}:${new URL(service.url).port}` },
    { 'x-forwarded-host': FORGED, 'x-forwarded-proto': 'https', 'x-forwarded-port': '1' },
    { forwarded: `host=${FORGED};proto=https`, 'x-original-url': '/healthz', 'x-rewrite-url': '/healthz' },
  ]
  const same = ({ status, headers, body }: Answered) => {
    const { date: _date, ...rest } = headers
    for (const name of ['x-cache', 'ratelimit', 'ratelimit-reset', 'ratelimit-remaining', 'x-request-id'])
      delete rest[name]
    return { status, headers: rest, body }
  }
  for (const target of targets) {
    for (const accept of ['*/*', 'text/html']) {
      // Forged first: if anything of it were kept, whoever comes next would see it.
      const query = target.includes('?') ? '&' : '?'
      const fresh = `${target}${query}case=${accept.length}`
      const forged = []
      for (const headers of forgeries) {
        forged.push(same(await send({ method: 'GET', target: fresh, headers: { accept, ...headers } })))
      }
      const honest = same(await send({ method: 'GET', target: fresh, headers: { accept } }))
      for (const answer of forged) expect(answer, target).toEqual(honest)
    }
  }
})

test('a claimed address changes no limit where no proxy is trusted', async () => {
  const own = await startServiceProcess(sandbox.url, { X_MD_TRUSTED_PROXIES: '' })
  const claims = fc.sample(
    fc.record({
      'x-forwarded-for': fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('127.0.0.1', 'unknown', '', ',,')),
      'x-real-ip': fc.ipV4(),
      forwarded: fc.ipV4().map((ip) => `for=${ip}`),
      'cf-connecting-ip': fc.ipV4(),
      'true-client-ip': fc.ipV4(),
    }),
    650,
  )
  const left: number[] = []
  const waitForMinute = 60_000 - (Date.now() % 60_000)
  if (waitForMinute < 15_000) await new Promise((resolve) => setTimeout(resolve, waitForMinute + 100))
  for (const headers of claims) {
    const answer = await fetch(`${own.url}/jack/status/20?thread=off`, { headers })
    await answer.arrayBuffer()
    left.push(Number(answer.headers.get('ratelimit-remaining')))
  }
  expect(left).toEqual(claims.map((_, n) => Math.max(0, 599 - n)))
  await own.stop()
})
