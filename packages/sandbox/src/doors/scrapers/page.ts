import { availability } from '../../world/availability.ts'
import type { ShortLink } from '../../world/links.ts'
import type { Part, Post } from '../../world/model.ts'
import { plainParts, plainText } from '../../world/plain-text.ts'
import type { World } from '../../world/world.ts'
import { shortUrl } from '../fxtwitter/wire-writer.ts'

/** What a scraper makes of a page of X. */
export interface ScrapedPage {
  markdown: string
  title: string
  description: string
}

export interface ScrapeOptions {
  links: boolean
  images: boolean
  /** The page's frame as well: banners, menus, the foot. */
  frame: boolean
}

/** X's page for what is not there, which to a scraper is a page like any other. */
const MISSING = 'Hmm...this page doesn’t exist. Try searching for something else.'
const BROKEN = 'Something went wrong. Try reloading.'
const BANNER = ['Don’t miss what’s happening', 'People on X are the first to know.', 'Log in', 'Sign up']
const FOOT = [
  '## New to X?',
  'Sign up now to get your own personalized timeline!',
  '## Trending now',
  '© 2026 X Corp.',
]

const STATUS = /^https?:\/\/(?:www\.|mobile\.)?(?:x|twitter)\.com\/(?:\w+|i\/web)\/status\/(\d+)/i

/** Whether an address is on X, which is all that these doors can reach. */
export function isOnX(url: string): boolean {
  return /^https?:\/\/(?:www\.|mobile\.)?(?:x|twitter)\.com(?:[/?#]|$)/i.test(url)
}

/** The page of a post as a scraper tells it: the text amid what stands around it; also for posts that are gone. */
export function scrapedPage(world: World, url: string, options: ScrapeOptions): ScrapedPage {
  const id = STATUS.exec(url)?.[1]
  const asked = id === undefined ? undefined : world.post(id)
  const post = asked?.repostOf && !asked.cutRepost ? world.post(asked.repostOf) : asked
  if (!asked || !post || availability(asked) !== 'open' || availability(post) !== 'open') {
    return framed('X', '', [MISSING, options.links ? '[Search](https://x.com/explore)' : 'Search'], options)
  }
  const text = plainText(post)
  const lines = postLines(world, post, options)
  return framed(`${post.author.name} on X: "${text}" / X`, text, lines, options)
}

/** What a scraper brings home while X turns it away. */
export function brokenPage(): ScrapedPage {
  return { markdown: `${BROKEN}\n\nRetry`, title: 'X', description: '' }
}

function framed(title: string, description: string, lines: string[], { frame }: ScrapeOptions): ScrapedPage {
  const all = frame ? [...BANNER, ...lines, ...FOOT] : lines
  return { markdown: all.join('\n\n'), title, description }
}

function postLines(world: World, post: Post, { links, images }: ScrapeOptions): string[] {
  const { handle, name, avatar } = post.author
  const link = (label: string, url: string) => (links ? `[${label}](${url})` : label)
  const profile = `https://x.com/${handle}`
  const picture = images && avatar ? [`![${escaped(name)}](${avatar})`] : []
  const photos = post.media.map((media) =>
    media.kind === 'photo' ? `https://pbs.twimg.com/media/${media.key}.jpg` : media.thumbnail,
  )
  return [
    '## Post',
    ...picture,
    link(escaped(name), profile),
    link(`@${handle}`, profile),
    bodyMarkdown(post.body, world.links(post).body, links),
    ...(images ? photos.map((photo) => `![Image](${photo})`) : []),
    ...quoteLines(world, post),
    link(pageDate(post.at), `${profile}/status/${post.id}`),
    `${pageCount(post.counts.views ?? 0)} Views`,
    `${pageCount(post.counts.reposts)} Reposts · ${pageCount(post.counts.likes)} Likes`,
    'Read replies',
  ]
}

function quoteLines(world: World, post: Post): string[] {
  const quoted = post.quote ? world.post(post.quote) : undefined
  if (!quoted || availability(quoted) !== 'open') return []
  return ['Quote', escaped(quoted.author.name), `@${quoted.author.handle}`, escaped(plainText(quoted))]
}

function bodyMarkdown(parts: Part[], short: ShortLink[], links: boolean): string {
  let next = 0
  return parts
    .map((part) => {
      const words = escaped(part.kind === 'link' ? part.display : plainParts([part]))
      const target = part.kind === 'link' ? short[next++] : undefined
      if (!links) return words
      if (part.kind === 'link') return target ? `[${words}](${shortUrl(target)})` : words
      if (part.kind === 'mention') return `[${words}](https://x.com/${part.handle})`
      if (part.kind === 'hashtag') return `[${words}](https://x.com/hashtag/${part.tag}?src=hashtag_click)`
      return words
    })
    .join('')
}

/** As converters do it: wherever a sign could mean something. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]]/g, '\\$&')
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function pageDate(ms: number): string {
  const date = new Date(ms)
  const hour = date.getUTCHours()
  const minutes = String(date.getUTCMinutes()).padStart(2, '0')
  const time = `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
  return `${time} · ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** As the page shortens it: 15818 is 15.8K. */
function pageCount(count: number): string {
  if (count < 1_000) return String(count)
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)}K` : `${(count / 1_000_000).toFixed(1)}M`
}
