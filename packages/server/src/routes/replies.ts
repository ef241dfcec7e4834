import { XmdError } from '@x-md/core/errors.ts'
import { type GetRepliesOutput, getReplies } from '@x-md/core/operations/get-replies.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { parseRepliesRequest } from '@x-md/core/request/replies-request.ts'
import { type Answer, answer, cacheHeaders } from '../http/answer.ts'
import { CallContext } from '../http/call-context.ts'
import { AnswerMemo } from '../http/memo.ts'
import { MEDIA_TYPES, negotiate, type Representation } from '../http/negotiate.ts'
import { namedFormat, queryOptions } from '../http/query.ts'
import type { Route } from '../http/surface.ts'

/** Replies change faster than posts, so others keep them no longer than this, in seconds. */
const MAX_TTL = 600

/** The replies to a post: Markdown, for a browser too, or JSON. */
export function repliesRoute(context: Context): Route {
  const memo = new AnswerMemo()
  const ttl = Math.min(context.config.CACHE_TTL_SECONDS, MAX_TTL)
  return async (c) => {
    const options = queryOptions(c.req.url)
    const request = parseRepliesRequest({ ...options, id: c.req.param('id') })
    const shape = namedFormat(options) ? request.format : byAccept(c.req.header('accept'))
    const result = await getReplies.run(request, new CallContext(context, c))
    return memo.of(result, shape, () => repliesAnswer(result, shape, ttl))
  }
}

function byAccept(accept: string | undefined): Representation {
  const shape = negotiate(accept, ['markdown', 'json', 'html', 'text'])
  if (!shape)
    throw new XmdError('not_acceptable', 'Replies are given as Markdown or JSON; neither fits Accept.')
  return shape
}

function repliesAnswer(result: GetRepliesOutput, shape: Representation, ttl: number): Answer {
  const { cache, source, resource, posts } = result
  return answer(
    shape === 'json' ? JSON.stringify(result) : result.markdown,
    {
      'Content-Type': MEDIA_TYPES[shape === 'html' ? 'markdown' : shape],
      Vary: 'Accept',
      'X-Source': source,
      'X-Cache': cache.toUpperCase(),
      'X-Browse-Resource': resource,
      'X-Result-Count': String(posts.length),
      ...cacheHeaders(cache, ttl),
    },
    { cache, source },
  )
}
