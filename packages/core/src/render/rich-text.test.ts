import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { wirePhoto, wirePost } from '../testing/wire-post.ts'
import { postText, spansToText } from './rich-text.ts'

type Unit = 'code points' | 'UTF-16' | 'decoded code points' | 'decoded UTF-16'

interface Part {
  /** As it stands on the wire, before escaping. */
  raw: string
  /** As a reader sees it. */
  seen: string
  facet?: Record<string, unknown>
  href?: string
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Puts parts together as X does, with indices in one of the units that sources use. */
function compose(parts: readonly Part[], unit: Unit) {
  const measure = (text: string) => {
    const shown = unit.startsWith('decoded') ? text : escaped(text)
    return unit.endsWith('code points') ? [...shown].length : shown.length
  }
  let raw = ''
  const facets: unknown[] = []
  for (const part of parts) {
    const start = measure(raw)
    raw += part.raw
    if (part.facet) facets.push({ ...part.facet, indices: [start, measure(raw)] })
  }
  return { raw_text: { text: escaped(raw), facets }, length: measure(raw) }
}

const word = fc.stringMatching(/^[a-z]{1,4}$/)
const words = fc
  .array(
    fc.constantFrom(
      '🚀',
      '👩‍💻',
      'a',
      'é',
      '日本',
      '&',
      '<',
      '>',
      '"',
      '&lt;',
      '\n',
      '#',
      '@',
      'x.',
      '‼️',
      ' ',
    ),
    { maxLength: 8 },
  )
  .map((list) => list.join(''))
const code = fc.stringMatching(/^[A-Za-z0-9]{10}$/)

const part: fc.Arbitrary<Part> = fc.oneof(
  words.map((text) => ({ raw: text, seen: text })),
  fc.tuple(word).map(([name]) => ({
    raw: `@${name}`,
    seen: `@${name}`,
    facet: { type: 'mention', original: name, id: '1' },
  })),
  word.map((tag) => ({ raw: `#${tag}`, seen: `#${tag}`, facet: { type: 'hashtag', original: tag } })),
  fc
    .constantFrom('ab', 'abc', 'ÉTÉ', '東京')
    .map((tag) => ({ raw: `＃${tag}`, seen: `＃${tag}`, facet: { type: 'hashtag', original: tag } })),
  word.map((tag) => ({ raw: `$${tag}`, seen: `$${tag}`, facet: { type: 'symbol', original: tag } })),
  fc
    .tuple(
      code,
      fc.constantFrom('https', 'http'),
      fc.constantFrom(
        'https://e.example/a',
        'https://e.example/?x=$&&y=$$',
        'https://e.example/(a_b)*c*',
        'http://é.example/日',
      ),
      fc.constantFrom(0, 1, 2),
    )
    .map(([tail, scheme, target, cut]) => {
      // Old codes are shorter, so one link may be the beginning of another.
      const raw = `${scheme}://t.co/${tail.slice(0, 10 - cut)}`
      return {
        raw,
        seen: target,
        href: target,
        facet: { type: 'url', original: raw, replacement: target, display: 'e.example/…' },
      }
    }),
)

const unit = fc.constantFrom<Unit>('code points', 'UTF-16', 'decoded code points', 'decoded UTF-16')

/** Parts with a space between them, as X's own parser needs to see entities. */
const spaced = fc
  .array(part, { maxLength: 8 })
  .map((parts) => parts.flatMap((p): Part[] => [p, { raw: ' ', seen: ' ' }]))

const squeeze = (text: string) =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()

describe('whatever unit the indices count in', () => {
  test('every link covers exactly its address, and the rest is the text', () => {
    fc.assert(
      fc.property(spaced, unit, (parts, counted) => {
        const spans = postText(wirePost(compose(parts, counted)))
        expect(squeeze(spansToText(spans))).toBe(squeeze(parts.map((p) => p.seen).join('')))
        expect(spans.flatMap((span) => span.href ?? [])).toEqual(parts.flatMap((p) => p.href ?? []))
      }),
      propertyRuns(400),
    )
  })
  test('the hidden prefix of a reply goes, the links behind it stay in place', () => {
    const names = fc.array(word, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(names, spaced, unit, (handles, parts, counted) => {
        const prefix = handles.flatMap((name): Part[] => [
          { raw: `@${name}`, seen: '', facet: { type: 'mention', original: name } },
          { raw: ' ', seen: '' },
        ])
        const body: Part[] = [{ raw: 'so ', seen: 'so ' }, ...parts]
        const { raw_text, length } = compose([...prefix, ...body], counted)
        const from = handles.join('').length + 2 * handles.length
        const post = wirePost({ raw_text: { ...raw_text, display_text_range: [from, length] } })
        expect(squeeze(spansToText(postText(post)))).toBe(squeeze(body.map((p) => p.seen).join('')))
      }),
      propertyRuns(400),
    )
  })
  test('the links of media go, wherever they stand and however often', () => {
    const media: Part = {
      raw: 'http://t.co/Abcdefghij',
      seen: '',
      facet: {
        type: 'media',
        original: 'http://t.co/Abcdefghij',
        replacement: 'https://x.com/ada_quill/status/1/photo/1',
      },
    }
    fc.assert(
      fc.property(spaced, spaced, unit, (before, after, counted) => {
        const { raw_text, length } = compose([...before, media, { raw: ' ', seen: ' ' }, ...after], counted)
        const twice = raw_text.facets.flatMap((facet) =>
          (facet as { type: string }).type === 'media' ? [facet, facet] : [facet],
        )
        const post = wirePost({
          raw_text: { ...raw_text, facets: twice, display_text_range: [0, length] },
          media: { all: [wirePhoto('1'), wirePhoto('2')] },
        })
        expect(squeeze(spansToText(postText(post)))).toBe(
          squeeze([...before, ...after].map((p) => p.seen).join('')),
        )
      }),
      propertyRuns(400),
    )
  })
})

test('no facets, however wrong, throw or show a short link', () => {
  const facet = fc.record({
    type: fc.constantFrom(
      'url',
      'mention',
      'hashtag',
      'symbol',
      'media',
      'bold',
      'italic',
      'inline_media',
      'new',
    ),
    indices: fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 })),
    original: fc.option(fc.constantFrom('https://t.co/abcdefghij', 'a', '#a', '', '$&'), { nil: undefined }),
    replacement: fc.option(
      fc.constantFrom('https://e.example/', 'javascript:alert(1)', 'https://t.co/x', ''),
      { nil: undefined },
    ),
    display: fc.option(fc.constantFrom('e.example', 't.co/x'), { nil: undefined }),
  })
  const text = fc.tuple(words, words).map(([a, b]) => `${a} https://t.co/abcdefghij\nhttp://t.co/ab ${b}`)
  fc.assert(
    fc.property(text, fc.array(facet, { maxLength: 6 }), (raw, facets) => {
      const spans = postText(wirePost({ raw_text: { text: escaped(raw), facets } }))
      expect(spansToText(spans)).not.toMatch(/t\.co\//)
      for (const { href } of spans) if (href) expect(href).toMatch(/^https?:\/\//)
    }),
    propertyRuns(400),
  )
})

describe('the link of a rendered quote', () => {
  const link = (id: string) => ({
    type: 'url',
    original: 'https://t.co/abcdefghij',
    replacement: `https://twitter.com/bo/status/${id}?s=20`,
  })
  const quote = {
    type: 'status',
    id: '42',
    url: 'https://x.com/bo/status/42',
    text: 'q',
    author: { screen_name: 'bo' },
  }
  const post = (text: string, id: string, extra = {}) => {
    const at = text.indexOf('https://t.co/')
    return postText(
      wirePost({ quote, raw_text: { text, facets: [{ ...link(id), indices: [at, at + 23] }] }, ...extra }),
    )
  }
  test('goes when it ends the text', () => {
    expect(spansToText(post('look https://t.co/abcdefghij', '42'))).toBe('look')
    expect(
      spansToText(post('look https://t.co/abcdefghij', '42', { quote: { type: 'tombstone', id: '42' } })),
    ).toBe('look')
  })
  test('stays within the text, and when it leads to another post', () => {
    expect(spansToText(post('see https://t.co/abcdefghij now', '42'))).toContain('/bo/status/42?s=20 now')
    expect(spansToText(post('see https://t.co/abcdefghij', '43'))).toContain('/bo/status/43')
  })
})

describe('escaping is undone once', () => {
  test.each([
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['the entity &amp;lt; and &amp;amp;', 'the entity &lt; and &amp;'],
    ['&copy; &nbsp; &#x41; stay', '&copy; &nbsp; &#x41; stay'],
    ['&quot;a&quot; &#39;b&#39;', '"a" \'b\''],
  ])('%s', (raw, seen) => {
    expect(spansToText(postText(wirePost({ raw_text: { text: raw, facets: [] } })))).toBe(seen)
  })
})

test('an e-mail address is no mention, a cut link is no link', () => {
  const seen = (text: string) => postText(wirePost({ raw_text: { text, facets: [] } }))
  expect(seen('write to me@mail.example')).toEqual([{ text: 'write to me@mail.example' }])
  expect(seen('RT @bo: it is https://t.co/PxwG…')).toEqual([{ text: 'RT @bo: it is…' }])
})

test('without raw_text, or without facets, the text still shows', () => {
  expect(postText(wirePost({ text: 'plain https://t.co/abcdefghij', raw_text: undefined }))).toEqual([
    { text: 'plain' },
  ])
  expect(postText(wirePost({ raw_text: { text: 'a &amp; b' } }))).toEqual([{ text: 'a & b' }])
})

test('a display range of nothing leaves nothing of a media link', () => {
  const raw_text = {
    text: 'https://t.co/abcdefghij',
    display_text_range: [0, 0],
    facets: [{ type: 'media', indices: [0, 23], original: 'https://t.co/abcdefghij' }],
  }
  expect(postText(wirePost({ raw_text }))).toEqual([])
})

test('a long post is whole, whatever the legacy range says, with its styles', () => {
  const text = `${'🚀 '.repeat(200)}bold end`
  const at = [...text].length - 8
  const raw_text = { text, display_text_range: [0, 280], facets: [{ type: 'bold', indices: [at, at + 4] }] }
  const spans = postText(wirePost({ is_note_tweet: true, text, raw_text }))
  expect(spansToText(spans)).toBe(text)
  expect(spans.find((span) => span.styles?.has('bold'))?.text).toBe('bold')
})
