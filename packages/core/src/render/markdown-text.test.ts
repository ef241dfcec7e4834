import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { awkwardText, styledSpans, visibleLines } from '../testing/awkward-text.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { closeDirections } from './clean-text.ts'
import { encodeUrl } from './encode-url.ts'
import { markdownLines, quoteLines } from './markdown-text.ts'
import { plainSpans, type Span, spansToText } from './rich-text.ts'

/** What Markdown is read as: by CommonMark, and by GitHub's dialect. */
function readBack(markdown: string): { common: string[]; github: string[]; html: string } {
  const html = micromark(markdown)
  return {
    html,
    common: visibleLines(html),
    github: visibleLines(micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })),
  }
}

const render = (text: string) => quoteLines(markdownLines(plainSpans(text), 'markdown')).join('\n')

/** A link shows its address as it has to be written to be one. */
const asShown = (span: Span): Span =>
  span.href === span.text ? { ...span, text: encodeUrl(span.href) } : span

function plainLines(text: string): string[] {
  return text
    .replace(/\u00a0|\t/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

describe('nothing is escaped that is not syntax where it stands', () => {
  test.each([
    'snake_case and a_b_c',
    'C# and #tag, #ab #abc',
    'a - b, 5 * 3 = 15, 2 < 3 > 1',
    '1.5 times; v2. yes',
    'AT&T &copy now & then',
    'one `tick and one *star',
    'a [note] and (this) ~ about',
    'x | y',
    'https://example.com/a_b',
  ])('%s', (text) => {
    expect(markdownLines(plainSpans(text), 'markdown')).toEqual([text])
  })
})

describe('what would be syntax is escaped', () => {
  test.each([
    ['# heading', '\\# heading'],
    ['> quote', '\\> quote'],
    ['- item', '\\- item'],
    ['12. item', '12\\. item'],
    ['---', '\\---'],
    ['```js', '\\`\\`\\`js'],
    ['*bold* or _not_', '\\*bold\\* or \\_not\\_'],
    ['[a](b) ![c](d)', '[a\\](b) ![c\\](d)'],
    ['<b>x</b> &amp; \\*', '\\<b>x\\</b> \\&amp; \\\\*'],
    ['[x]: http://e.com', '\\[x]: http://e.com'],
    ['[!warning] hi', '\\[!warning] hi'],
    ['a\n    code', 'a  \n\u00a0\u00a0\u00a0\u00a0code'],
  ])('%s', (text, markdown) => {
    expect(markdownLines(plainSpans(text), 'markdown').join('\n')).toBe(markdown)
  })
  test('in Obsidian, its own signs too', () => {
    const text = '==mark== %%hidden%% [[link]] $x$ but $5'
    expect(markdownLines(plainSpans(text), 'obsidian')).toEqual([
      '\\=\\=mark\\=\\= \\%\\%hidden\\%\\% \\[\\[link]] \\$x\\$ but $5',
    ])
    expect(markdownLines(plainSpans('pays $5 only'), 'obsidian')).toEqual(['pays $5 only'])
  })
})

test('any text, in any order of awkward lines, is read back as the same text and one block quote', () => {
  fc.assert(
    fc.property(awkwardText, (text) => {
      const spans = plainSpans(text)
      const visible = plainLines(closeDirections(spansToText(spans)))
      const { common, github, html } = readBack(render(text))
      expect(common).toEqual(visible)
      expect(github).toEqual(visible)
      expect(html.replace(/<\/?(?:blockquote|p|br \/)>|<br \/>/g, '')).not.toMatch(/<(?!a |\/a)/)
    }),
    propertyRuns(400),
  )
})

/** Marks that close a direction are ours where the text left one open. */
const withoutClosers = (lines: string[]) =>
  lines.map((line) => line.replace(/[\u202c\u2069]/g, '').trim()).filter(Boolean)

const address = (url: string) => new URL(url).href.replace(/`/g, '%60')

test('bold, italic, code and links keep the same text, and a link its target', () => {
  fc.assert(
    fc.property(styledSpans, (spans) => {
      const visible = withoutClosers(plainLines(spansToText(spans.map(asShown))))
      const { common, github, html } = readBack(quoteLines(markdownLines(spans, 'markdown')).join('\n'))
      expect(withoutClosers(github)).toEqual(visible)
      if (!spans.some(({ styles }) => styles?.has('strikethrough')))
        expect(withoutClosers(common)).toEqual(visible)
      const targets = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, url]) =>
        address((url as string).replace(/&amp;/g, '&')),
      )
      const links = spans.flatMap(({ href, text }) =>
        href ? text.split('\n').flatMap((line) => (line.trim() ? [address(href)] : [])) : [],
      )
      expect(targets).toEqual(links)
    }),
    propertyRuns(400),
  )
})

test('styles become Markdown where it can say them', () => {
  const bold = new Set(['bold'] as const)
  const lines = (spans: Parameters<typeof markdownLines>[0]) => markdownLines(spans, 'markdown')
  expect(lines([{ text: 'a ' }, { text: 'b c ', styles: bold }, { text: 'd' }])).toEqual(['a **b c** d'])
  expect(lines([{ text: 'say' }, { text: '「こんにちは」', styles: bold }, { text: 'です' }])).toEqual([
    'say「**こんにちは**」です',
  ])
  expect(lines([{ text: 'one\ntwo', styles: bold }])).toEqual(['**one**  ', '**two**'])
  expect(lines([{ text: 'x', styles: new Set(['bold', 'italic'] as const) }])).toEqual(['***x***'])
})
