import { parse } from 'parse5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ X_MD_RATE_LIMITS: 'false' })
})
afterAll(() => service.close())

const HTML = { accept: 'text/html' }

/** Addresses that are shown with their parameters apart, and requests that a problem says have failed. */
const REFUSED: Readonly<Record<string, number>> = {
  '/search': 400,
  '/api/v1/search': 400,
  '/api/v1/posts': 400,
  '/api/v1/posts?url=nope': 400,
  '/nowhere/at/all': 404,
  '/api/nowhere': 404,
}

/** Documents from which the others are found. */
const STARTS: readonly [string, Record<string, string>][] = [
  ['/', {}],
  ['/', HTML],
  ['/', { accept: 'application/json' }],
  ['/api', {}],
  ['/api', { accept: 'text/markdown' }],
  ['/docs', HTML],
  ['/robots.txt', {}],
  ['/index.md', {}],
  ['/404.md', {}],
  ['/agents.md', {}],
  ['/auth.md', {}],
  ['/.well-known/api-catalog', {}],
  ['/.well-known/ard.json', {}],
  ['/.well-known/ai-catalog.json', {}],
  ['/.well-known/security.txt', {}],
  ['/nowhere/at/all', HTML],
  ['/nowhere/at/all', { accept: 'application/json' }],
  ['/api/nowhere', { accept: 'text/markdown' }],
]

interface HtmlNode {
  attrs?: { name: string; value: string }[]
  childNodes?: HtmlNode[]
}

function attributes(html: string, wanted: readonly string[]): string[] {
  const found: string[] = []
  const visit = (node: HtmlNode): void => {
    for (const { name, value } of node.attrs ?? []) if (wanted.includes(name)) found.push(value)
    for (const child of node.childNodes ?? []) visit(child)
  }
  visit(parse(html) as HtmlNode)
  return found
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(strings) : []
}

/** Every address of the service that an answer holds, in its head and body. */
function linksIn(site: string, answer: Response, body: string): string[] {
  const type = answer.headers.get('content-type') ?? ''
  const inHead = [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(([, link = '']) => link)
  const text = type.includes('json') ? strings(JSON.parse(body)).join('\n') : body
  const own = new RegExp(`${RegExp.escape(site)}[^\\s"'<>()\`|\\\\]*`, 'g')
  const inText = type.includes('html') ? attributes(body, ['href']) : (text.match(own) ?? [])
  return [...inHead, ...inText]
    .map((link) => new URL(link.replace(/[.,:;]$/, ''), site).href)
    .filter((link) => link.startsWith(`${site}/`))
    .filter((link) => !/%7B|\{|…|%E2%80%A6/.test(link))
}

test('every link of every document leads to something', async () => {
  const seen = new Map<string, string>()
  const anchors = new Map<string, string>()
  const queue: [string, Record<string, string>][] = [...STARTS]
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [path, headers] = next
    const answer = await service.get(path, headers)
    const body = await answer.text()
    for (const link of linksIn(service.url, answer, body)) {
      const [address = '', anchor] = link.split('#')
      const target = address.slice(service.url.length) || '/'
      if (anchor) anchors.set(`${target}#${anchor}`, path)
      if (seen.has(target)) continue
      seen.set(target, path)
      // Documents are walked, in both forms; what was read on X is not ours.
      const isDocument = /^\/(?:docs|index|404|agents|auth|llms|openapi|sitemap|\.well-known)/.test(target)
      if (isDocument) queue.push([target, HTML], [target, {}])
    }
  }
  expect(seen.size).toBeGreaterThan(50)
  for (const [target, from] of seen) {
    const { status } = await service.get(target)
    expect([target, status], `linked from ${from}`).toEqual([target, REFUSED[target] ?? 200])
  }
  expect(anchors.size).toBeGreaterThan(10)
  for (const [link, from] of anchors) {
    const [target = '', anchor = ''] = link.split('#')
    const html = await (await service.get(target, HTML)).text()
    expect(attributes(html, ['id']), `${link}, linked from ${from}`).toContain(anchor)
  }
})
