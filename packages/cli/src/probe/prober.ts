import type { Call, Exchange } from './exchange.ts'
import type { Connection } from './target.ts'

/** Requests without an answer after which no more are sent: whoever is silent so often would only be waited for. */
const MAX_SILENT = 3

/** Sends requests one after the other, numbers them, and keeps what came of them. */
export class Prober {
  readonly exchanges: Exchange[] = []
  readonly #keep: (exchange: Exchange) => Promise<void>
  #id = 0
  #silent = 0

  /** @param keep is given each exchange when it is over */
  constructor(keep: (exchange: Exchange) => Promise<void>) {
    this.#keep = keep
  }

  /** Asks for something. @param build makes the call from an id that was not used before */
  ask(
    connection: Connection,
    step: string,
    build: (id: number) => Call,
    options?: { anonymous?: boolean },
  ): Promise<Exchange> {
    const call = build(++this.#id)
    return this.run(step, call, () => connection.send(step, call, options))
  }

  /** Lets a request be sent, unless too many have been met with silence. */
  async run(step: string, call: Call | undefined, send: () => Promise<Exchange>): Promise<Exchange> {
    const exchange = this.#silent < MAX_SILENT ? await send() : unsent(step, call)
    if (exchange.answer.kind === 'none' && exchange.answer.silence !== 'too_large') this.#silent++
    this.exchanges.push(exchange)
    await this.#keep(exchange)
    return exchange
  }
}

function unsent(step: string, call: Call | undefined): Exchange {
  const detail = 'not sent: too many before it had no answer'
  return {
    step,
    request: { ...(call && { message: call.message }) },
    answer: { kind: 'none', silence: 'stopped', detail },
    raw: '',
    bytes: 0,
    ms: 0,
    before: 0,
  }
}
