import { conversationId } from '../feed.ts'
import type { Part, Post } from '../model.ts'
import { plainText } from '../plain-text.ts'
import type { World } from '../world.ts'
import { folded, type Operator, type Query } from './query.ts'

/** Whether a post is what a query asks for; whether strangers can read it is another question. */
export function matches(world: World, post: Post, query: Query): boolean {
  switch (query.kind) {
    case 'all':
      return query.parts.every((part) => matches(world, post, part))
    case 'any':
      return query.parts.some((part) => matches(world, post, part))
    case 'not':
      return !matches(world, post, query.part)
    case 'word':
    case 'phrase':
      return holds(folded(plainText(post)), query.text)
    case 'operator':
      return TESTS[query.name]?.(post, query.value, world) ?? true
  }
}

/** The span of time that a query leaves, Unix milliseconds: from `since` on, before `until`. */
export function timeSpan(query: Query): { since: number; until: number } {
  if (query.kind === 'operator') {
    const ms = instant(query.name, query.value)
    if (ms !== undefined && query.name.startsWith('since')) return { since: ms, until: Infinity }
    if (ms !== undefined && query.name.startsWith('until')) return { since: -Infinity, until: ms }
  }
  const spans = query.kind === 'all' || query.kind === 'any' ? query.parts.map(timeSpan) : []
  const [tight, wide] = [Math.max, Math.min]
  const [one, other] = query.kind === 'all' ? [tight, wide] : [wide, tight]
  if (spans.length === 0) return { since: -Infinity, until: Infinity }
  return { since: one(...spans.map(({ since }) => since)), until: other(...spans.map(({ until }) => until)) }
}

function instant(name: Operator, value: string): number | undefined {
  if (name === 'since' || name === 'until') {
    const ms = /^\d{4}-\d{1,2}-\d{1,2}$/.test(value) ? Date.parse(padded(value)) : Number.NaN
    return Number.isNaN(ms) ? undefined : ms
  }
  if (name === 'since_time' || name === 'until_time')
    return /^\d{1,12}$/.test(value) ? Number(value) * 1000 : undefined
  return undefined
}

function padded(date: string): string {
  const [year, month = '', day = ''] = date.split('-')
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`
}

const TESTS: Record<string, (post: Post, value: string, world: World) => boolean> = {
  from: (post, value) => sameHandle(post.author.handle, value),
  to: (post, value, world) => {
    const parent = post.replyTo ? world.post(post.replyTo) : undefined
    return parent !== undefined && sameHandle(parent.author.handle, value)
  },
  mention: (post, value) =>
    [...post.body, ...(post.replyPrefix ?? [])].some(
      (part) => part.kind === 'mention' && sameHandle(part.handle, value),
    ),
  hashtag: (post, value) => post.body.some((part) => part.kind === 'hashtag' && folded(part.tag) === value),
  cashtag: (post, value) => post.body.some((part) => part.kind === 'cashtag' && folded(part.tag) === value),
  since: (post, value) => post.at >= (instant('since', value) ?? -Infinity),
  until: (post, value) => post.at < (instant('until', value) ?? Infinity),
  since_time: (post, value) => post.at >= (instant('since_time', value) ?? -Infinity),
  until_time: (post, value) => post.at < (instant('until_time', value) ?? Infinity),
  since_id: (post, value) => isId(value) && BigInt(post.id) > BigInt(value),
  max_id: (post, value) => isId(value) && BigInt(post.id) <= BigInt(value),
  filter: (post, value) => FILTERS[value]?.(post) ?? true,
  min_faves: (post, value) => post.counts.likes >= Number(value),
  min_retweets: (post, value) => post.counts.reposts >= Number(value),
  min_replies: (post, value) => post.counts.replies >= Number(value),
  lang: (post, value) => post.lang === value,
  conversation_id: (post, value, world) => conversationId(world, post) === value,
  quoted_tweet_id: (post, value) => post.quote === value,
  in_reply_to_tweet_id: (post, value) => post.replyTo === value,
  url: (post, value) => linksOf(post.body).some((url) => folded(url).includes(value)),
}

const FILTERS: Record<string, (post: Post) => boolean> = {
  images: (post) => post.media.some(({ kind }) => kind === 'photo'),
  videos: (post) => post.media.some(({ kind }) => kind === 'video'),
  media: (post) => post.media.length > 0,
  links: (post) => linksOf(post.body).length > 0,
  replies: (post) => post.replyTo !== undefined,
  quote: (post) => post.quote !== undefined,
  hashtags: (post) => post.body.some(({ kind }) => kind === 'hashtag'),
  cashtags: (post) => post.body.some(({ kind }) => kind === 'cashtag'),
  mentions: (post) => [...post.body, ...(post.replyPrefix ?? [])].some(({ kind }) => kind === 'mention'),
  verified: (post) => post.author.verification !== undefined,
}

function isId(value: string): boolean {
  return /^\d{1,19}$/.test(value)
}

function sameHandle(handle: string, value: string): boolean {
  return handle.toLowerCase() === value.replace(/^@/, '')
}

function linksOf(body: Part[]): string[] {
  return body.flatMap((part) => (part.kind === 'link' ? [part.url] : []))
}

/** Scripts that write no spaces, where a word may begin and end anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u
const LETTER = /[\p{L}\p{M}\p{N}_]/u

/** Whether a text holds words, whole ones. */
function holds(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = text[at - 1] ?? ''
    const after = text[at + words.length] ?? ''
    const startsWell = !LETTER.test(before) || UNSPACED.test(words[0]!)
    const endsWell = !LETTER.test(after) || UNSPACED.test(words[words.length - 1]!)
    if (startsWell && endsWell) return true
  }
  return false
}
