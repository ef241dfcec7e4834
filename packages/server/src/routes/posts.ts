import { XmdError } from '@x-md/core/errors.ts'
import { type GetPostOutput, getPost } from '@x-md/core/operations/get-post.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { parsePostRequest, type TextOptions } from '@x-md/core/request/post-request.ts'
import type { Context as HonoContext } from 'hono'
import { type Answer, answer, cacheHeaders } from '../http/answer.ts'
import { MEDIA_TYPES, negotiate, type Representation } from '../http/negotiate.ts'
import { queryOptions } from '../http/query.ts'
import type { Route } from '../http/surface.ts'

export function postRoute(context: Context): Route {
  return async (c) => {
    const options = namedOptions(c)
    const request = parsePostRequest(options)
    const shape = representation(c, options)
    const result = await getPost.run(request, context)
    return present(result, shape, context.config.CACHE_TTL_SECONDS)
  }
}

function namedOptions(c: HonoContext): TextOptions {
  const id = c.req.param('id')
  const query = queryOptions(c.req.url)
  return id === undefined ? query : { ...query, url: undefined, handle: c.req.param('handle') ?? 'i', id }
}

function representation(c: HonoContext, options: TextOptions): Representation {
  if (options.format) return options.format.trim().toLowerCase() === 'json' ? 'json' : 'markdown'
  const shape = negotiate(c.req.header('accept'), ['markdown', 'json', 'html', 'text'])
  if (!shape) throw new XmdError('not_acceptable', 'A post is given as Markdown, JSON, HTML or plain text.')
  return shape
}

function present(result: GetPostOutput, shape: Representation, ttl: number): Answer {
  const body = shape === 'json' ? JSON.stringify(result) : result.markdown
  return answer(
    body,
    {
      'Content-Type': MEDIA_TYPES[shape],
      Vary: 'Accept, User-Agent',
      'X-Converter': 'x-md',
      'X-Source': result.source,
      'X-Cache': result.cache.toUpperCase(),
      'X-Post-Count': String(result.postCount),
      'X-Warnings': String(result.warnings.length),
      ...cacheHeaders(result.cache, ttl),
    },
    { cache: result.cache, source: result.source },
  )
}
