import { z } from 'zod'
import type { Post } from '../../domain/post.ts'
import { statusUrl } from '../../domain/status-url.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { Outcome, Provider } from '../provider.ts'
import { pageOutcome } from '../scraped/outcome.ts'

const Answer = z.looseObject({ success: z.literal(true), markdown: z.string().min(1) })

/** Single posts through Context.dev, which scrapes X's page: the text and its author only, for money. */
export class ContextDev implements Provider {
  readonly name = 'contextdev'
  readonly paid = true
  readonly #upstream: Upstream

  /** @param upstream sends the key with every request */
  constructor(upstream: Upstream) {
    this.#upstream = upstream
  }

  async getPost(id: string, signal?: AbortSignal): Promise<Outcome<Post>> {
    const query = new URLSearchParams({ url: statusUrl(id), includeLinks: 'true', includeImages: 'false' })
    const { status, body } = await this.#upstream.getJson(`v1/web/scrape/markdown?${query}`, signal)
    const answer = Answer.safeParse(body).data
    if (status !== 200 || !answer) {
      throw new UpstreamError('status', `Context.dev answered ${status}`, { status, retryable: false })
    }
    return pageOutcome(id, { markdown: answer.markdown }, 'Context.dev')
  }
}
