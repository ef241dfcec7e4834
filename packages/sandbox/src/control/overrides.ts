/** An exact answer on a path of a door, in place of what the door would say. */
export interface Override {
  /** Any method unless given. */
  method?: string
  /** The whole path, door prefix included. */
  path: string
  /** Only for requests with exactly these values; others in the query do not matter. */
  query?: Record<string, string>
  status: number
  headers?: Record<string, string>
  /** A text goes out as it is, anything else as JSON. */
  body?: unknown
  /** How often it answers before it is spent; for ever unless given. */
  times?: number
}

/** The overrides in force. The newest one that fits a request answers it. */
export class Overrides {
  #list: Override[] = []

  add(overrides: Override[]): void {
    this.#list.push(...overrides.map((override) => ({ ...override })))
  }

  clear(): void {
    this.#list = []
  }

  get size(): number {
    return this.#list.length
  }

  /** The answer to a request, or undefined when no override fits. Counts down `times`. */
  take(method: string, address: string): Response | undefined {
    if (this.#list.length === 0) return undefined
    const url = new URL(address)
    const index = this.#list.findLastIndex((override) => fits(override, method, url))
    const override = this.#list[index]
    if (!override) return undefined
    if (override.times !== undefined && --override.times <= 0) this.#list.splice(index, 1)
    const { status, headers, body } = override
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
    const bodyless = method === 'HEAD' || status === 204 || status === 304
    return new Response(bodyless ? null : (text ?? ''), {
      status,
      headers: { ...(text !== undefined && { 'content-type': type }), ...headers },
    })
  }
}

function fits(override: Override, method: string, url: URL): boolean {
  if (override.method && override.method.toUpperCase() !== method) return false
  if (override.path !== url.pathname) return false
  return Object.entries(override.query ?? {}).every(([key, value]) => url.searchParams.get(key) === value)
}

/** Reads one override or a list of them; throws a sentence about what is wrong. */
export function readOverrides(input: unknown): Override[] {
  return (Array.isArray(input) ? input : [input]).map((item: unknown) => {
    if (typeof item !== 'object' || item === null) throw new Error('an override is a JSON object')
    const override = item as Partial<Override>
    if (typeof override.path !== 'string' || !override.path.startsWith('/')) {
      throw new Error('path: a path that starts with /, door prefix included')
    }
    if (!Number.isInteger(override.status) || override.status! < 200 || override.status! > 599) {
      throw new Error('status: a whole number from 200 to 599')
    }
    if (override.times !== undefined && !(Number.isInteger(override.times) && override.times > 0)) {
      throw new Error('times: a whole number above 0')
    }
    return override as Override
  })
}
