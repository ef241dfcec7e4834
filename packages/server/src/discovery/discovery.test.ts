import { ERRORS } from '@x-md/core/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { type Service, startService } from '../testing.ts'

const SITE = 'https://x.example'

let service: Service
beforeAll(async () => {
  service = await startService({ X_MD_PUBLIC_URL: SITE })
})
afterAll(() => service.close())

const text = async (path: string) => (await service.get(path)).text()
const json = async (path: string) => JSON.parse(await text(path))

describe('static documents', () => {
  test.each([
    ['/openapi.json', 'application/vnd.oai.openapi+json; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/llms-full.txt', 'text/plain; charset=utf-8'],
    ['/index.md', 'text/markdown; charset=utf-8'],
    ['/404.md', 'text/markdown; charset=utf-8'],
    ['/agents.md', 'text/markdown; charset=utf-8'],
    ['/auth.md', 'text/markdown; charset=utf-8'],
    [
      '/.well-known/api-catalog',
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ],
    ['/.well-known/ard.json', 'application/json; charset=utf-8'],
    ['/.well-known/ai-catalog.json', 'application/json; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ])('%s is %s, and may be kept', async (path, type) => {
    const answer = await service.get(path)
    const body = await answer.text()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=300, s-maxage=86400, stale-while-revalidate=604800',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect(body).toContain(SITE)
    expect(body).not.toContain(service.url)
    const head = await service.get(path, {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
    const tag = answer.headers.get('etag') as string
    expect((await service.get(path, { 'if-none-match': tag })).status).toBe(304)
    expect((await service.get(path, {}, 'POST')).status).toBe(405)
    expect((await service.get(path, {}, 'OPTIONS')).status).toBe(204)
  })
})

describe('/api', () => {
  test('is JSON with the keys that clients know', async () => {
    const answer = await service.get('/api', { accept: 'image/png' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      vary: 'Accept',
    })
    for (const rel of ['service-desc', 'service-doc', 'api-catalog', 'describedby']) {
      expect(answer.headers.get('link')).toContain(`rel="${rel}"`)
    }
    const index = await answer.json()
    expect(index).toMatchObject({
      name: 'x.md',
      version: 'v1',
      openapi_url: `${SITE}/openapi.json`,
      authentication: { required: false, scheme: 'Bearer' },
      versioning: {
        current: 'v1',
        base_path: '/api/v1',
        deprecated_aliases: [
          {
            path: '/api/convert',
            successor: '/api/v1/posts',
            deprecation: '@1789430400',
            sunset: 'Wed, 15 Sep 2027 00:00:00 GMT',
          },
          { path: '/api/browse', successor_parameter: 'resource' },
        ],
      },
      errors: { media_type: 'application/problem+json' },
      links: { self: `${SITE}/api`, sitemap: `${SITE}/sitemap.xml` },
    })
    expect(index.errors.codes.map(({ code }: { code: string }) => code)).toEqual(Object.keys(ERRORS))
    expect(Object.keys(index.errors.codes[0])).toEqual(['code', 'status', 'title', 'resolution'])
    expect(Object.keys(index.endpoints[0])).toEqual([
      'operationId',
      'method',
      'path',
      'description',
      'example',
    ])
  })

  test('is Markdown for who would rather have that', async () => {
    const answer = await service.get('/api', { accept: 'application/json;q=0.5, text/markdown' })
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await answer.text()).toContain('`GET /api/v1/posts`')
  })

  test('says when a key is needed', async () => {
    const config = { ...service.context.config, X_MD_REQUIRE_API_KEY: true }
    const app = createApp({ ...service.context, config }, { publicUrl: () => SITE })
    expect(await (await app.request('/api')).json()).toMatchObject({ authentication: { required: true } })
  })
})

describe('catalogues', () => {
  test('each item of the API catalogue has its description', async () => {
    const { linkset } = await json('/.well-known/api-catalog')
    expect(linkset[0].anchor).toBe(`${SITE}/.well-known/api-catalog`)
    expect(linkset[0].item.length).toBeGreaterThan(0)
    for (const { href } of linkset[0].item) {
      const entry = linkset.find(({ anchor }: { anchor: string }) => anchor === href)
      expect(entry['service-desc'].length).toBeGreaterThan(0)
    }
    expect(
      linkset.find(({ anchor }: { anchor: string }) => anchor === `${SITE}/api`)['service-desc'],
    ).toEqual([{ href: `${SITE}/openapi.json`, type: 'application/vnd.oai.openapi+json' }])
  })

  test('the two of agents are the same bytes, with an address and a manifest each', async () => {
    expect(await text('/.well-known/ai-catalog.json')).toBe(await text('/.well-known/ard.json'))
    const { specVersion, host, entries } = await json('/.well-known/ard.json')
    expect([specVersion, host.displayName, host.identifier]).toEqual(['1.0', 'x.md', 'x.example'])
    for (const entry of entries) {
      expect(entry.identifier).toMatch(/^urn:air:x\.example:[a-z-]+$/)
      expect(entry.url).toMatch(/^https:\/\/x\.example\//)
      expect(entry.trustManifest.identity).toBe(SITE)
      expect(entry.trustManifest.attestations.length).toBeGreaterThan(0)
      const { headers } = await service.get(entry.url.slice(SITE.length))
      expect(headers.get('content-type')?.replace(/;.*/, '')).toBe(entry.type)
    }
  })
})

describe('files that crawlers ask for', () => {
  test('llms.txt says when to use it and when not, and where to go on', async () => {
    const llms = await text('/llms.txt')
    for (const heading of ['When to use', 'When not to use', 'Agent resources']) {
      expect(llms).toMatch(new RegExp(`^## ${heading}\n\n\\S`, 'm'))
    }
    expect((await text('/llms-full.txt')).startsWith(llms)).toBe(true)
  })

  test('robots.txt keeps crawlers from the admin routes, and two of them from everything', async () => {
    const robots = await text('/robots.txt')
    expect(robots).toMatch(/^User-agent: CCBot\nUser-agent: Bytespider\nDisallow: \/$/m)
    expect(robots).toContain('Content-Signal: search=yes, ai-input=yes, ai-train=no')
    expect(robots).toContain('Disallow: /api/admin')
    expect(robots).not.toContain('/api/v1')
  })

  test('security.txt does not expire, and not later than in a year', async () => {
    const [, expires = ''] = /^Expires: (.*)$/m.exec(await text('/.well-known/security.txt')) ?? []
    const days = (Date.parse(expires) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(90)
    expect(days).toBeLessThan(365)
    const later = { ...service.context, now: () => Date.parse('2030-01-01T12:00:00Z') }
    const app = createApp(later, { publicUrl: () => SITE })
    expect(await (await app.request('/.well-known/security.txt')).text()).toContain('Expires: 2030-06-30T00')
  })

  test('the sitemap lists every page once', async () => {
    const locations = [...(await text('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)
    expect(new Set(locations).size).toBe(locations.length)
    expect(locations).toContain(`${SITE}/docs/errors`)
  })
})

test('the way out of a 404 has the labels that clients know', async () => {
  const { links } = (await (await service.get('/api/nowhere')).json()) as { links: { label: string }[] }
  expect(links.slice(0, 6).map(({ label }) => label)).toEqual([
    'Home',
    'Documentation',
    'Sitemap',
    'llms.txt index',
    'openapi',
    'API index',
  ])
})
