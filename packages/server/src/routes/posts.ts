import { isPost, type Post, type ThreadItem } from '@x-md/core/domain/post.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { type GetPostOutput, getPost } from '@x-md/core/operations/get-post.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { previewHtml, previewTitle } from '@x-md/core/render/preview-html.ts'
import { READER_POLICY, readerHtml } from '@x-md/core/render/reader-html.ts'
import { type PostRequest, parsePostRequest, type TextOptions } from '@x-md/core/request/post-request.ts'
import type { Context as HonoContext } from 'hono'
import { LRUCache } from 'lru-cache'
import { type Answer, answer, cacheHeaders } from '../http/answer.ts'
import { CallContext } from '../http/call-context.ts'
import { AnswerMemo } from '../http/memo.ts'
import { MEDIA_TYPES, namesDataFirst, negotiator, type Representation } from '../http/negotiate.ts'
import { type PreviewBot, previewBot } from '../http/preview-bots.ts'
import { namedFormat, queryOptions, refuseLongValues } from '../http/query.ts'
import type { Route } from '../http/surface.ts'

/** An answer that lacks something may be whole soon, so others keep it no longer than this, in seconds. */
const WARNED_TTL = 60

/** Addresses whose meaning is remembered: what is asked for often need not be read each time. */
const MAX_REQUESTS = 1000

/**
 * A post, by permalink or by `/api/v1/posts`: as Markdown, JSON or plain text, as a page in a browser, and as
 * a preview for a chat program.
 */
export function postRoute(context: Context, publicUrl: () => string): Route {
  const memo = new AnswerMemo()
  const ttl = context.config.CACHE_TTL_SECONDS

  const requests = new LRUCache<string, { format: string | undefined; request: PostRequest }>({
    max: MAX_REQUESTS,
  })
  const requestOf = (c: HonoContext) => {
    let known = requests.get(c.req.url)
    if (!known) {
      const options = namedOptions(c)
      refuseLongValues(options)
      known = { format: namedFormat(options), request: parsePostRequest(options) }
      requests.set(c.req.url, known)
    }
    return known
  }

  return async (c) => {
    const { format, request } = requestOf(c)
    const accept = c.req.header('accept')
    const bot = format ? undefined : askedPreview(c)
    if (bot) {
      // Only the post itself is drawn, so what stands around it need not be read.
      const result = await getPost.run({ ...request, thread: 'off' }, new CallContext(context, c))
      const key = `preview:${bot.severalImages}:${bot.video}`
      return memo.of(result, key, () => previewAnswer(result, bot, publicUrl(), ttl))
    }
    const shape = representation(format, accept)
    const result = await getPost.run(request, new CallContext(context, c))
    return memo.of(result, shape, () => postAnswer(result, shape, ttl))
  }
}

/** The preview reader that asks for a card, if it is one: it names no format, and wants no data before HTML. */
export function askedPreview(c: HonoContext): PreviewBot | undefined {
  const bot = previewBot(c.req.header('user-agent'))
  if (!bot || namesDataFirst(c.req.header('accept'))) return undefined
  return queryOptions(c.req.url).format ? undefined : bot
}

/** The permalink names the post in its path, the API in its query. */
function namedOptions(c: HonoContext): TextOptions {
  const options = queryOptions(c.req.url)
  const id = c.req.param('id')
  if (id !== undefined) {
    options.url = undefined
    options.handle = c.req.param('handle') ?? 'i'
    options.id = id
  }
  return options
}

const byAccept = negotiator(['markdown', 'json', 'html', 'text'])

function representation(format: string | undefined, accept: string | undefined): Representation {
  if (format) return format === 'json' ? 'json' : 'markdown'
  const shape = byAccept(accept)
  if (shape) return shape
  throw new XmdError(
    'not_acceptable',
    'A post is given as Markdown, JSON, HTML or plain text; none fits Accept.',
  )
}

function postAnswer(result: GetPostOutput, shape: Representation, ttl: number): Answer {
  const headers = { 'Content-Type': MEDIA_TYPES[shape], ...resultHeaders(result, ttl) }
  const { cache, source, markdown } = result
  if (shape === 'json') return answer(JSON.stringify(result), headers, { cache, source })
  if (shape !== 'html') return answer(markdown, headers, { cache, source })
  const post = focus(result.posts)
  const page = readerHtml({ title: post ? previewTitle(post) : result.url, markdown, source: result.url })
  return answer(page, { ...headers, 'Content-Security-Policy': READER_POLICY }, { cache, source })
}

function previewAnswer(result: GetPostOutput, bot: PreviewBot, site: string, ttl: number): Answer {
  const post = focus(result.posts)
  if (!post) throw new Error(`No post in the answer for ${result.url}`)
  const headers = {
    'Content-Type': MEDIA_TYPES.html,
    'Content-Security-Policy': READER_POLICY,
    'X-Embed': '1',
    ...resultHeaders(result, ttl),
  }
  const { cache, source } = result
  return answer(previewHtml(post, { site, ...bot }), headers, { cache, source })
}

function focus(items: readonly ThreadItem[]): Post | undefined {
  return items.filter(isPost).find((post) => post.context === 'post')
}

function resultHeaders(result: GetPostOutput, ttl: number): Record<string, string> {
  return {
    Vary: 'Accept, User-Agent',
    'X-Converter': 'x-md',
    'X-Source': result.source,
    'X-Cache': result.cache.toUpperCase(),
    'X-Post-Count': String(result.postCount),
    'X-Warnings': String(result.warnings.length),
    ...cacheHeaders(result.cache, result.warnings.length > 0 ? Math.min(ttl, WARNED_TTL) : ttl),
  }
}
