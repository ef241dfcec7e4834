import type { Config } from '@x-md/core/config.ts'
import type { CardFacts } from '@x-md/mcp/card.ts'
import { createLayer } from '@x-md/mcp/create-layer.ts'
import type { Layer } from '@x-md/mcp/layer.ts'
import type { Page } from '../pages/pages.ts'
import { cardFacts, writeMcpDocument } from './write-document.ts'

/** What the MCP server of a service offers. It is made when it is first used: an address may be known only then. */
export class ServiceLayer {
  readonly #config: Config
  readonly #pages: readonly Page[]
  readonly #publicUrl: () => string
  readonly #made = new Map<string, Layer>()

  constructor(config: Config, pages: readonly Page[], publicUrl: () => string) {
    this.#config = config
    this.#pages = pages
    this.#publicUrl = publicUrl
  }

  /** The layer under the address that people know. */
  get(): Layer {
    return this.at(this.#publicUrl())
  }

  /** What the cards tell of it. @param site one of the few addresses of this service */
  facts(site: string): CardFacts {
    return cardFacts(site, this.#config)
  }

  /** @param site one of the few addresses of this service */
  at(site: string): Layer {
    const known = this.#made.get(site)
    if (known) return known
    const layer: Layer = createLayer({
      name: this.#config.X_MD_REGISTRY_NAME,
      site,
      writeDocument: (path) => writeMcpDocument(path, { pages: this.#pages, facts: this.facts(site), layer }),
    })
    this.#made.set(site, layer)
    return layer
  }
}
