import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { parser } from 'sax'
import { describe, expect, test } from 'vitest'
import type { Circle, CircleMember } from '../domain/circle.ts'
import { awkwardText } from '../testing/awkward-text.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { packCircle } from './circle-layout.ts'
import { circleMarkdown } from './circle-markdown.ts'
import { circleSvg } from './circle-svg.ts'

const tally = (score: number) => ({ score, count: 1, reply: { count: 1, score }, post_ids: ['20'] })

function memberOf(name: string | null, index: number, score: number, share = 0.5): CircleMember {
  return {
    rank: index + 1,
    handle: `member_${index}`,
    name,
    url: `https://x.com/member_${index}`,
    score,
    outgoing: tally(score * share),
    incoming: tally(score * (1 - share)),
    last_at: '2026-01-01T00:00:00Z',
  }
}

function circleOf(name: string | null, members: CircleMember[]): Circle {
  return {
    handle: 'ada_quill',
    profile: { screen_name: 'ada_quill', name },
    window: { since: '2025-09-03T00:00:00Z', until: '2026-01-01T00:00:00Z' },
    count: members.length,
    members,
    interactions: { outgoing: members.length, incoming: members.length },
    coverage: {
      label: 'search + reply sample',
      partial: false,
      own_posts: { state: 'complete', posts: 1, pages: 1, retried_pages: 0, served: 0 },
      search: { state: 'complete', posts: 1, pages: 1, page_budget: 10 },
      replies: { state: 'complete', candidates: 1, chosen: 1, asked: 1, failed: 0, posts: 1 },
      profiles: { looked_up: 0, missing: [] },
      unknown_mentions: 0,
    },
  }
}

const hostile = fc.oneof(awkwardText, fc.string({ unit: 'binary', maxLength: 30 }))
const EVIL =
  ']]></style></svg><script>alert(1)</script>"><image href="https://evil.example/x"/>&copy;\u0000\ufffe\u202e'

/** The elements and attributes of a document, by a strict reader. @throws when it is not well formed */
function readXml(text: string) {
  const strict = parser(true, { xmlns: true })
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = []
  const open: typeof elements = []
  strict.onerror = (error) => {
    throw error
  }
  strict.onopentag = ({ name, attributes }) => {
    const plain = Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : value.value,
    ])
    const element = { name, attributes: Object.fromEntries(plain), text: '' }
    elements.push(element)
    open.push(element)
  }
  strict.ontext = (piece) => {
    const element = open.at(-1)
    if (element) element.text += piece
  }
  strict.onclosetag = () => open.pop()
  strict.write(text).close()
  // What XML 1.0 has no way to hold, escaped or not.
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  return elements
}

describe('a picture', () => {
  test('is a document that holds nothing but its own shapes, whatever the names', () => {
    fc.assert(
      fc.property(hostile, fc.array(hostile, { maxLength: 6 }), (name, names) => {
        const members = names.map((one, index) => memberOf(one, index, names.length - index))
        const elements = readXml(circleSvg(circleOf(name, members)))
        const allowed = ['svg', 'title', 'desc', 'style', 'rect', 'circle', 'g', 'text']
        for (const element of elements) {
          expect(allowed).toContain(element.name)
          for (const key of Object.keys(element.attributes)) expect(key).not.toMatch(/href|^on|^style$/)
        }
        expect(elements.filter((element) => element.name === 'g')).toHaveLength(names.length + 1 + 3)
      }),
      propertyRuns(60),
    )
  })

  test('reaches for nothing, names itself, and shows names as they are', () => {
    const svg = circleSvg(circleOf(EVIL, [memberOf(`Ö <b> & ${EVIL}`, 0, 9)]))
    const elements = readXml(svg)
    const [root] = elements
    const attributes = elements.flatMap((one) => Object.entries(one.attributes))
    for (const [name, value] of attributes) if (name !== 'xmlns') expect(value).not.toMatch(/https?:|url\(/)
    expect(elements.find(({ name }) => name === 'style')?.text).not.toMatch(/url\(|@import/)
    expect(root?.attributes).toMatchObject({ role: 'img', 'aria-labelledby': 'circle-title circle-desc' })
    const byId = (id: string) => elements.find(({ attributes }) => attributes.id === id)?.text
    expect(byId('circle-title')).toMatch(/^Circle of .*\(@ada_quill\)$/)
    expect(byId('circle-desc')).toContain('the strongest: @member_0. Incoming: search + reply sample.')
    expect(elements.map(({ text }) => text)).toContain('@member_0')
    expect(elements.some(({ text }) => text.startsWith('1. Ö <b> & '))).toBe(true)
  })

  test('tells who turns to whom, is the same each time, and says when there is nobody', () => {
    const members = [memberOf('Both', 0, 9), memberOf('Out', 1, 4, 1), memberOf('In', 2, 1, 0)]
    const svg = circleSvg(circleOf('Ada', members))
    expect(circleSvg(circleOf('Ada', members))).toBe(svg)
    const groups = readXml(svg).filter(({ name }) => name === 'g')
    expect(groups.map(({ attributes }) => attributes.class)).toEqual([
      'owner',
      'both',
      'out',
      'in',
      'both',
      'out',
      'in',
    ])
    expect(circleSvg(circleOf('Ada', []))).toContain('No interactions were found')
  })
})

test('discs do not overlap, keep the order of their scores, and stay within the ground; the owner is in the middle', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.001, max: 500, noNaN: true }), { maxLength: 60 }), (given) => {
      const scores = given.toSorted((a, b) => b - a)
      const { owner, members } = packCircle(scores, 400)
      const all = [owner, ...members]
      expect([owner.x, owner.y]).toEqual([0, 0])
      for (const [index, one] of all.entries()) {
        expect(Math.hypot(one.x, one.y) + one.r).toBeLessThanOrEqual(400.001)
        for (const other of all.slice(index + 1)) {
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(one.r + other.r)
          expect(one.r).toBeGreaterThanOrEqual(other.r - 1e-9)
        }
      }
    }),
    propertyRuns(60),
  )
})

test('no name gives the Markdown a structure', () => {
  fc.assert(
    fc.property(hostile, fc.array(hostile, { minLength: 1, maxLength: 4 }), (name, names) => {
      const members = names.map((one, index) => memberOf(one, index, names.length - index))
      const html = micromark(circleMarkdown(circleOf(name, members)), {
        extensions: [gfm()],
        htmlExtensions: [gfmHtml()],
      })
      const elements = [...html.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag ?? '')
      for (const tag of new Set(elements)) expect(['h1', 'h2', 'p', 'ol', 'ul', 'li', 'a']).toContain(tag)
      expect(elements.filter((tag) => /^h\d/.test(tag))).toHaveLength(2)
      expect(elements.filter((tag) => tag === 'li')).toHaveLength(names.length + 4)
    }),
    propertyRuns(60),
  )
})
