import { FEEDS } from '../../request/search-request.ts'
import type { HttpClient } from '../../upstream/http-client.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { ListPage, Provider, SearchItem, SearchQuestion, SearchSource } from '../provider.ts'
import { askX } from './ask-x.ts'
import type { SessionPool } from './sessions.ts'
import { toPage } from './to-domain.ts'

/** Sessions that one question is tried over at most. */
const MAX_SESSIONS = 3

/** Searches X itself, over sessions of accounts that whoever runs this has set up. */
export class LiveSearch implements Provider {
  readonly name = 'xsearch'
  readonly search: SearchSource
  readonly #http: HttpClient
  readonly #base: string
  readonly #sessions: SessionPool

  constructor(http: HttpClient, base: string, sessions: SessionPool) {
    this.#http = http
    this.#base = base
    this.#sessions = sessions
    this.search = {
      feeds: FEEDS,
      kind: 'account',
      search: (question, signal) => this.#search(question, signal),
    }
  }

  async #search(question: SearchQuestion, signal?: AbortSignal): Promise<ListPage<SearchItem>> {
    for (let tries = 1; ; tries++) {
      const session = await this.#sessions.take()
      try {
        return toPage(await askX(this.#http, this.#base, session, question, signal))
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        // X answers in its own way to a cursor that somebody made up, and no session is to blame for that.
        if (error.kind === 'body' && question.cursor !== undefined) throw error
        const mayGoOn = this.#sessions.failed(session, error)
        if (!mayGoOn || tries >= Math.min(MAX_SESSIONS, this.#sessions.size)) throw error
      }
    }
  }
}
