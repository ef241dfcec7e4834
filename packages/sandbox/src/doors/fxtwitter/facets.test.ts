import { describe, expect, test } from 'vitest'
import { availability } from '../../world/availability.ts'
import { plainText } from '../../world/plain-text.ts'
import { openDoor } from './testing.ts'
import { rawText } from './text.ts'
import type { WireFacet } from './wire.ts'
import { escapeText } from './wire-writer.ts'

const { world } = openDoor()
const drawn = world.accounts.flatMap((account) => world.timeline(account).slice(-40))
const posts = [...world.named.map(({ post }) => post.id), ...drawn]
  .map((id) => world.post(id)!)
  .filter((post) => post && availability(post) === 'open' && !post.repostOf)

/** What a facet has to cover, in the letters of the raw text. */
function literal(facet: WireFacet): RegExp {
  const exact = facet.original?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (facet.type === 'mention') return new RegExp(`^[@＠]${exact}$`, 'i')
  if (facet.type === 'hashtag') return new RegExp(`^[#＃]${exact}$`)
  if (facet.type === 'symbol') return new RegExp(`^\\$${exact}$`)
  return new RegExp(`^${exact}$`)
}

describe('facets', () => {
  test('cover their literal, counted in code points', () => {
    let count = 0
    for (const post of posts) {
      const raw = rawText(world, post)
      const letters = Array.from(raw.text)
      for (const facet of raw.facets) {
        if (facet.original === undefined) continue
        expect(letters.slice(...facet.indices).join('')).toMatch(literal(facet))
        count++
      }
    }
    expect(posts.length).toBeGreaterThan(5_000)
    expect(count).toBeGreaterThan(3_000)
  })

  test('lead back to the words, with nothing lost', () => {
    for (const post of posts) {
      if (post.article) continue
      const raw = rawText(world, post)
      const letters = Array.from(raw.text)
      const [start, end] = post.long ? [0, letters.length] : raw.display_text_range
      const links = new Map<number, [number, string]>()
      for (const { type, indices, replacement = '' } of raw.facets) {
        if (type !== 'url' && type !== 'media') continue
        const hidden = type === 'media' || replacement.endsWith(`/status/${post.quote}`)
        if (indices[1] <= end) links.set(indices[0], [indices[1], hidden ? '' : escapeText(replacement)])
      }
      const words = letters.slice(0, end)
      for (const [from, [to, text]] of [...links].reverse()) words.splice(from, to - from, text)
      const escaped = words.slice(start).join('')
      const plain = escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
      expect(plain.trimEnd()).toBe(plainText(post).trimEnd())
    }
  })

  test('come in order of their starts, and only styles may cross', () => {
    for (const post of posts) {
      const { facets } = rawText(world, post)
      const starts = facets.map(({ indices }) => indices[0])
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    }
  })

  test('the range of an ordinary post counts code points, that of a long one UTF-16 units', () => {
    for (const post of posts) {
      const { text, display_text_range } = rawText(world, post)
      const [start, end] = display_text_range
      expect(start).toBeLessThanOrEqual(end)
      if (post.long) expect(display_text_range).toEqual([0, text.length])
      else expect(end).toBeLessThanOrEqual(Array.from(text).length)
    }
  })
})
