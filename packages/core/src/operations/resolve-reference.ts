import { isPossibleId } from '../domain/snowflake.ts'
import { XmdError } from '../errors.ts'
import {
  parseHandleAndId,
  parseShortLink,
  parseStatusUrl,
  type StatusReference,
} from '../request/status-url.ts'
import type { Context } from './operation.ts'
import { toCallerError } from './upstream-failure.ts'

/**
 * Finds out which post is asked for. `url` wins over `handle` and `id`; a t.co link is resolved by one look.
 * @throws XmdError when nothing or something else is named, or when no such post can exist
 */
export async function resolveReference(
  input: { url?: string | undefined; handle?: string | undefined; id?: string | undefined },
  context: Context,
): Promise<StatusReference> {
  const reference = await named(input, context)
  if (!isPossibleId(reference.id)) {
    throw new XmdError('not_found', `Post ${reference.id} cannot exist: X gives out no such number.`)
  }
  return reference
}

async function named(
  { url, handle, id }: { url?: string | undefined; handle?: string | undefined; id?: string | undefined },
  context: Context,
): Promise<StatusReference> {
  if (url === undefined) {
    if (handle === undefined && id === undefined) {
      throw new XmdError(
        'missing_url',
        'No post is named: give its address in `url`, or its `handle` and `id`.',
      )
    }
    return parseHandleAndId(handle, id)
  }
  const ownHosts = ['localhost', '127.0.0.1']
  if (context.config.X_MD_PUBLIC_URL) ownHosts.push(new URL(context.config.X_MD_PUBLIC_URL).hostname)
  const code = parseShortLink(url)
  if (code === undefined) return parseStatusUrl(url, ownHosts)
  const target = await context.shortLinks.resolve(code, context.signal).catch((error: unknown) => {
    throw toCallerError(error)
  })
  if (!target) throw new XmdError('invalid_url', `The link t.co/${code} leads nowhere.`)
  try {
    return parseStatusUrl(target)
  } catch (error) {
    if (!(error instanceof XmdError)) throw error
    // Where it leads is a stranger's choice of words, so it is not repeated.
    throw new XmdError(error.code, `The link t.co/${code} does not lead to a post on X.`)
  }
}
