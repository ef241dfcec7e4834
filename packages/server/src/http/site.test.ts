import { request } from 'node:http'
import { expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

const DOCUMENTS = [
  '/',
  '/api',
  '/docs/agents',
  '/docs/agents.md',
  '/llms.txt',
  '/llms-full.txt',
  '/index.md',
  '/openapi.json',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/api-catalog',
  '/.well-known/ard.json',
  '/.well-known/security.txt',
  '/nowhere/at/all',
  '/api/v1/posts?url=nope',
]

/** Asks with a Host of one's own, which fetch does not let one choose. Gives what was sent, but for the date. */
function ask(service: Service, path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(service.url + path, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { link, etag, location } = answer.headers
        resolve(JSON.stringify([answer.statusCode, link, etag, location, Buffer.concat(chunks).toString()]))
      })
    })
    call.on('error', reject).end()
  })
}

const FORGED: readonly Record<string, string>[] = [
  { host: 'evil.example' },
  { host: 'localhost.evil.example' },
  { host: 'localhost:1' },
  { host: '127.0.0.1' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { forwarded: 'host=evil.example;proto=https' },
  { 'x-original-host': 'evil.example', 'x-forwarded-server': 'evil.example' },
]

test.each([[{}], [{ X_MD_PUBLIC_URL: 'https://x.example' }]])(
  'a forged host changes no byte of any document, with %o',
  async (env: Record<string, string>) => {
    const service = await startService({ ...env, X_MD_RATE_LIMITS: 'false' })
    try {
      for (const path of DOCUMENTS) {
        const honest = await ask(service, path, {})
        expect(honest).toContain(env.X_MD_PUBLIC_URL ?? service.url)
        for (const headers of FORGED) {
          expect(await ask(service, path, headers), `${path} ${JSON.stringify(headers)}`).toBe(honest)
        }
      }
    } finally {
      await service.close()
    }
  },
)

test('links begin with the address of this machine that was asked, unless the public one is set', async () => {
  const local = await startService()
  const { port } = new URL(local.url)
  const served = await startService({ X_MD_PUBLIC_URL: 'https://x.example' })
  try {
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect(await ask(local, '/llms.txt', { host })).toContain(`http://${host}/docs`)
    }
    const host = `localhost:${new URL(served.url).port}`
    const text = await ask(served, '/llms.txt', { host })
    expect(text).toContain('https://x.example/docs')
    expect(text).not.toContain('localhost')
  } finally {
    await local.close()
    await served.close()
  }
})
