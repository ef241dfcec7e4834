import type { Post } from '../../domain/post.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { Outcome } from '../provider.ts'
import { type Page, readPage } from './to-domain.ts'

/**
 * What a scraped page says of a post. A page that names no such post proves nothing: X shows the same to guests
 * for much that exists.
 */
export function pageOutcome(id: string, page: Page, name: string): Outcome<Post> {
  const scraped = readPage(id, page)
  if (scraped.kind === 'post') return { kind: 'found', value: scraped.post }
  if (scraped.kind === 'missing') return { kind: 'unsure' }
  throw new UpstreamError('body', `${name} saw a page of X that holds no post`, { retryable: false })
}
