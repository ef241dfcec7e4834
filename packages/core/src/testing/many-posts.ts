import type { Author } from '../domain/author.ts'
import type { Post } from '../domain/post.ts'
import { msToSnowflake } from '../domain/snowflake.ts'
import type { Archive } from '../stores/archive.ts'

/** Words that each stand in exactly `NEEDLES` posts of an archive of any size. */
export const RARE_WORDS = ['samphire', 'gannet', 'turnstile', 'periwinkle', 'bittern', 'halyard'] as const
export const NEEDLES = 500

const FIRST_MS = Date.UTC(2022, 0, 1)
const EVERY_MS = 2 * 3_600_000
const BATCH = 500

export interface ManyPosts {
  accounts: number
  /** Of each account. */
  posts: number
}

export function manyHandle(account: number): string {
  return `keeper_${account}`
}

/** When the nth post of an account was written, Unix milliseconds. */
export function manyTime(account: number, n: number): number {
  return FIRST_MS + n * EVERY_MS + account * 1009
}

/** Fills an archive with posts as a timeline gives them, of about a kilobyte each: the same ones each time. */
export async function keepMany(archive: Archive, { accounts, posts }: ManyPosts): Promise<void> {
  const random = mulberry32(accounts * 31 + posts)
  const step = Math.floor((accounts * posts) / NEEDLES)
  for (let number = 0; number < accounts; number++) {
    const author = authorOf(number)
    const { account } = await archive.enter(author)
    for (let from = 0; from < posts; from += BATCH) {
      const length = Math.min(BATCH, posts - from)
      const batch = Array.from({ length }, (_, at) => {
        const index = number * posts + from + at
        // Each in its own posts, so that one does not warm what the next is looked for in.
        const rare = RARE_WORDS.filter(
          (_word, which) => index % step === which % step && index < step * NEEDLES,
        )
        return makePost(
          author,
          msToSnowflake(manyTime(number, from + at), number % 4096),
          words(random, rare),
          random,
        )
      })
      await archive.add(account, batch)
    }
  }
}

function authorOf(number: number): Author {
  return {
    id: String(500_000 + number),
    screen_name: manyHandle(number),
    name: `Keeper ${number}`,
    url: `https://x.com/${manyHandle(number)}`,
    followers: number,
    following: 10,
    avatar_url: 'https://pbs.twimg.com/profile_images/1/a_normal.jpg',
  }
}

/** Some thousand words, a few of them in most posts and most of them in few, as in any language. */
function words(random: () => number, rare: readonly string[]): string {
  const list = Array.from({ length: 22 }, () => `w${Math.floor(4000 ** random())}`)
  for (const word of rare) list.splice(Math.floor(random() * list.length), 0, word)
  return list.join(' ')
}

function makePost(author: Author, id: string, text: string, random: () => number): Post {
  const url = `https://x.com/${author.screen_name}/status/${id}`
  const count = Math.floor(1000 * random() ** 3)
  return {
    type: 'status',
    id,
    url,
    text,
    raw_text: { text, display_text_range: [0, text.length], facets: [] },
    author,
    likes: count,
    reposts: count >> 3,
    retweets: count >> 3,
    replies: count >> 4,
    quotes: count >> 5,
    bookmarks: 0,
    views: count * 90,
    lang: 'en',
    source: 'Twitter Web App',
    replying_to: null,
    media: {},
  }
}

/** Numbers from 0 to 1 that are the same each time. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
