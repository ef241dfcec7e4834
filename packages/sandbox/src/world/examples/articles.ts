import type { Draft, Family } from '../draft.ts'
import { photo, video } from '../media.ts'
import type { Article, ArticleBlock, ArticleEntity, Media, StyleRange } from '../model.ts'
import { hashText } from '../random.ts'

const block = (type: string, text: string, more: Partial<ArticleBlock> = {}): ArticleBlock => ({
  type,
  text,
  ...more,
})
const p = (text: string, more: Partial<ArticleBlock> = {}) => block('unstyled', text, more)
const atomic = (key: number) => block('atomic', ' ', { entities: [{ offset: 0, length: 1, key }] })

/** Ranges by the words that they cover, so that no offset is counted by hand; UTF-16 units, as in Draft.js. */
const styled = (text: string, ...marks: [string, StyleRange['style']][]): Partial<ArticleBlock> => ({
  styles: marks.map(([words, style]) => ({ offset: text.indexOf(words), length: words.length, style })),
})
const linked = (text: string, words: string, key: number): Partial<ArticleBlock> => ({
  entities: [{ offset: text.indexOf(words), length: words.length, key }],
})

const article = (
  kind: string,
  given: Partial<Article> & { blocks: ArticleBlock[] },
  more: Partial<Draft> = {},
): Draft => ({
  key: `article-${kind}`,
  kind: `article/${kind}`,
  by: 'pelagic_press',
  article: {
    id: `19600000000${String(hashText(kind)).padStart(10, '0').slice(0, 8)}`,
    title: 'The delta, at length',
    preview: 'Four metres a year, and what they cost.',
    createdAt: Date.parse('2026-10-02T07:55:12Z'),
    entities: [],
    media: [],
    ...given,
  },
  ...more,
})

const BOLD_LINE = 'Bold words, slanted words, struck words, and all of them at once.'
const EMOJI_LINE = '🚀👩🏽‍🚀 Emoji first, then bold and a link 🛸 here.'
const LINK_LINE = 'Read the tide tables or write to us.'
const media: Media[] = [
  photo('article cover', { alt: 'The delta from above' }),
  photo('article one', { alt: 'A white line on a quay' }),
  video('article film', { durationMs: 31_000 }),
  photo('article two'),
]

const EVERY_BLOCK: ArticleBlock[] = [
  p('An opening paragraph, plain.'),
  block('header-one', 'A heading of the first order'),
  p(
    BOLD_LINE,
    styled(
      BOLD_LINE,
      ['Bold words', 'Bold'],
      ['slanted words', 'Italic'],
      ['struck words', 'Strikethrough'],
      ['all of them', 'Bold'],
      ['all of them', 'Italic'],
    ),
  ),
  block('header-two', 'A heading of the second order'),
  p(LINK_LINE, linked(LINK_LINE, 'tide tables', 0)),
  block('header-three', 'A heading of the third order'),
  p(EMOJI_LINE, { ...styled(EMOJI_LINE, ['bold', 'Bold']), ...linked(EMOJI_LINE, 'a link', 0) }),
  block('blockquote', 'A quoted paragraph.\nIts second line.'),
  block('unordered-list-item', 'mud'),
  block('unordered-list-item', 'soft mud', { depth: 1 }),
  block('unordered-list-item', 'softer mud', { depth: 2 }),
  block('unordered-list-item', 'water'),
  p('Words between two lists.'),
  block('ordered-list-item', 'measure'),
  block('ordered-list-item', 'measure again', { depth: 1 }),
  block('ordered-list-item', 'argue'),
  block('code-block', 'let level = 3\nif (level > 2) alert(`wet`)'),
  atomic(1),
  p('A film and a picture in one place:'),
  atomic(2),
  p('A post, embedded:'),
  atomic(3),
  p('Code with a language:'),
  atomic(4),
  atomic(5),
  p('A formula:'),
  atomic(6),
  p(''),
  p('The end, after an empty paragraph.'),
]

const EVERY_ENTITY: ArticleEntity[] = [
  { type: 'LINK', url: 'https://pelagic.example/tides_(2026)?a=1&b=2' },
  { type: 'MEDIA', media: [1], caption: 'The line, in May' },
  { type: 'MEDIA', media: [2, 3] },
  { type: 'TWEET', postId: 'ferry-1' },
  { type: 'MARKDOWN', markdown: '```python\ndef level(day):\n    return 3 if day % 2 else 2\n```' },
  { type: 'DIVIDER' },
  { type: 'LATEX', latex: 'h(t) = h_0 + a \\sin(\\omega t)' },
]

/** Articles: every block, every entity, and bodies that are missing or awkward. */
export const ARTICLES: Family = {
  start: '2026-10-12T12:00:00Z',
  drafts: [
    article(
      'every-block',
      {
        cover: media[0] as Extract<Media, { kind: 'photo' }>,
        blocks: EVERY_BLOCK,
        entities: EVERY_ENTITY,
        media: media.slice(1),
        modifiedAt: Date.parse('2026-10-03T10:00:00.250Z'),
      },
      { note: 'Every kind of block and entity' },
    ),
    article('plain', { blocks: [p('One paragraph.'), p('And another.')] }),
    article(
      'without-body',
      { blocks: [], bodyMissing: true },
      { note: 'The body could not be fetched: title and preview are all there is' },
    ),
    article(
      'link-untold',
      { blocks: [p('Short.')], linkUntold: true },
      { proven: false, note: 'No facet marks the link of the article in the text' },
    ),
    article('lists', {
      title: 'Lists of lists',
      blocks: [
        block('ordered-list-item', 'one'),
        block('ordered-list-item', 'two'),
        block('unordered-list-item', 'dot'),
        block('ordered-list-item', 'one again'),
        block('unordered-list-item', 'a', { depth: 0 }),
        block('unordered-list-item', 'a.a', { depth: 1 }),
        block('ordered-list-item', 'a.1', { depth: 1 }),
        block('unordered-list-item', 'deep', { depth: 4 }),
        block('unordered-list-item', '- looks like an item\n1. so does this'),
        block('ordered-list-item', ''),
      ],
    }),
    article('code', {
      title: 'Only code',
      blocks: [
        atomic(0),
        atomic(1),
        atomic(2),
        block('code-block', '```\nfence inside\n```'),
        block('code-block', '    indented\n\ttabbed'),
      ],
      entities: [
        { type: 'MARKDOWN', markdown: '```ts\nconst x: number = 1\n```' },
        { type: 'MARKDOWN', markdown: '````md\n```js\nnested\n```\n````' },
        { type: 'MARKDOWN', markdown: '| a | b |\n|---|---|\n| 1 | 2 |' },
      ],
    }),
    article('overlapping-ranges', {
      title: 'Ranges over ranges',
      blocks: [
        p('abcdefghij', {
          styles: [
            { offset: 0, length: 6, style: 'Bold' },
            { offset: 4, length: 6, style: 'Italic' },
          ],
          entities: [{ offset: 2, length: 5, key: 0 }],
        }),
        p('spaces at the edges ', {
          styles: [
            { offset: 6, length: 4, style: 'Bold' },
            { offset: 19, length: 1, style: 'Italic' },
          ],
        }),
        p('longer than the text', { styles: [{ offset: 12, length: 99, style: 'Bold' }] }),
        p('two links touching', {
          entities: [
            { offset: 0, length: 9, key: 0 },
            { offset: 9, length: 9, key: 1 },
          ],
        }),
      ],
      entities: [
        { type: 'LINK', url: 'https://pelagic.example/a' },
        { type: 'LINK', url: 'https://pelagic.example/b' },
      ],
    }),
    article('awkward-lines', {
      title: '# 1. A title - with > signs * and _lines_',
      preview: '> 1. a preview\n- like a list',
      blocks: [
        p('# no heading'),
        p('> no quote'),
        p('- no item'),
        p('1. no list'),
        p('---'),
        p('```'),
        p('    no code'),
        p('| no | table |\n|---|---|'),
        p('<b>no html</b> &copy;'),
        block('header-two', '# twice'),
        block('blockquote', '> twice'),
        p('a\n\nb'),
      ],
    }),
    article(
      'unknown-parts',
      {
        title: 'Parts of tomorrow',
        blocks: [
          block('header-six', 'an unknown heading'),
          block('aside', 'an unknown block'),
          p('an emoji 🌊 as an entity', { entities: [{ offset: 9, length: 2, key: 0 }] }),
          p('a range without entity', { entities: [{ offset: 0, length: 1, key: 77 }] }),
          atomic(1),
        ],
        entities: [
          { type: 'TWEMOJI', url: 'https://abs-0.twimg.com/emoji/v2/svg/1f30a.svg' },
          { type: 'TWEET', postId: '1999999999999999999' },
        ],
      },
      { proven: false },
    ),
    article('film-cover', {
      title: 'A film in it',
      blocks: [atomic(0), p('Watch it.')],
      entities: [{ type: 'MEDIA', media: [0] }],
      media: [video('article film two')],
    }),
    article(
      'right-to-left',
      {
        title: 'الدلتا، بالتفصيل',
        preview: 'أربعة أمتار في السنة',
        blocks: [
          block('header-one', 'عنوان'),
          p('فقرة مع رابط واحد', { entities: [{ offset: 8, length: 4, key: 0 }] }),
        ],
        entities: [{ type: 'LINK', url: 'https://maps.delta.example/ar' }],
      },
      { by: 'samar_dahwani' },
    ),
  ],
}
