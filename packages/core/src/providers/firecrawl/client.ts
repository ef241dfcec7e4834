import { z } from 'zod'
import type { Post } from '../../domain/post.ts'
import { statusUrl } from '../../domain/status-url.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { Outcome, Provider, SearchSource } from '../provider.ts'
import { pageOutcome } from '../scraped/outcome.ts'
import { toSnippet } from './snippet.ts'

const Answer = z.looseObject({
  success: z.literal(true),
  data: z.looseObject({
    markdown: z.string(),
    metadata: z.looseObject({ title: z.string().nullish() }).nullish(),
  }),
})

const SearchAnswer = z.looseObject({ success: z.literal(true), data: z.array(z.unknown()) })

/** Results that are asked for: the page is the only one, and not all of it are posts. */
const SNIPPETS = 20

/** Single posts through Firecrawl, which scrapes X's page: the text and its author only, for money. */
export class Firecrawl implements Provider {
  readonly name = 'firecrawl'
  readonly paid = true
  readonly #upstream: Upstream

  /** @param upstream sends the key with every request */
  constructor(upstream: Upstream) {
    this.#upstream = upstream
  }

  async getPost(id: string, signal?: AbortSignal): Promise<Outcome<Post>> {
    const question = { url: statusUrl(id), formats: ['markdown'], onlyMainContent: true, waitFor: 2000 }
    const { status, body } = await this.#upstream.postJson('v1/scrape', question, signal)
    const answer = Answer.safeParse(body).data
    if (status !== 200 || !answer) {
      throw new UpstreamError('status', `Firecrawl answered ${status}`, { status, retryable: false })
    }
    const { markdown, metadata } = answer.data
    return pageOutcome(id, { markdown, title: metadata?.title ?? undefined }, 'Firecrawl')
  }

  readonly search: SearchSource = {
    feeds: ['latest', 'top'],
    kind: 'snippets',
    search: async ({ query }, signal) => {
      const question = { query: `site:x.com ${query}`, limit: SNIPPETS }
      const { status, body } = await this.#upstream.postJson('v1/search', question, signal)
      const answer = SearchAnswer.safeParse(body).data
      if (status !== 200 || !answer) {
        throw new UpstreamError('status', `Firecrawl answered ${status}`, { status, retryable: false })
      }
      return { items: answer.data.flatMap((result) => toSnippet(result) ?? []), next: undefined }
    },
  }
}
