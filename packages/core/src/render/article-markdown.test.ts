import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { Article } from '../domain/article.ts'
import { awkwardText, visibleLines } from '../testing/awkward-text.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { articleLines } from './article-markdown.ts'
import { cleanText } from './clean-text.ts'
import { quoteLines } from './markdown-text.ts'

type Block = Record<string, unknown>

const entities = [
  { key: '0', value: { type: 'LINK', mutability: 'MUTABLE', data: { url: 'https://e.example/(a)_b_' } } },
  {
    key: '1',
    value: {
      type: 'MEDIA',
      mutability: 'IMMUTABLE',
      data: { caption: 'A [map]', mediaItems: [{ mediaId: '9' }] },
    },
  },
  { key: '2', value: { type: 'TWEET', mutability: 'IMMUTABLE', data: { tweetId: '20' } } },
  {
    key: '3',
    value: { type: 'MARKDOWN', mutability: 'Mutable', data: { markdown: '```ts\nconst a = `x`\n\n```\n' } },
  },
  { key: '4', value: { type: 'DIVIDER', mutability: 'IMMUTABLE', data: {} } },
  { key: '5', value: { type: 'MEDIA', mutability: 'IMMUTABLE', data: { mediaItems: [{ mediaId: '8' }] } } },
  { key: '6', value: { type: 'LINK', mutability: 'MUTABLE', data: { url: 'javascript:alert(1)' } } },
]
const media_entities = [
  {
    media_id: '9',
    media_info: { __typename: 'ApiImage', original_img_url: 'https://pbs.twimg.com/media/a.jpg' },
  },
  {
    media_id: '8',
    media_info: {
      __typename: 'ApiVideo',
      video_info: {
        variants: [
          { url: 'https://v.example/a.m3u8', content_type: 'application/x-mpegURL' },
          { url: 'https://v.example/low.mp4', content_type: 'video/mp4', bitrate: 1 },
          { url: 'https://v.example/high.mp4', content_type: 'video/mp4', bitrate: 2 },
        ],
      },
    },
  },
]

function render(blocks: Block[], changes: Record<string, unknown> = {}): string[] {
  const article = Article.parse({ content: { blocks, entityMap: entities }, media_entities, ...changes })
  return articleLines(article, 'markdown')
}

const atomic = (key: number): Block => ({
  type: 'atomic',
  text: ' ',
  entityRanges: [{ key, offset: 0, length: 1 }],
})

test('every kind of block becomes the Markdown that means it', () => {
  const blocks: Block[] = [
    { type: 'header-one', text: 'One #' },
    { type: 'unstyled', text: 'Plain # text\nwith a break' },
    { type: 'header-two', text: 'Two' },
    { type: 'unordered-list-item', text: 'a', depth: 0 },
    { type: 'unordered-list-item', text: 'b', depth: 1 },
    { type: 'ordered-list-item', text: 'first' },
    { type: 'ordered-list-item', text: '- second' },
    { type: 'blockquote', text: 'said' },
    { type: 'code-block', text: 'x = `1`' },
    { type: 'code-block', text: '  y # z' },
    atomic(4),
    { type: 'unstyled', text: '' },
    atomic(1),
    atomic(5),
    atomic(2),
    atomic(3),
    { type: 'unheard-of', text: 'still here' },
  ]
  expect(render(blocks, { title: 'A *title*', cover_media: media_entities[0] })).toEqual([
    '# A \\*title\\*',
    '',
    '![](https://pbs.twimg.com/media/a.jpg)',
    '',
    '## One \\#',
    '',
    'Plain # text  ',
    'with a break',
    '',
    '### Two',
    '',
    '- a',
    '  - b',
    '1. first',
    '2. \\- second',
    '',
    '> said',
    '',
    '```',
    'x = `1`',
    '  y # z',
    '```',
    '',
    '---',
    '',
    '![A \\[map\\]](https://pbs.twimg.com/media/a.jpg)',
    '',
    '[Video](https://v.example/high.mp4)',
    '',
    'Embedded post: <https://x.com/i/status/20>',
    '',
    '```ts',
    'const a = `x`',
    '',
    '```',
    '',
    'still here',
  ])
})

test('styles and links stand where Draft.js counts them, emoji before them or not', () => {
  const text = '🚀🚀 bold and a link, code'
  const block = {
    type: 'unstyled',
    text,
    inlineStyleRanges: [
      { offset: text.indexOf('bold'), length: 4, style: 'Bold' },
      { offset: text.indexOf('code'), length: 4, style: 'CODE' },
    ],
    entityRanges: [{ key: 0, offset: text.indexOf('link'), length: 4 }],
  }
  expect(render([block])).toEqual(['🚀🚀 **bold** and a [link](https://e.example/(a)_b_), `code`'])
  expect(render([{ ...block, entityRanges: [{ key: 6, offset: 0, length: 4 }] }])[0]).not.toContain('](')
})

test('an entity map may be an object, too', () => {
  const entityMap = Object.fromEntries(entities.map(({ key, value }) => [key, value]))
  expect(render([atomic(2)], { content: { blocks: [atomic(2)], entityMap } })).toEqual([
    'Embedded post: <https://x.com/i/status/20>',
  ])
})

test('without a body the preview stands in', () => {
  expect(render([], { title: 'T', preview_text: 'In short' })).toEqual(['# T', '', 'In short'])
})

test('Markdown of an author that is not code is text, and an open fence ends with it', () => {
  const entity = (markdown: string) => ({
    content: {
      blocks: [atomic(0), { type: 'unstyled', text: 'after' }],
      entityMap: [{ key: '0', value: { type: 'MARKDOWN', data: { markdown } } }],
    },
  })
  expect(render([], entity('[Source]: http://evil.example'))).toEqual([
    '\\[Source]: http://evil.example',
    '',
    'after',
  ])
  expect(render([], entity('~~~js" onload="\na\n```'))).toEqual(['````js', 'a', '```', '````', '', 'after'])
})

test('the words of any block are read back as they are', () => {
  const types = fc.constantFrom(
    'unstyled',
    'header-one',
    'unordered-list-item',
    'ordered-list-item',
    'blockquote',
    'code-block',
  )
  const words = awkwardText.map((text) =>
    cleanText(text)
      .replace(/[\u202a-\u202e\u2066-\u2069\u00a0]/g, '')
      .trim(),
  )
  fc.assert(
    fc.property(fc.array(fc.record({ type: types, text: words }), { maxLength: 5 }), (blocks) => {
      const document = quoteLines(render(blocks)).join('\n')
      const html = micromark(document, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
      const seen = visibleLines(html).join(' ').replace(/\s+/g, ' ')
      const written = blocks
        .map(({ text }) => text)
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim()
      expect(seen).toBe(written)
    }),
    propertyRuns(400),
  )
})
