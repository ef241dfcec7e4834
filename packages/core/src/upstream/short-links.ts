import type { HttpClient } from './http-client.ts'

/** Where t.co links lead. */
export class ShortLinks {
  readonly #http: HttpClient
  readonly #base: string

  /** @param base address that the codes hang under, without a trailing slash */
  constructor(http: HttpClient, base: string) {
    this.#http = http
    this.#base = base
  }

  /**
   * Asks where one link leads, by one HEAD; what it leads to is not visited.
   * @param code the part behind `t.co/`
   * @returns the address, or undefined when there is no such link
   * @throws UpstreamError when t.co does not answer
   */
  async resolve(code: string, signal?: AbortSignal): Promise<string | undefined> {
    const { status, location } = await this.#http.head(new URL(`${this.#base}/${code}`), signal)
    return status >= 300 && status < 400 ? location : undefined
  }
}
