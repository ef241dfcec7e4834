import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An event as PostHog gets it. */
export interface SentEvent {
  event: string
  distinct_id: string
  properties: Record<string, unknown>
  timestamp: string
}

export interface Batch {
  path: string
  api_key: string
  batch: SentEvent[]
  /** All of it, as it came. */
  text: string
}

/** PostHog's ingestion on loopback, as far as batches go (https://posthog.com/docs/api/capture). */
export async function startPostHog(answer: { status?: number; hangs?: boolean } = {}) {
  const batches: Batch[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    batches.push({ ...JSON.parse(text), path: request.url, text })
    if (!answer.hangs) response.writeHead(answer.status ?? 200).end('{"status":1}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    events: (name?: string): SentEvent[] =>
      batches.flatMap(({ batch }) => batch).filter(({ event }) => name === undefined || event === name),
    close: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}
