import type { Post } from '@x-md/core/domain/post.ts'
import { previewHtml } from '@x-md/core/render/preview-html.ts'
import { readerHtml } from '@x-md/core/render/reader-html.ts'
import { awkwardText } from '@x-md/core/testing/awkward-text.ts'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** Every element that our pages have, with its attributes. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  head: [],
  body: [],
  meta: ['charset', 'name', 'property', 'content'],
  link: ['rel', 'href', 'type', 'title'],
  title: [],
  style: [],
  pre: [],
  h1: [],
  a: ['href'],
  p: [],
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\ufffe|\uffff|\p{Cs}/u
const HIDDEN = /[\u2060\ufeff\u00ad]/u

interface Page {
  elements: string[]
  words: string
}

/** Reads a page as a browser does; fails on anything that we did not write. */
function read(html: string): Page {
  const elements: string[] = []
  let words = ''
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if (node.nodeName === '#comment') throw new Error(`A comment in ${html}`)
    if ('value' in node) words += node.value
    if ('attrs' in node) {
      const allowed = OURS[node.tagName]
      expect(allowed, `<${node.tagName}>`).toBeDefined()
      for (const { name, value } of node.attrs) {
        expect(allowed, `${name} of <${node.tagName}>`).toContain(name)
        if (name === 'href') expect(value).toMatch(/^https?:\/\//)
        words += value
      }
      elements.push(node.tagName)
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  expect(words).not.toMatch(CONTROL)
  expect(words).not.toMatch(HIDDEN)
  for (const tag of ['html', 'head', 'body', 'title'])
    expect(elements.filter((name) => name === tag)).toHaveLength(1)
  return { elements, words }
}

describe("strangers' text", () => {
  test('writes no element, attribute or hidden sign into a preview or a page', async () => {
    const attacks = service.examples.filter(({ kind }) => kind.startsWith('injection/'))
    expect(attacks.length).toBeGreaterThanOrEqual(40)
    for (const { kind, handle, id } of attacks) {
      const at = `/${handle}/status/${id}`
      const bot = await service.get(at, { 'user-agent': 'Discordbot/2.0' })
      const page = await service.get(`${at}?full=1&userinfo=all`, { accept: 'text/html' })
      expect([kind, bot.status, page.status]).toEqual([kind, 200, 200])
      const preview = read(await bot.text())
      expect(preview.elements.filter((name) => !['meta', 'link'].includes(name))).toEqual([
        'html',
        'head',
        'title',
        'body',
        'h1',
        'a',
        'p',
      ])
      expect(read(await page.text()).elements.join()).toMatch(
        /^html,head,meta,meta,title,link,style,body,pre$/,
      )
    }
  })

  test('whatever it is, a preview is made of our elements only', () => {
    const stranger = fc.oneof(
      awkwardText,
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        'javascript:alert(1)',
        '"><script>x</script>',
        "' onload='x",
        '</title>',
        '\u202e',
        '\ud800',
      ),
    )
    const url = fc.oneof(
      stranger,
      fc.webUrl(),
      stranger.map((text) => `https://e.example/${text}`),
    )
    const author = fc.record({ name: stranger, screen_name: stranger, avatar_url: url })
    const post: fc.Arbitrary<Post> = fc.record({
      type: fc.constant('status' as const),
      id: stranger,
      url,
      text: stranger,
      author,
      article: fc.option(fc.record({ title: stranger, preview_text: stranger })),
      poll: fc.option(fc.record({ choices: fc.array(fc.record({ label: stranger }), { maxLength: 4 }) })),
      community_note: fc.option(fc.record({ text: stranger })),
      replying_to: fc.option(fc.record({ screen_name: stranger })),
      reposted_by: fc.option(fc.record({ screen_name: stranger, name: stranger })),
      quote: fc.option(
        fc.record({ type: fc.constant('status' as const), id: stranger, url, text: stranger, author }),
      ),
      media: fc.record({
        all: fc.array(
          fc.record({
            type: fc.constantFrom('photo', 'video', 'gif'),
            url,
            thumbnail_url: fc.option(url),
            alt: fc.option(stranger),
            width: fc.oneof(fc.integer(), fc.double()),
          }),
          { maxLength: 3 },
        ),
      }),
    })
    fc.assert(
      fc.property(post, fc.boolean(), fc.boolean(), (value, severalImages, video) => {
        read(previewHtml(value, { site: 'https://x.example', severalImages, video }))
      }),
      { numRuns: 300 },
    )
  })

  test('a page shows the Markdown exactly', () => {
    fc.assert(
      fc.property(awkwardText, awkwardText, (title, text) => {
        const markdown = `${text.replace(/\r/g, '')}\n`
        const tree = parse(readerHtml({ title, markdown, source: 'https://x.com/i/status/1' }))
        const find = (node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Element | undefined =>
          'tagName' in node && node.tagName === 'pre'
            ? node
            : 'childNodes' in node
              ? node.childNodes.map(find).find(Boolean)
              : undefined
        const shown = find(tree)!.childNodes.map((node) => ('value' in node ? node.value : node.nodeName))
        expect(shown.join('')).toBe(markdown)
      }),
    )
  })
})
