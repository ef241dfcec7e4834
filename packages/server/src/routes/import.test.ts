import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
let limited: Service

beforeAll(async () => {
  service = await startService()
  limited = await startService({ X_MD_RATE_LIMITS: 'true' })
})
afterAll(() => Promise.all([service.close(), limited.close()]))

test('both paths give one history, with what was done for it in the head', async () => {
  const first = await service.get('/oskar_fenwall/posts?max_posts=5000')
  const body = (await first.json()) as { posts: { id: string }[]; meta: Record<string, unknown> }
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    vary: 'Accept',
    'cache-control': 'no-store',
    'x-source': 'fxtwitter',
    'x-result-count': String(body.posts.length),
    'x-import-pages': String(body.meta.pages),
    'x-archive-served': '0',
    'x-archive-store': 'memory',
  })
  const second = await service.get('/api/v1/profiles/oskar_fenwall/posts?max_posts=5000')
  expect(((await second.json()) as typeof body).posts).toEqual(body.posts)
  expect(second.headers.get('x-archive-served')).toBe(String(body.posts.length))
})

test('a line a post, then one that says that it is all: the same set as JSON', async () => {
  const json = (await (await service.get('/oskar_fenwall/posts?max_posts=300')).json()) as { posts: object[] }
  const stream = await service.get('/oskar_fenwall/posts?max_posts=300&format=ndjson')
  expect(stream.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  expect(stream.headers.get('x-accel-buffering')).toBe('no')
  const lines = (await stream.text()).trimEnd().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(rows.slice(0, -1).map(({ post }) => post)).toEqual(json.posts)
  expect(rows.at(-1)).toMatchObject({ meta: { count: 300 }, profile: { screen_name: 'oskar_fenwall' } })
})

test('the OpenAPI document knows the lines', async () => {
  const document = (await (await service.get('/openapi.json')).json()) as {
    paths: Record<string, { get: { responses: { 200: { content: object } } } }>
  }
  const paths = Object.keys(document.paths).filter((path) => path.endsWith('/posts') && path.includes('{'))
  expect(paths).toHaveLength(2)
  for (const path of paths)
    expect(Object.keys(document.paths[path]?.get.responses[200].content ?? {})).toEqual([
      'application/json',
      'application/x-ndjson',
    ])
})

test('a stream that fails says so in its last line', async () => {
  const stream = await service.get('/nobody_has_this/posts?format=ndjson')
  expect(stream.status).toBe(200)
  expect(JSON.parse(await stream.text())).toMatchObject({
    error: { code: 'upstream_unavailable', status: 503, streamed_posts: 0 },
  })
})

test('index and HEAD cost no import, a bad request nothing, and the fourth in an hour is refused', async () => {
  const path = '/oskar_fenwall/posts'
  expect((await limited.get(`${path}?since=2030-01-01`)).status).toBe(400)
  expect((await limited.get(path, {}, 'HEAD')).status).toBe(200)
  const index = await limited.get(`${path}?index=true`)
  expect(await index.json()).toEqual({ handle: 'oskar_fenwall', archive: null, persistent: false })
  expect(index.headers.get('ratelimit')).toMatch(/"import-ip";r=3;t=\d+, "import-ip-day";r=5/)
  for (const left of [2, 1, 0]) {
    const answer = await limited.get(`${path}?max_posts=20`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit')).toContain(`"import-ip";r=${left};`)
  }
  const refused = await limited.get(path)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('ratelimit')).toMatch(/"import-ip";r=0;t=\d+, "import-ip-day";r=2/)
})

test('who comes while it walks for the same caller waits, and has spent nothing', async () => {
  const crowded = await startService({ X_MD_RATE_LIMITS: 'true' })
  try {
    await fetch(`${crowded.sandbox}/_sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ kind: 'latency', delayMs: 200 }]),
    })
    const walking = crowded.get('/marta_brenkel/posts')
    await new Promise((resolve) => setTimeout(resolve, 150))
    const busy = await crowded.get('/oskar_fenwall/posts')
    expect(busy.status).toBe(503)
    expect(busy.headers.get('retry-after')).toBe('5')
    expect(busy.headers.get('ratelimit')).toContain('"import-ip";r=2;')
    expect((await walking).status).toBe(200)
  } finally {
    await crowded.close()
  }
})

test('who hangs up in the middle of a stream ends the walk; what was read stays, and the place is free', async () => {
  const left = await startService({ X_MD_RATE_LIMITS: 'true' })
  const faults = (list: object[]) =>
    fetch(`${left.sandbox}/_sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(list),
    })
  const pages = async (): Promise<number> =>
    ((await (await fetch(`${left.sandbox}/_sandbox/requests`)).json()) as object[]).length
  const path = '/NorrbyInstr/posts?max_posts=5000&concurrency=2'
  try {
    await faults([{ kind: 'latency', delayMs: 150 }])
    const leaving = new AbortController()
    const stream = await fetch(`${left.url}${path}&format=ndjson`, { signal: leaving.signal })
    expect(stream.status).toBe(200)
    while ((await pages()) < 9) await new Promise((resolve) => setTimeout(resolve, 30))
    leaving.abort()
    await new Promise((resolve) => setTimeout(resolve, 500))
    const after = await pages()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await pages()).toBe(after)
    await faults([])
    const index = (await (await left.get(`${path}&index=true`)).json()) as { archive: { count: number } }
    expect(index.archive.count).toBeGreaterThan(60)
    const again = await left.get('/NorrbyInstr/posts?max_posts=400')
    expect(again.status).toBe(200)
    expect(Number(again.headers.get('x-archive-served'))).toBeGreaterThan(60)
  } finally {
    await left.close()
  }
})

test('imports with a key cost what its holder may, and nothing of the address', async () => {
  const admin = 'an-admin-token-of-some-length'
  const keyed = await startService({ X_MD_RATE_LIMITS: 'true', X_MD_ADMIN_TOKEN: admin })
  try {
    const made = await fetch(`${keyed.url}/api/admin/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}` },
      body: JSON.stringify({ label: 'A reader', importLimit: 4 }),
    })
    const { secret } = (await made.json()) as { secret: string }
    const path = '/oskar_fenwall/posts?max_posts=20'
    for (const left of [3, 2, 1, 0]) {
      const answer = await keyed.get(path, { authorization: `Bearer ${secret}` })
      expect(answer.headers.get('ratelimit')).toContain(`"import-key";r=${left};`)
    }
    const refused = await keyed.get(path, { authorization: `Bearer ${secret}` })
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
      429,
      expect.stringContaining('"import-key";q=4;w=900'),
    ])
    expect((await keyed.get(path)).headers.get('ratelimit')).toContain('"import-ip";r=2;')
  } finally {
    await keyed.close()
  }
})
