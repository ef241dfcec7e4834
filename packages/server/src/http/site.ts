import type { Context as HonoContext } from 'hono'

/**
 * The address that links in a document begin with. A request may choose among addresses that are known to be
 * this service's own; whatever else it says of its host changes nothing.
 */
export class Site {
  readonly #publicUrl: () => string
  readonly #own: () => readonly string[]

  /**
   * @param publicUrl the address under which people reach the service, without a trailing slash
   * @param own other addresses that lead here, in the same form
   */
  constructor(publicUrl: () => string, own: () => readonly string[] = () => []) {
    this.#publicUrl = publicUrl
    this.#own = own
  }

  of(c: HonoContext): string {
    const { url } = c.req
    return this.#own().find((origin) => url.startsWith(`${origin}/`)) ?? this.#publicUrl()
  }
}
