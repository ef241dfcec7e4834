import type { Draft, Family } from '../draft.ts'
import { t } from '../parts.ts'

/** Lines that a Markdown reader would take for structure. */
export const AWKWARD_LINES: Record<string, string> = {
  'atx-heading': '# Not a heading',
  'closed-heading': '### Not a heading ###',
  quote: '> not a quote',
  'dash-item': '- not an item',
  'star-item': '* not an item',
  'plus-item': '+ not an item',
  'task-item': '- [x] not a task',
  'dot-number': '1. not a list',
  'parenthesis-number': '1) not a list',
  'year-number': '1986. A great year.',
  'dash-rule': '---',
  'star-rule': '***',
  'underscore-rule': '___',
  'spaced-rule': '- - -',
  'setext-equals': '===',
  'backtick-fence': '```',
  'backtick-fence-language': '```js',
  'tilde-fence': '~~~~',
  table: '| a | b |\n|---|---|\n| 1 | 2 |',
  'table-without-pipes': 'a | b\n--|--\n1 | 2',
  'html-block': '<div onclick="x()">not html</div>',
  'html-comment': '<!-- not a comment -->',
  'html-script': '<script>not()</script>',
  'processing-instruction': '<?php not ?>',
  'link-definition': '[a]: https://evil.example "title"',
  'footnote-definition': '[^1]: not a footnote',
  callout: '[!note] not a callout',
  'quoted-callout': '> [!warning]- not a callout',
  wikilink: '[[not a wikilink|alias]] ![[not embedded]]',
  'obsidian-comment': '%% not hidden %%',
  highlight: '==not marked==',
  'inline-math': '$not_math$ and $$x^2$$',
  'block-id': 'not a block ^abc123',
  'html-entity': '&copy; &nbsp; &#x1F600; &lt;',
  'indented-code': '    not code',
  'tab-indented': '\tnot code',
  'trailing-backslash': 'not a break\\',
  'two-trailing-spaces': 'not a break  ',
  'footnote-reference': 'text[^1] and ^sup^ and ~sub~',
  autolink: '<https://auto.example> and www.auto.example and a@b.example',
  emphasis: '**a**b __c__ *d*e f_g_',
  'front-matter': '---\ntitle: not metadata\n---',
  'key-and-value': 'key:: value',
  'tag-line': '#tag/nested #1 #\u00e9t\u00e9',
  'empty-item': '-',
  'only-hash': '#',
}

const names = Object.keys(AWKWARD_LINES)

const line = (name: string): Draft => {
  const text = AWKWARD_LINES[name]!
  // X trims a post at both ends, so a line that lives by its outer spaces can only stand inside.
  const inside = text !== text.trim()
  return {
    key: `line-${name}`,
    kind: `line/${name}`,
    by: 'lab_of_lines',
    body: [t(inside ? `before\n${text}\nbetween\n${text}\nafter` : `${text}\nwords in between\n${text}`)],
    note: inside ? 'Twice, between words' : 'First, after words, and last',
    gap: 17,
  }
}

/** Eight of the lines in an order that differs from mix to mix; a step coprime to their number visits all. */
const mix = (number: number): Draft => ({
  key: `lines-mixed-${number}`,
  kind: `lines/mixed-${number}`,
  by: 'lab_of_lines',
  body: [
    t(
      Array.from(
        { length: 8 },
        (_, i) => AWKWARD_LINES[names[(number * 7 + i * (2 * number + 5)) % names.length]!],
      )
        .join(number % 3 === 0 ? '\n\n' : '\n')
        .trim(),
    ),
  ],
  note: 'Eight awkward lines, one after the other',
  gap: 17,
})

export const LINES: Family = {
  start: '2026-09-08T08:00:00Z',
  drafts: [...names.map(line), ...Array.from({ length: 16 }, (_, i) => mix(i + 1))],
}
