import { XmdError } from '@x-md/core/errors.ts'
import { toImportError } from '@x-md/core/operations/archive-failure.ts'
import { type BegunImport, beginImport } from '@x-md/core/operations/history/import-history.ts'
import { countServed, importAnswer, importDocument, importPosts } from '@x-md/core/operations/import-posts.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { type ImportRequest, parseImportRequest } from '@x-md/core/request/import-request.ts'
import { answer, SITE_WIDE } from '../http/answer.ts'
import { CallContext } from '../http/call-context.ts'
import { MEDIA_TYPES } from '../http/negotiate.ts'
import { describeProblem } from '../http/problem.ts'
import { pathOf, queryOptions, refuseLongValues } from '../http/query.ts'
import type { Route } from '../http/surface.ts'

const NDJSON = 'application/x-ndjson; charset=utf-8'

/** An account's history: one JSON document, or a line a post while they are written out. */
export function importRoute(context: Context, publicUrl: () => string): Route {
  return async (c) => {
    const options = queryOptions(c.req.url)
    refuseLongValues(options)
    const request = parseImportRequest({ ...options, handle: c.req.param('handle') }, context.now())
    const call = new CallContext(context, c)
    const headers = headersOf(request, context)
    // HEAD tells that the request is good; to walk for it would cost an import.
    if (c.req.method === 'HEAD') return { status: 200, headers: { ...SITE_WIDE, ...headers }, body: null }
    if (request.index) return answer(JSON.stringify(await importPosts.run(request, call)), headers)
    if (request.format === 'ndjson') {
      const site = publicUrl()
      const { target } = pathOf(c.req.url)
      const begun = await beginImport(request, call)
      const body = streamed(lines(begun, request, call, { site, target }))
      return { status: 200, headers: { ...SITE_WIDE, ...headers }, body }
    }
    const history = await (await beginImport(request, call)).collect()
    const { posts, meta } = importAnswer(request, history, call)
    return {
      status: 200,
      headers: {
        ...SITE_WIDE,
        ...headers,
        'X-Source': history.source,
        'X-Result-Count': String(history.count),
        'X-Import-Pages': String(history.pages),
        'X-Archive-Served': String(await countServed(history)),
      },
      body: streamed(importDocument(history.profile, posts, meta)),
      source: history.source,
    }
  }
}

function headersOf({ format, index }: ImportRequest, { archive }: Context): Record<string, string> {
  const isStream = format === 'ndjson' && !index
  return {
    'Content-Type': isStream ? NDJSON : MEDIA_TYPES.json,
    Vary: 'Accept',
    'Cache-Control': 'no-store',
    'X-Archive-Store': archive.name,
    ...(isStream && { 'X-Accel-Buffering': 'no' }),
  }
}

/** A line a post once all of them are read, then one that says so, or why not. */
async function* lines(
  begun: BegunImport,
  request: ImportRequest,
  context: Context,
  place: { site: string; target: string },
): AsyncGenerator<string> {
  let sent = 0
  try {
    const history = await begun.collect()
    const { posts, meta } = importAnswer(request, history, context)
    for await (const post of posts) {
      yield `${JSON.stringify({ post })}\n`
      sent += 1
    }
    yield `${JSON.stringify({ meta: await meta(), profile: history.profile })}\n`
  } catch (fault) {
    if (context.signal?.aborted) return
    const error = toImportError(fault)
    if (!(error instanceof XmdError)) context.log.error({ err: error }, 'unexpected error')
    const failure =
      error instanceof XmdError
        ? error
        : new XmdError('internal_error', 'Something went wrong here that was not foreseen.')
    yield `${JSON.stringify({ error: { ...describeProblem(failure, place), streamed_posts: sent } })}\n`
  }
}

/** Lines as the body of an answer; they are made as fast as they are read. */
function streamed(source: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await source.return(undefined)
    },
  })
}
