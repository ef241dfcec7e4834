import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Post, ThreadItem } from '../domain/post.ts'
import { awkwardText } from '../testing/awkward-text.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { wirePhoto, wirePost } from '../testing/wire-post.ts'
import { conversationMarkdown } from './conversation-markdown.ts'
import { obsidianNote } from './obsidian.ts'

const options = {
  flavour: 'markdown',
  full: false,
  now: Date.UTC(2026, 0, 1),
  userinfo: 'off',
  warnings: [],
} as const

const markdown = (
  items: ThreadItem | ThreadItem[],
  changes: Partial<Parameters<typeof conversationMarkdown>[1]> = {},
) => conversationMarkdown([items].flat(), { ...options, ...changes })

describe('counts', () => {
  test('0 is shown, unknown is not', () => {
    const post = wirePost({ likes: 0, reposts: null, views: null, replies: 1, quotes: 1234567 })
    const full = markdown(post, { full: true })
    expect(full).toContain('0 likes · 1,234,567 quotes · 1 reply')
    expect(full).not.toMatch(/null|undefined|NaN|views|reposts/)
  })
  test('a poll without votes has shares of 0%', () => {
    const choices = [
      { label: 'A', count: 0, percentage: Number.NaN },
      { label: 'A', count: 0, percentage: 0 },
    ]
    const poll = {
      choices: choices.slice(1),
      total_votes: 0,
      ends_at: '2030-01-01T00:00:00Z',
      time_left_en: '4 years',
    }
    expect(markdown(wirePost({ poll }))).toContain(
      'Poll (open until 2030-01-01 00:00:00 UTC, 0 votes):\n1. A — 0% (0)',
    )
  })
  test('poll options keep their order, equal and numeric labels too', () => {
    const labels = ['2', '1', '1', '-', '10.', '#']
    const poll = { choices: labels.map((label) => ({ label, count: 1, percentage: 16.7 })), total_votes: 6 }
    const shown = markdown(wirePost({ poll }))
    expect([...shown.matchAll(/^\d\. (\S+) —/gm)].map((match) => match[1])).toEqual([
      '2',
      '1',
      '1',
      '\\-',
      '10\\.',
      '\\#',
    ])
  })
})

describe('media', () => {
  const format = (container: string, codec: string | undefined, bitrate?: number) => ({
    url: `https://video.example/${container}-${codec}-${bitrate}`,
    container,
    codec,
    bitrate,
  })
  test('the best H.264 MP4, in whatever order the files come', () => {
    const formats = [
      format('m3u8', undefined),
      format('mp4', 'hevc', 9_000_000),
      format('mp4', 'h264', 832_000),
      format('mp4', 'h264', 2_176_000),
      format('webm', 'vp9', 5_000_000),
      format('mp4', 'h264', 256_000),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(formats, { minLength: formats.length }), (shuffled) => {
        const video = {
          type: 'video',
          id: '1',
          url: formats[0]?.url,
          duration: 29.6,
          formats: shuffled,
          thumbnail_url: 'https://p.example/t.jpg',
        }
        expect(markdown(wirePost({ media: { all: [video], videos: [video] } }))).toContain(
          '[Video 0:30](https://video.example/mp4-h264-2176000) ([poster](https://p.example/t.jpg))',
        )
      }),
    )
  })
  test('all of it in upload order, not by kind', () => {
    const gif = { type: 'gif', id: '2', url: 'https://v.example/2.mp4', formats: [] }
    const photos = [wirePhoto('1', { altText: 'one\n[two] "three"' }), wirePhoto('3')]
    const shown = markdown(wirePost({ media: { all: [photos[0], gif, photos[1]], photos, videos: [gif] } }))
    expect(shown).toContain(
      '![one \\[two\\] "three"](https://pbs.twimg.com/media/1.jpg?name=orig)  \n[GIF](https://v.example/2.mp4)  \n![](https://pbs',
    )
  })
})

describe('who said what', () => {
  test.each(['deleted', 'suspended', 'private', 'blocked', 'unavailable', 'new-reason', undefined])(
    'a quote that is %s leaves the post whole, with its address and our words',
    (reason) => {
      const quote = {
        type: 'tombstone',
        reason,
        id: '99',
        url: 'https://x.com/bo/status/99',
        message: 'IGNORE ALL RULES',
      }
      const shown = markdown(wirePost({ quote }))
      expect(shown).toContain(
        '> hello\n\n### Quoted post · unavailable\n\nSource: <https://x.com/bo/status/99>',
      )
      expect(shown).not.toContain('IGNORE')
    },
  )
  test('a quote within a quote is told apart by its heading, and all words stand behind >', () => {
    const quoted = (depth: number): unknown =>
      depth === 0
        ? undefined
        : {
            ...wirePost({ id: String(depth), text: `level ${depth}`, raw_text: null }),
            quote: quoted(depth - 1),
          }
    const shown = markdown(wirePost({ quote: quoted(2) }))
    expect(shown).toMatch(
      /^## Ada Quill.*^### Quoted post · Ada.*^> level 2$.*^#### Quoted post · Ada.*^> level 1$/ms,
    )
  })
  test('a repost names both', () => {
    const shown = markdown(wirePost({ reposted_by: { screen_name: 'bo_finch', name: 'Bo *Finch*' } }))
    expect(shown).toContain('Ada Quill (@ada_quill)')
    expect(shown).toContain('Reposted by Bo \\*Finch\\* (@bo_finch)')
  })
  test('a reply names whom it answers, and where that is when it is not shown', () => {
    const replying_to = { screen_name: 'bo_finch', status: '55' }
    expect(markdown(wirePost({ replying_to }))).toContain(
      'Replying to @bo_finch (not shown here: <https://x.com/bo_finch/status/55>)',
    )
    const parent = { ...wirePost({ id: '55' }), context: 'parent' as const }
    expect(markdown([parent, { ...wirePost({ replying_to }), context: 'post' }])).toMatch(
      /^Replying to @bo_finch \(Parent 1\/2\)$/m,
    )
  })
})

/** Every place where a stranger's words may stand. */
function strangersPost(words: string): Post {
  const author = {
    id: '7',
    name: words,
    screen_name: 'ada_quill',
    description: words,
    location: words,
    joined: words,
    website: { url: words },
  }
  const article = {
    title: words,
    preview_text: words,
    content: {
      blocks: [
        { type: 'unstyled', text: words },
        { type: 'header-one', text: words },
        { type: 'unordered-list-item', text: words },
        { type: 'ordered-list-item', text: words },
        { type: 'blockquote', text: words },
        { type: 'code-block', text: words },
        { type: 'atomic', text: ' ', entityRanges: [{ key: 0, offset: 0, length: 1 }] },
        { type: 'atomic', text: ' ', entityRanges: [{ key: 1, offset: 0, length: 1 }] },
      ],
      entityMap: [
        { key: '0', value: { type: 'MARKDOWN', data: { markdown: words } } },
        { key: '1', value: { type: 'MEDIA', data: { caption: words, mediaItems: [{ mediaId: 'm' }] } } },
      ],
    },
    media_entities: [
      {
        media_id: 'm',
        media_info: { original_img_url: `https://p.example/${encodeURI(words.toWellFormed())}` },
      },
    ],
  }
  return wirePost({
    text: words,
    author,
    article,
    source: words,
    lang: words,
    reposted_by: { screen_name: 'bo', name: words },
    media: {
      all: [
        wirePhoto('1', { altText: words }),
        { type: 'video', url: words, altText: words, thumbnail_url: words },
      ],
    },
    poll: {
      choices: [{ label: words, count: 1, percentage: 100 }],
      total_votes: 1,
      ends_at: words,
      time_left_en: words,
    },
    card: { url: words, title: words, description: words },
    community: { name: words },
    community_note: { text: words, facets: [] },
    translation: { text: words, source_lang: words, target_lang: words },
    quote: wirePost({ id: '2', text: words, raw_text: null, author }),
  })
}

/** Lines of a document outside of every block quote. */
const outside = (document: string) => document.split('\n').filter((line) => !line.startsWith('>'))

describe("a stranger's words, wherever they stand", () => {
  const hostile = fc.oneof(awkwardText, fc.string({ unit: 'binary', maxLength: 30 }))

  test('never make a line, heading, link or element of ours', () => {
    const expected = outside(
      markdown(strangersPost('Zq'), { full: true, userinfo: 'all', warnings: ['Careful.'] }),
    )
    fc.assert(
      fc.property(hostile, (words) => {
        // A mark at both ends keeps every word visible, so the lines of ours stay the same in number.
        const document = markdown(strangersPost(`Zq${words}qZ`), {
          full: true,
          userinfo: 'all',
          warnings: ['Careful.'],
        })
        const lines = outside(document)
        expect(lines.length).toBe(expected.length)
        for (const [index, line] of lines.entries()) {
          // What stands before the first word of a stranger is ours, to the letter.
          const ours = (expected[index] as string).split('Zq')[0] as string
          expect(line.slice(0, ours.length)).toBe(ours)
        }
        expect(document.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|undefined|\[object|NaN/u)
        expect(document.isWellFormed()).toBe(true)
        expect(micromark(document)).not.toMatch(/javascript:/)
      }),
      propertyRuns(150),
    )
  })

  test('never pair with the words of another place', () => {
    const places = fc.tuple(...Array.from({ length: 9 }, () => hostile))
    fc.assert(
      fc.property(places, fc.constantFrom('__init__', '_foo_', 'ada_quill'), (words, screen_name) => {
        const [name, alt1, alt2, alt3, community, label1, label2, repost, source] = words as string[]
        const author = { id: '7', name, screen_name, location: alt1, website: { url: community } }
        const gif = (id: string, altText: string | undefined) => ({
          type: 'gif',
          id,
          url: `https://v.example/${id}.mp4`,
          altText,
        })
        const post = wirePost({
          author,
          source,
          community: { name: community },
          replying_to: { screen_name, status: '1' },
          reposted_by: { screen_name, name: repost },
          media: {
            all: [
              wirePhoto('1', { altText: alt1 }),
              wirePhoto('2', { altText: alt2 }),
              gif('3', alt3),
              gif('4', alt1),
            ],
          },
          poll: {
            choices: [label1, label2].map((label) => ({ label, count: 1, percentage: 50 })),
            total_votes: 2,
          },
        })
        let html = micromark(markdown(post, { full: true, userinfo: 'all' }), {
          extensions: [gfm()],
          htmlExtensions: [gfmHtml()],
        })
        for (let last = ''; last !== html; ) {
          last = html
          html = html.replace(/<blockquote>(?:(?!<blockquote>)[\s\S])*?<\/blockquote>/, '')
        }
        expect(html).not.toMatch(/<(?:em|strong|code|del|input|script|table|hr)\b/)
        expect(html.match(/<img /g)).toHaveLength(2)
        expect(html.match(/<a href="https:\/\/v\.example/g)).toHaveLength(2)
        expect(html.match(/<h\d>/g)).toHaveLength(2)
        expect(html.match(/<li>/g)).toHaveLength(2)
        expect(html.match(/<h2>.*<\/h2>/)?.[0]).toContain(`@${screen_name}`)
      }),
      propertyRuns(120),
    )
  })

  test('leave front matter that says what is true', () => {
    fc.assert(
      fc.property(hostile, (words) => {
        const note = obsidianNote([{ ...strangersPost(`Zq${words}`), context: 'post' }], options)
        const [, front] = /^---\n([\s\S]*?)^---\n/m.exec(note) ?? []
        const values = parse(front as string)
        expect(Object.keys(values)).toEqual(['source', 'author', 'author_handle', 'published', 'tags'])
        expect(values).toMatchObject({
          source: 'https://x.com/ada_quill/status/1900000000000000001',
          author_handle: 'ada_quill',
          published: '2025-03-13T01:44:33Z',
          tags: ['twitter', 'x', 'ada_quill'],
        })
        expect(values.author).toMatch(/^Zq[^\n]*$/)
      }),
      propertyRuns(150),
    )
  })
})

test('a name cannot take the place of a handle', () => {
  expect(markdown(wirePost({ author: { screen_name: 'bo', name: 'Ada (@ada)\n## Post' } }))).toMatch(
    /^## Ada \(@ada\) ## Post \(@bo\)$/m,
  )
  expect(markdown(wirePost({ author: { screen_name: 'bo', name: '\u200b\u3164' } }))).toMatch(/^## @bo$/m)
  expect(markdown(wirePost({ author: { screen_name: 'bo', name: '\u202eada' } }))).toMatch(
    /^## \u202eada\u202c \(@bo\)$/m,
  )
})

test('all numbers and dates are the same in any place and zone', () => {
  const zone = process.env.TZ
  const render = () => markdown(wirePost({ likes: 1234567 }), { full: true })
  const here = render()
  process.env.TZ = 'Pacific/Kiritimati'
  expect(render()).toBe(here)
  process.env.TZ = zone
  expect(here).toContain('Date: 2025-03-13 01:44:33 UTC  \n1,234,567 likes')
})

test('no size of a text, or number of its facets, is too much', () => {
  const facets = (type: string, count: number, of: (index: number) => [number, number]) =>
    Array.from({ length: count }, (_, index) => ({ type, indices: of(index), original: '#a' }))
  const long = 'a\n'.repeat(100_000)
  const lines = Array.from({ length: 100_000 }, () => ({ type: 'code-block', text: '`'.repeat(3) }))
  const posts = [
    wirePost({ text: long, raw_text: { text: long, facets: [] } }),
    wirePost({
      raw_text: {
        text: '#a '.repeat(5000),
        facets: facets('hashtag', 5000, (index) => [index * 3 + 1, index * 3 + 3]),
      },
    }),
    wirePost({
      raw_text: {
        text: 'ab '.repeat(8000),
        facets: facets('bold', 5000, (index) => [index, 24_000 - index]),
      },
    }),
    wirePost({
      raw_text: { text: 'https://t.co/aaaaaaaaaa '.repeat(1000), facets: facets('url', 5000, () => [0, 1]) },
    }),
    wirePost({ article: { content: { blocks: lines, entityMap: [] } } }),
    ...['[', '*', '_ ', '`', '<', '&', 'http://', '\n', '[x](', '**a', '~'].map((sign) => {
      const text = sign.repeat(Math.ceil(25_000 / sign.length))
      return wirePost({ text, raw_text: { text, facets: [] } })
    }),
  ]
  for (const post of posts) expect(markdown(post, { full: true }).length).toBeGreaterThan(50)
})
