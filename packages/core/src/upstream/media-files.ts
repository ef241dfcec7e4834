import type { HttpClient } from './http-client.ts'
import { UpstreamError } from './upstream-error.ts'

/** Where X keeps what people upload. Nothing else is asked for a file, whatever a post names. */
const HOSTS: ReadonlySet<string> = new Set(['pbs.twimg.com', 'video.twimg.com'])

/** The largest file that is fetched: a video of two hours in full size is larger, and stays where it is. */
const MAX_BYTES = 512 * 1024 * 1024

/** A file on its way. */
export interface MediaDownload {
  /** Where it begins: what was asked for, or 0 where only the whole is given. */
  from: number
  /** `image` or `video`, as X names it. */
  kind: 'image' | 'video'
  /** Fails with an `UpstreamError` when it breaks off or grows too large. */
  bytes: AsyncIterable<Buffer>
}

/** Pictures and videos of posts, from X's own hosts. */
export class MediaFiles {
  readonly #http: HttpClient
  readonly #base: string | undefined
  readonly #maxBytes: number

  /** @param base stands before the host and path of each file, instead of asking X */
  constructor(http: HttpClient, base: string | undefined, { maxBytes = MAX_BYTES } = {}) {
    this.#http = http
    this.#base = base
    this.#maxBytes = maxBytes
  }

  /** Whether a file is where this fetches from. */
  canFetch(url: string): boolean {
    return this.#addressOf(url) !== undefined
  }

  /**
   * Fetches a file.
   * @param from bytes that are there already
   * @throws UpstreamError when there is no such file, it is too large, or it is neither a picture nor a video
   */
  async fetch(
    url: string,
    { from = 0, signal }: { from?: number; signal?: AbortSignal } = {},
  ): Promise<MediaDownload> {
    const address = this.#addressOf(url)
    if (!address)
      throw new UpstreamError('body', 'This file is not on a media host of X', { retryable: false })
    const range = from > 0 ? { range: `bytes=${from}-` } : {}
    const answer = await this.#http.getStream(address, { signal, headers: { accept: '*/*', ...range } })
    const { status, headers, body } = answer
    const isPart = status === 206 && startOf(headers['content-range']) === from
    const kind = kindOf(headers['content-type'])
    const size = Number(headers['content-length'] ?? 0) + (isPart ? from : 0)
    if (size > this.#maxBytes) {
      answer.discard()
      throw this.#tooLarge(address)
    }
    if ((status === 200 || isPart) && kind) {
      return { from: isPart ? from : 0, kind, bytes: this.#capped(body, address, isPart ? from : 0, size) }
    }
    answer.discard()
    throw new UpstreamError(
      'status',
      `${address.host} answered ${status} where a picture or video was looked for`,
      {
        status,
        retryable: status >= 500 || status === 429,
      },
    )
  }

  #tooLarge({ host }: URL): UpstreamError {
    return new UpstreamError('body', `${host} sent more than ${this.#maxBytes} bytes`, { retryable: false })
  }

  async *#capped(
    body: AsyncIterable<Buffer>,
    address: URL,
    from: number,
    announced: number,
  ): AsyncGenerator<Buffer> {
    let size = from
    for await (const chunk of body) {
      size += chunk.length
      if (size > this.#maxBytes) throw this.#tooLarge(address)
      yield chunk
    }
    if (announced > from && size !== announced)
      throw new UpstreamError('network', `${address.host} broke off`)
  }

  #addressOf(url: string): URL | undefined {
    const address = URL.canParse(url) ? new URL(url) : undefined
    if (address?.protocol !== 'https:' || address.port !== '' || !HOSTS.has(address.hostname))
      return undefined
    return this.#base
      ? new URL(`${this.#base}/${address.hostname}${address.pathname}${address.search}`)
      : address
  }
}

function startOf(range: string | undefined): number | undefined {
  const start = /^bytes (\d+)-/.exec(range ?? '')?.[1]
  return start === undefined ? undefined : Number(start)
}

function kindOf(type: string | undefined): 'image' | 'video' | undefined {
  return /^(image|video)\/[\w.+-]+/i.exec(type ?? '')?.[1]?.toLowerCase() as 'image' | 'video' | undefined
}
