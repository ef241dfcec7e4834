import type { Account, Post } from '../../world/model.ts'
import { findPeople } from '../../world/people-search.ts'
import { plainText } from '../../world/plain-text.ts'
import { hashText } from '../../world/random.ts'
import { readQuery } from '../../world/search/query.ts'
import type { World } from '../../world/world.ts'
import type { Searches } from '../searches.ts'

/** What a search engine shows of a page. */
export interface WebResult {
  url: string
  title: string
  description: string
}

/** Where a snippet ends, and how a title does. */
const SNIPPET = 155
const TITLE = 60

/**
 * The pages of X that an engine has for a query, best first, when the query is kept to `site:x.com` or
 * `site:twitter.com`; the world has no other pages. Among the posts stand profiles and pages of X's own, addresses
 * come in several forms, and snippets are cut. The engine knows words and no operators of X.
 */
export function webResults(world: World, searches: Searches, query: string, limit: number): WebResult[] {
  const sites = [...query.matchAll(/(?:^|\s)site:(\S+)/gi)].map(([, site = '']) => site.toLowerCase())
  if (!sites.some((site) => /^(?:www\.)?(?:x|twitter)\.com(?:\/|$)/.test(site))) return []
  const words = query
    .replace(/(?:^|\s)-?\w+:\S+/g, ' ')
    .replace(/[()"@#$]/g, ' ')
    .trim()
  const asked = readQuery(words)
  if (!asked) return []
  const posts = searches.posts(asked, 'top', 0, limit).map((post) => postResult(world, post))
  const results: WebResult[] = []
  const others = [
    ...findPeople(world, words)
      .slice(0, 3)
      .map((one) => profileResult(world, one)),
    searchPage(words),
  ]
  for (const post of posts) {
    if (results.length % 4 === 1) results.push(...others.splice(0, 1))
    results.push(post)
  }
  return [...results, ...others].slice(0, limit)
}

function postResult(world: World, post: Post): WebResult {
  const { handle, name } = post.author
  const text = plainText(post).replace(/\s+/g, ' ')
  const status = `${handle}/status/${post.id}`
  const forms = [
    `https://x.com/${status}`,
    `https://twitter.com/${status}`,
    `https://x.com/${status}?lang=en`,
    `https://mobile.twitter.com/${status}`,
  ]
  return {
    url: forms[hashText(`${world.seed} ${post.id}`) % forms.length]!,
    title: `${name} on X: "${cut(text, TITLE)}" / X`,
    description: cut(text, SNIPPET),
  }
}

function profileResult(world: World, account: Account): WebResult {
  return {
    url: `https://x.com/${account.handle}`,
    title: `${account.name} (@${account.handle}) / X`,
    description: cut(world.bio(account).replace(/\s+/g, ' '), SNIPPET),
  }
}

function searchPage(words: string): WebResult {
  return {
    url: `https://x.com/search?q=${encodeURIComponent(words)}&src=typed_query`,
    title: `${words} - Search / X`,
    description: `The latest posts on ${words}. Read what people are saying and join the conversation.`,
  }
}

/** Between two words, where there are any. */
function cut(text: string, length: number): string {
  const letters = Array.from(text)
  if (letters.length <= length) return text
  const head = letters.slice(0, length).join('')
  return `${head.replace(/\s+\S*$/, '') || head} ...`
}
