import fc from 'fast-check'
import { cleanText } from '../render/clean-text.ts'
import type { Span } from '../render/rich-text.ts'
import type { Style } from '../render/style-runs.ts'

/** Lines that are syntax in some Markdown, for property tests of everything that writes it. */
export const AWKWARD_LINES: readonly string[] = [
  '# heading',
  '###### six',
  '#',
  '####### seven',
  '> quote',
  '>',
  '- item',
  '* item',
  '+ item',
  '-',
  '+',
  '*',
  '1. one',
  '1) one',
  '999999999. many',
  '1.',
  '---',
  '***',
  '___',
  '- - -',
  '* * *',
  '===',
  '=',
  '--',
  '```',
  '```js',
  '~~~',
  '````',
  '| a | b |',
  '|---|---|',
  '--- | ---',
  ':--',
  ':-:',
  '|',
  '<div>',
  '<script>alert(1)</script>',
  '<!-- comment -->',
  '<!-- open',
  '</p>',
  '<?php',
  '<![CDATA[',
  '<b',
  '[a]: http://evil.example',
  '[a]:',
  '[a]',
  '[a][b]',
  '[a](http://evil.example)',
  '![a](http://evil.example/x.png)',
  '[^1]: note',
  '[^1]',
  '[!note] callout',
  '- [ ] task',
  '- [x] done',
  '[[wiki]]',
  '![[embed]]',
  '%%hidden%%',
  '==mark==',
  '$x$',
  '$$',
  '&copy; &#65; &#x41; &amp; &lt;b&gt;',
  '    indented',
  '\tcode',
  'ends with a backslash\\',
  '\\',
  '\\\\',
  '\\*',
  'two spaces  ',
  '',
  '',
  '*bold*',
  '**bold**',
  '_it_',
  '__it__',
  '~~gone~~',
  '~gone~',
  '*a',
  'b*',
  '_a',
  'b_',
  '`code`',
  '``co`de``',
  '`',
  '``',
  '*a_b*c_',
  '***',
  'a*b*c',
  'a_b_c',
  '2*3*4',
  '<http://auto.example>',
  '<me@auto.example>',
  'www.auto.example',
  'https://auto.example/_a_*b*',
  'me@mail.example',
  'snake_case',
  '5 * 3',
  'C#',
  'a\\',
  'title: x',
  '...',
  '{{ x }}',
  '<3',
  'a < b > c',
  '"quotes" \'too\'',
  '1\\. x',
  '\\# x',
  'x\\`y`',
  ']( x',
  '](http://e.example)',
  '![',
  '~',
  '~~',
  '~~~~ x',
  'a~b~c',
  '^[inline note]',
  '^id',
  ':smile:',
  '@someone #tag $CASH',
  '\u202eabc',
  '日本語。*強調*です',
  '«*a*»',
]

const character = fc.oneof(
  fc.constantFrom(...'\\`*_{}[]()#+-.!<>|~=&;:"\'^$%/ \n\n\t12ab'),
  fc.constantFrom('é', '「', '」', '日', '👩‍💻', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\u00a0', '…', '—', 'https://e.example/_x_'),
)

/** Texts of awkward lines in any order, and of awkward characters. */
export const awkwardText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...AWKWARD_LINES), { maxLength: 8 }).map((lines) => lines.join('\n')),
  fc.array(fc.constantFrom(...AWKWARD_LINES), { maxLength: 4 }).map((lines) => lines.join(' ')),
  fc.array(character, { maxLength: 24 }).map((characters) => characters.join('')),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

const styles = fc.subarray<Style>(['bold', 'italic', 'strikethrough', 'code']).map((list) => new Set(list))
const urls = fc.constantFrom(
  'https://e.example/',
  'https://e.example/a_b_c',
  'https://e.example/(x)*y*',
  'https://e.example/?a=$&&b=`',
  'https://e.example/?a=1&copy;=2&amp;c',
  'https://é.example/日本',
)

/** Spans as a long post may give: styled stretches of awkward text, and links. */
export const styledSpans: fc.Arbitrary<Span[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ text: awkwardText, styles }) },
      {
        weight: 1,
        arbitrary: fc.record({ text: awkwardText.filter((text) => text.trim() !== ''), href: urls, styles }),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(urls, styles).map(([href, set]) => ({ text: href, href, styles: set })),
      },
    ),
    { maxLength: 6 },
  )
  .map((spans) =>
    spans.map((span) => ({ ...span, text: cleanText(span.text) })).filter(({ text }) => text !== ''),
  )

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The text that a browser would show of micromark's HTML, as lines without their blank edges. */
export function visibleLines(html: string): string[] {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => NAMED[name] as string)
    .replace(/\u00a0|\t/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
