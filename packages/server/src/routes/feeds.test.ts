import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  await fetch(`${service.sandbox}/_sandbox/overrides`, { method: 'DELETE' })
})

interface JsonFeed {
  version: string
  title: string
  feed_url: string
  items: {
    id: string
    url: string
    title: string
    content_html: string
    date_published: string
    authors: { name: string }[]
  }[]
}

const EVIL = ']]></content><script>alert(1)</script> & "x" \u202e\u0007 ]]> again'
const author = { id: '7', name: `Ada ${EVIL}`, screen_name: 'ada_quill', description: EVIL, statuses: 2 }
const post = (id: string, changes: object = {}) => ({
  type: 'status',
  id,
  url: `https://x.com/ada_quill/status/${id}`,
  text: `one ${EVIL}\nline\n\ntwo`,
  created_timestamp: 1_741_830_273,
  author,
  replying_to: null,
  ...changes,
})

async function upstream(path: string, body: unknown): Promise<void> {
  await fetch(`${service.sandbox}/_sandbox/overrides`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: `/fxtwitter/2/${path}`, status: 200, body }),
  })
}

async function evil(): Promise<void> {
  const photo = { type: 'photo', id: '1', url: 'javascript:alert(1)', altText: `"><script>${EVIL}` }
  const results = [
    post('1900000000000000002', { media: { all: [photo, { ...photo, url: 'https://p.example/1.jpg' }] } }),
    post('1900000000000000001', { url: 'javascript:alert(2)', quote: post('5') }),
  ]
  await upstream('profile/ada_quill', { code: 200, user: author })
  await upstream('profile/ada_quill/statuses', { code: 200, results, cursor: { top: null, bottom: null } })
  await upstream('search', { code: 200, results, cursor: { top: null, bottom: null } })
}

type Node = DefaultTreeAdapterMap['node']
function elements(node: Node): DefaultTreeAdapterMap['element'][] {
  const children = 'childNodes' in node ? node.childNodes : []
  return children.flatMap((child) => ('tagName' in child ? [child, ...elements(child)] : []))
}

function expectHarmless(html: string): void {
  for (const { tagName, attrs } of elements(parseFragment(html))) {
    expect(['p', 'br', 'a', 'img', 'blockquote', 'ul', 'li', 'strong']).toContain(tagName)
    for (const { name, value } of attrs) {
      expect(['href', 'src', 'alt', 'rel']).toContain(name)
      if (name === 'href' || name === 'src') expect(value).toMatch(/^https?:/)
    }
  }
}

describe.each(['/ada_quill/feed', '/search/feed'])('%s', (path) => {
  const query = path.startsWith('/search') ? '?q=%5D%5D%3E%3Cscript%3E' : ''

  test('is JSON Feed 1.1 whose HTML holds nothing of strangers that runs', async () => {
    await evil()
    const response = await service.get(`${path}.json${query}`)
    expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const feed = (await response.json()) as JsonFeed
    expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
    expect(feed.feed_url).toBe(`${service.url}${path}.json${query}`)
    expect(feed.items).toHaveLength(2)
    for (const item of feed.items) {
      expectHarmless(item.content_html)
      expect(item.content_html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(item.url).toMatch(/^https:/)
      expect(item.authors[0]?.name).toMatch(/\(@ada_quill\)$/)
      expect(item.date_published).toBe('2025-03-13T01:44:33.000Z')
      expect(JSON.stringify(item)).not.toContain('\\u0007')
    }
  })

  test('is Atom that no text of strangers breaks', async () => {
    await evil()
    const response = await service.get(`${path}.xml${query}`)
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const xml = await response.text()
    // Strip what stands in CDATA; what is left holds no word of theirs as markup.
    const outside = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
    expect(outside).not.toMatch(/<script|\]\]>/)
    expect(outside.match(/<entry>/g)).toHaveLength(2)
    expect(outside.match(/<(\w+)[^>]*[^/]>/g)?.length).toBe(outside.match(/<\/\w+>/g)?.length)
    for (const [, html = ''] of xml.matchAll(/<content type="html">\s*<!\[CDATA\[([\s\S]*?)\]\]>/g))
      expectHarmless(html)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them.
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
  })
})

test('the feed of a world account holds its newest posts', async () => {
  const feed = (await (await service.get('/marta_brenkel/feed.json?limit=5')).json()) as JsonFeed
  const { posts } = (await (await service.get('/marta_brenkel?limit=5&format=json')).json()) as {
    posts: { url: string }[]
  }
  expect(feed.items.map(({ url }) => url)).toEqual(posts.map(({ url }) => url))
})

test.each([
  ['/search/feed.xml', 400, 'missing_query'],
  ['/search/feed.json?q=a&feed=users', 400, 'invalid_option'],
  ['/home/feed.xml?format=json', 404, 'route_not_found'],
  ['/no_such_one_1/feed.json', 503, 'upstream_unavailable'],
])('%s is %i %s', async (path, status, code) => {
  const response = await service.get(path)
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code])
})
