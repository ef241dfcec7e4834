import { createHash, timingSafeEqual } from 'node:crypto'
import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import type { TextOptions } from '@x-md/core/request/post-request.ts'
import { StoreError } from '@x-md/core/stores/store.ts'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import { type Answer, answer } from '../http/answer.ts'
import { readJsonBody } from '../http/json-body.ts'
import { MEDIA_TYPES } from '../http/negotiate.ts'
import { queryOptions } from '../http/query.ts'
import type { Route } from '../http/surface.ts'

export type AdminMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What an admin route does for a method; what it gets is the body of the request, read by `input`. */
export interface AdminAction<Input extends z.ZodType = z.ZodType> {
  input?: Input
  status?: number
  /**
   * @param options those in the query
   * @returns what is answered as JSON
   */
  run(input: z.infer<Input>, options: TextOptions): Promise<object | Lines>
}

/** A list that is answered as NDJSON: a line an item. */
export class Lines {
  readonly items: readonly object[]

  constructor(items: readonly object[]) {
    this.items = items
  }
}

/** Keeps an action's types while it is checked. */
export function action<Input extends z.ZodType>(value: AdminAction<Input>): AdminAction<Input> {
  return value
}

/**
 * A route for the keeper of the service alone: it opens to X_MD_ADMIN_TOKEN, in JSON both ways, and nothing of
 * it is kept anywhere.
 */
export function adminRoute({ config }: Context, actions: Partial<Record<AdminMethod, AdminAction>>): Route {
  const methods = Object.keys(actions).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return async (c) => {
    authorize(c, config.X_MD_ADMIN_TOKEN)
    const method = (c.req.method === 'HEAD' ? 'GET' : c.req.method) as AdminMethod
    const chosen = actions[method]
    if (!chosen) {
      c.set('allow', methods.join(', '))
      throw new XmdError('method_not_allowed', `${c.req.method} is not possible here.`)
    }
    const input = chosen.input ? await inputOf(c, chosen.input) : undefined
    const result = await chosen.run(input as never, queryOptions(c.req.url)).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
      throw new XmdError('upstream_unavailable', `${error.message}; nothing is known to have changed.`, {
        cause: error,
      })
    })
    return result instanceof Lines ? ndjson(result) : json(result, chosen.status ?? 200)
  }
}

function authorize(c: HonoContext, token: string | undefined): void {
  if (!token) throw new XmdError('admin_unconfigured', 'The admin API is closed: no token is set for it.')
  const [scheme = '', given = ''] = c.req.header('authorization')?.split(' ') ?? []
  // Digests are of one length, so that comparing them tells nothing of the token's.
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (scheme.toLowerCase() !== 'bearer' || !timingSafeEqual(digest(given), digest(token))) {
    throw new XmdError('unauthorized', 'The admin API opens to its own token only.')
  }
}

async function inputOf<Input extends z.ZodType>(c: HonoContext, schema: Input): Promise<z.infer<Input>> {
  const read = schema.safeParse(await readJsonBody(c))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new XmdError('invalid_option', `${issue?.path.join('.') || 'The body'}: ${issue?.message}.`)
}

function ndjson({ items }: Lines): Answer {
  const headers = { 'Content-Type': 'application/x-ndjson; charset=utf-8', 'Cache-Control': 'no-store' }
  return answer(items.map((item) => `${JSON.stringify(item)}\n`).join(''), headers)
}

function json(body: object, status: number): Answer {
  const headers = { 'Content-Type': MEDIA_TYPES.json, 'Cache-Control': 'no-store' }
  return answer(`${JSON.stringify(body, null, 2)}\n`, headers, { status })
}
