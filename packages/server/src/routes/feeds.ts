import type { Post } from '@x-md/core/domain/post.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { getProfile } from '@x-md/core/operations/get-profile.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { searchPosts } from '@x-md/core/operations/search-posts.ts'
import { cleanLine } from '@x-md/core/render/clean-text.ts'
import { toMs } from '@x-md/core/render/format.ts'
import { postHtml, postTitle } from '@x-md/core/render/post-html.ts'
import { byline, httpUrl } from '@x-md/core/render/preview-html.ts'
import { escapeHtml } from '@x-md/core/render/reader-html.ts'
import type { TextOptions } from '@x-md/core/request/post-request.ts'
import { parseProfileRequest } from '@x-md/core/request/profile-request.ts'
import { parseSearchRequest } from '@x-md/core/request/search-request.ts'
import { Feed } from 'feed'
import { type Answer, answer, cacheHeaders } from '../http/answer.ts'
import { CallContext } from '../http/call-context.ts'
import { pathOf, refuseLongValues } from '../http/query.ts'
import type { Route } from '../http/surface.ts'
import { namedOptions, WARNED_TTL } from './list-route.ts'
import { PROFILE } from './profiles.ts'
import { SEARCH } from './search.ts'

export type FeedFormat = 'atom' | 'json'

/** What a feed is made of. Its words are strangers'. */
interface Content {
  title: string
  /** Where the same stands for people. */
  page: string
  icon?: string | undefined
  posts: readonly Post[]
  /** Unix milliseconds of when it was read. */
  readAt: number
  source: string
  cache: string
  /** What is odd about it may be better soon. */
  warnings: readonly string[] | undefined
  degraded?: boolean | undefined
}

const MEDIA_TYPES = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const

/** An account's newest posts as a feed: Atom (RFC 4287), or JSON Feed 1.1. */
export function profileFeed(context: Context, publicUrl: () => string, format: FeedFormat): Route {
  return async (c) => {
    const request = parseProfileRequest(firstPage(namedOptions(c)))
    const found = await getProfile.run(request, new CallContext(context, c))
    const content: Content = {
      title: `${byline(found.profile)} on X`,
      page: `https://x.com/${found.profile.screen_name}`,
      icon: httpUrl(found.profile.avatar_url),
      posts: found.posts,
      readAt: toMs(found.fetched_at) ?? context.now(),
      source: found.source,
      cache: found.cache,
      warnings: found.warnings,
    }
    return feedAnswer(
      content,
      format,
      publicUrl() + pathOf(c.req.url).target,
      PROFILE.ttl(context.config.CACHE_TTL_SECONDS),
    )
  }
}

/** The newest posts that match a query as a feed. */
export function searchFeed(context: Context, publicUrl: () => string, format: FeedFormat): Route {
  return async (c) => {
    const request = parseSearchRequest(firstPage(namedOptions(c)))
    if (request.feed === 'users') {
      throw new XmdError('invalid_option', 'feed=users finds accounts; a feed holds posts.')
    }
    const found = await searchPosts.run(request, new CallContext(context, c))
    const content: Content = {
      title: `X search: ${cleanLine(found.query)}`,
      page: `https://x.com/search?${new URLSearchParams({ q: found.query, f: 'live' })}`,
      posts: found.posts ?? [],
      readAt: toMs(found.fetched_at) ?? context.now(),
      source: found.source,
      cache: found.cache,
      warnings: found.warnings,
      degraded: found.degraded,
    }
    return feedAnswer(
      content,
      format,
      publicUrl() + pathOf(c.req.url).target,
      SEARCH.ttl(context.config.CACHE_TTL_SECONDS),
    )
  }
}

/** A reader asks for the newest posts again and again, never for more of them. */
function firstPage(options: TextOptions): TextOptions {
  refuseLongValues(options)
  return { ...options, cursor: undefined, page: undefined, format: undefined, include_posts: undefined }
}

function feedAnswer(content: Content, format: FeedFormat, self: string, ttl: number): Answer {
  const { cache, source, posts, degraded, warnings } = content
  return answer(
    format === 'atom' ? atom(content, self) : jsonFeed(content, self),
    {
      'Content-Type': MEDIA_TYPES[format],
      'X-Source': source,
      'X-Cache': cache.toUpperCase(),
      'X-Result-Count': String(posts.length),
      ...(degraded && { 'X-Search-Degraded': 'true' }),
      ...cacheHeaders(cache, degraded || warnings ? Math.min(ttl, WARNED_TTL) : ttl),
    },
    { cache, source },
  )
}

/** Atom titles are HTML here, since the library says so of them; with all signs escaped, none ends its CDATA. */
function atom(content: Content, self: string): string {
  const feed = feedOf(content, self, escapeHtml)
  return feed.atom1()
}

/** The library writes version 1; 1.1 has several authors in place of one. */
function jsonFeed(content: Content, self: string): string {
  const feed = JSON.parse(feedOf(content, self, (text) => text).json1()) as {
    items: { author?: object }[]
  }
  const items = feed.items.map(({ author, ...item }) => ({ ...item, ...(author && { authors: [author] }) }))
  return JSON.stringify({ ...feed, version: 'https://jsonfeed.org/version/1.1', items })
}

function feedOf(
  { title, page, icon, posts, readAt }: Content,
  self: string,
  write: (text: string) => string,
): Feed {
  const feed = new Feed({
    id: self,
    title,
    link: page,
    updated: new Date(Math.max(0, ...posts.map(timeOf)) || readAt),
    generator: 'x.md',
    feedLinks: { atom: self, json: self },
    ...(icon && { image: icon }),
  })
  for (const post of posts) {
    const date = new Date(timeOf(post) || readAt)
    const link = httpUrl(post.url) ?? page
    feed.addItem({
      // A repost is another item than what it repeats.
      id: post.reposted_by ? `${link}#reposted-by-${post.reposted_by.screen_name}` : link,
      title: write(postTitle(post)),
      link,
      date,
      published: date,
      content: postHtml(post),
      author: [{ name: byline(post.author), link: `https://x.com/${post.author.screen_name}` }],
    })
  }
  return feed
}

/** Unix milliseconds, 0 where they are not known. */
function timeOf(post: Post): number {
  return toMs(post.created_timestamp ?? post.created_at) ?? 0
}
