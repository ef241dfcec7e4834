import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ X_MD_REGISTRY_NAME: 'com.example/reader' })
})
afterAll(() => service.close())

interface Card {
  name: string
  serverUrl: string
  tools: { name: string }[]
  resources: { uri: string; mimeType: string }[]
  icons: { src: string }[]
}

test('the card stands at two places, and all that it names is there', async () => {
  const answer = await service.get('/mcp/server-card')
  expect(answer.headers.get('content-type')).toBe('application/mcp-server-card+json')
  const text = await answer.text()
  expect(await (await service.get('/.well-known/mcp/server-card.json')).text()).toBe(text)
  const card = JSON.parse(text) as Card
  expect(card).toMatchObject({
    name: 'com.example/reader',
    title: 'x.md',
    serverUrl: `${service.url}/mcp`,
    transport: 'streamable-http',
    authentication: 'none',
    remotes: [{ supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18'] }],
  })
  expect(card.tools).toHaveLength(7)
  for (const { uri, mimeType } of card.resources) {
    const document = await fetch(uri)
    expect(document.status, uri).toBe(200)
    const type = document.headers.get('content-type') ?? ''
    // OpenAPI has a media type of its own over HTTP.
    expect(type.split(';')[0], uri).toBe(
      mimeType === 'application/json' ? 'application/vnd.oai.openapi+json' : mimeType,
    )
  }
  for (const { src } of card.icons)
    expect((await fetch(src)).headers.get('content-type')).toBe('image/svg+xml')
})

test('server.json is what the registry takes', async () => {
  const manifest = (await (await service.get('/server.json')).json()) as {
    name: string
    description: string
    version: string
  }
  expect(manifest.name).toBe('com.example/reader')
  expect(manifest.description.length).toBeLessThanOrEqual(100)
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(manifest).toMatchObject({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    remotes: [{ type: 'streamable-http', url: `${service.url}/mcp` }],
  })
})

test('server.json tells what the account tools beside the service want', async () => {
  const { packages, _meta } = (await (await service.get('/server.json')).json()) as {
    packages?: unknown
    _meta: Record<string, { account: { documentation: string; environmentVariables: object[] } }>
  }
  // They are in no registry of packages.
  expect(packages).toBeUndefined()
  const { account } = _meta['io.modelcontextprotocol.registry/publisher-provided'] ?? {}
  const secret = { isRequired: true, isSecret: true, format: 'string' }
  expect(account?.environmentVariables).toMatchObject([
    { name: 'X_API_KEY', ...secret },
    { name: 'X_API_KEY_SECRET', ...secret },
    { name: 'X_ACCESS_TOKEN', ...secret },
    { name: 'X_ACCESS_TOKEN_SECRET', ...secret },
    { name: 'MEDIA_ROOT', isRequired: true, isSecret: false, format: 'filepath' },
  ])
  expect((await fetch(account?.documentation ?? '')).status).toBe(200)
})

test('a service that asks for a key says so', async () => {
  const closed = await startService({ X_MD_REQUIRE_API_KEY: 'true' })
  const card = await (await closed.get('/mcp/server-card')).json()
  expect(card).toMatchObject({ authentication: 'bearer' })
  expect(await (await closed.get('/mcp')).json()).toMatchObject({ authentication: 'bearer' })
  const manifest = await (await closed.get('/server.json')).json()
  expect(manifest).toMatchObject({ remotes: [{ headers: [{ name: 'Authorization', isRequired: true }] }] })
  await closed.close()
})

test('a Host that is not this machine is refused on loopback', async () => {
  const { request } = await import('node:http')
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${service.url}/mcp`, { headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.once('error', reject).end()
    })
  const { port } = new URL(service.url)
  expect(await statusFor(`localhost:${port}`)).toBe(200)
  expect(await statusFor(`127.0.0.1:${port}`)).toBe(200)
  expect(await statusFor('evil.example')).toBe(403)
  expect(await statusFor(`localhost.evil.example:${port}`)).toBe(403)
})
