import { ERRORS } from '@x-md/core/errors.ts'
import { POLICIES } from '@x-md/core/limits/policies.ts'
import { parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'
import { pageHtml } from './page-html.ts'
import { loadPages, sectionOf } from './pages.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ X_MD_PUBLIC_URL: 'https://x.example' })
})
afterAll(() => service.close())

const pages = loadPages()

describe('every page', () => {
  test.each(pages.map(({ path }) => path))(
    '%s is Markdown in four ways, and HTML for a browser',
    async (path) => {
      const markdown = await (await service.get(path)).text()
      const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(markdown) ?? []
      expect(head.split('\n').map((line) => line.split(':')[0])).toEqual([
        'title',
        'description',
        'canonical',
        'last-updated',
      ])
      expect(head).toContain(`canonical: "https://x.example${path}"`)
      expect(markdown).not.toMatch(/\{site\}|<!--|\]\((?!https?:)/)
      for (const [address, headers] of [
        [`${path}.md`, {}],
        [path, { accept: 'text/markdown' }],
        [`${path}?mode=agent`, { accept: 'text/html' }],
      ] as const) {
        const twin = await service.get(address, headers)
        expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
        expect(await twin.text()).toBe(markdown)
      }
      const html = await service.get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
      expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(html.headers.get('vary')).toBe('Accept')
      expect(html.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(html.headers.get('link')).toContain(`<https://x.example${path}.md>; rel="alternate"`)
      expect(await html.text()).toMatch(/<h1 id="[a-z-]+">/)
    },
  )

  test('takes no other mode for a wish, and lists its forms for who accepts none', async () => {
    const other = await service.get('/docs?mode=else', { accept: 'text/html' })
    expect(other.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const path of ['/docs', '/']) {
      const refused = await service.get(path, { accept: 'image/png' })
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        406,
        'text/plain; charset=utf-8',
      ])
      expect(await refused.text()).toContain('text/markdown')
    }
  })

  test('is kept like what changes only with a release, and not sent twice', async () => {
    const first = await service.get('/docs/posts')
    expect(first.headers.get('cache-control')).toBe(
      'public, max-age=300, s-maxage=86400, stale-while-revalidate=604800',
    )
    const again = await service.get('/docs/posts', { 'if-none-match': first.headers.get('etag') as string })
    expect(again.status).toBe(304)
  })
})

describe('what a problem names', () => {
  test.each(Object.keys(ERRORS))('%s has its place on the page of problems', async (code) => {
    const html = await (await service.get('/docs/reliability', { accept: 'text/html' })).text()
    expect(html).toContain(`<tr id="${code.replaceAll('_', '-')}">`)
    expect(html).toContain('<h2 id="errors">')
    const catalogue = await (await service.get('/docs/errors.md')).text()
    expect(catalogue).toContain(`| \`${code}\` |`)
  })

  test('every policy of the limits is told as it is', async () => {
    const text = await (await service.get('/docs/reliability.md')).text()
    for (const { name, quota, windowSeconds } of Object.values(POLICIES)) {
      const told = quota === 0 ? "the key's own" : quota
      expect(text).toContain(`| \`${name}\` | ${told} | ${windowSeconds} s |`)
    }
  })
})

test('a section is what stands under its heading', () => {
  expect(sectionOf('# a\n\n## b\n\ntext\n\n## c\n\nmore\n', 'b')).toBe('text')
  expect(() => sectionOf('# a\n', 'b')).toThrow('No section')
})

test('HTML in a page is shown, not obeyed', () => {
  const html = pageHtml(
    '# <b>x</b>\n\n<script>1</script> [y](javascript:alert(1)) ![z](data:text/html,1)\n',
    {
      title: '</title><script>',
      description: '"><script>',
      canonical: 'https://x.example/"',
      markdownUrl: 'https://x.example/a.md',
      nav: [['<i>', 'https://x.example/"><script>']],
    },
  )
  const names: string[] = []
  const visit = (node: { nodeName: string; childNodes?: unknown[] }): void => {
    names.push(node.nodeName)
    for (const child of node.childNodes ?? []) visit(child as typeof node)
  }
  visit(parse(html) as never)
  expect(names).not.toContain('script')
  expect(names).not.toContain('b')
  expect(html).not.toMatch(/(?:href|src)="(?:javascript|data):/)
})
