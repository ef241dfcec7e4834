import { z } from 'zod'
import type { Author } from '../../domain/author.ts'
import type { JsonAnswer } from '../../upstream/http-client.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { ListPage, Outcome } from '../provider.ts'
import { ListAnswer } from './schema.ts'
import { toAuthor } from './to-domain.ts'

const ProfileEnvelope = z.looseObject({ user: z.unknown().optional(), reason: z.string().nullish() })

/** `/2/profile/{handle}`. Only a suspension is told apart from a fault; a bare 404 is either. */
export function readProfile({ status, body }: JsonAnswer): Outcome<Author> {
  const envelope = ProfileEnvelope.safeParse(body).data
  const user = toAuthor(envelope?.user)
  if (status === 200 && user) return { kind: 'found', value: user }
  if (status === 404 && envelope?.reason === 'suspended') return { kind: 'gone', reason: 'suspended' }
  if (status === 404) return { kind: 'unsure' }
  throw unusable(status)
}

/**
 * A page of any list. What is no item of it is left out: upstream's own failed builds, and what it drops
 * itself, say nothing. 404 is its word for "throttled" as well as for "no such account".
 */
export function readList<T>(
  { status, body }: JsonAnswer,
  convert: (wire: unknown) => T | undefined,
): Outcome<ListPage<T>> {
  if (status === 404) return { kind: 'unsure' }
  if (status === 401) return { kind: 'gone', reason: 'private' }
  const answer = ListAnswer.safeParse(body).data
  if (status !== 200 || !answer) throw unusable(status)
  return {
    kind: 'found',
    value: {
      items: answer.results.flatMap((item) => convert(item) ?? []),
      next: answer.cursor?.bottom || undefined,
    },
  }
}

function unusable(status: number): UpstreamError {
  return new UpstreamError('status', `FxTwitter answered ${status}`, {
    status,
    retryable: status >= 500 || status === 200,
  })
}
