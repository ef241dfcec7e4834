import type { Exchange } from './exchange.ts'

const HIDDEN = '[redacted]'

/** Headers whose values are never written, whoever sent them. */
const SECRET_HEADER = /^(?:authorization|proxy-authorization|cookie|set-cookie|mcp-session-id)$/i
/** Headers of a caller that tell nothing which must be kept. */
const OPEN_HEADER = /^(?:accept|accept-language|origin|referer|user-agent|traceparent|mcp-protocol-version)$/i
/** Names of flags and variables whose values are not shown. */
const SECRET_NAME = /key|token|secret|passw|auth|credential|cookie/i
/** Shorter values occur by chance: to replace them in answers would garble what is shown. */
const MIN_SECRET = 8

/** Takes out of whatever is shown or saved what the caller keeps secret. */
export class Redactor {
  readonly #names: ReadonlySet<string>
  readonly #secrets: readonly string[]

  /**
   * @param headers that the caller gave; their values are secret unless the name is known to be harmless
   * @param more secrets
   */
  constructor(headers: Readonly<Record<string, string>>, more: readonly string[]) {
    const hidden = Object.entries(headers).filter(([name]) => !OPEN_HEADER.test(name))
    this.#names = new Set(hidden.map(([name]) => name.toLowerCase()))
    this.#secrets = [...hidden.flatMap(([, value]) => [value, ...value.split(/\s+/)]), ...more]
      .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
      .filter((value, index, all) => value.length >= MIN_SECRET && all.indexOf(value) === index)
      .sort((a, b) => b.length - a.length)
  }

  text(text: string): string {
    return this.#secrets.reduce((result, secret) => result.replaceAll(secret, HIDDEN), text)
  }

  /** A copy of plain data without the secrets in its strings and keys. */
  value<T>(value: T): T {
    return this.#copy(value) as T
  }

  exchange({ request, http, ...rest }: Exchange): Exchange {
    const { headers, url, ...other } = request
    return this.value({
      ...rest,
      request: {
        ...other,
        ...(url !== undefined && { url: redactUrl(new URL(url)) }),
        ...(headers && { headers: this.#headers(headers) }),
      },
      ...(http && { http: { ...http, headers: this.#headers(http.headers) } }),
    })
  }

  #headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        this.#names.has(name.toLowerCase()) ? HIDDEN : shownHeader(name, value),
      ]),
    )
  }

  #copy(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.#copy(item))
    if (typeof value !== 'object' || value === null) return value
    // By definition, not by assignment: a stranger's key may be `__proto__`.
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.text(key), this.#copy(item)] as const),
    )
  }
}

/** The value of a header, unless it is one that is never shown. */
export function shownHeader(name: string, value: string): string {
  return SECRET_HEADER.test(name) ? HIDDEN : value
}

/** An address without the values of its query, where many servers take keys. */
export function redactUrl(url: URL): string {
  const query = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${HIDDEN}`).join('&')
  return `${url.origin}${url.pathname}${query && `?${query}`}`
}

/** A command line without values that its flags or assignments call secret. */
export function redactCommand(command: readonly string[]): string[] {
  return command.map((word, index) => {
    const [, name = '', value] = /^(-{0,2}[\w-]+)=(.*)$/s.exec(word) ?? []
    if (value !== undefined) return SECRET_NAME.test(name) ? `${name}=${HIDDEN}` : word
    const before = command[index - 1] ?? ''
    return before.startsWith('-') && SECRET_NAME.test(before) && !before.includes('=') ? HIDDEN : word
  })
}

/** The values that `redactUrl` and `redactCommand` leave out. */
export function secretsOf(target: URL | readonly string[]): string[] {
  if (target instanceof URL) return [...target.searchParams.values()]
  const shown = redactCommand(target)
  return target.flatMap((word, index) => {
    if (shown[index] === word) return []
    return [shown[index] === HIDDEN ? word : word.slice(word.indexOf('=') + 1)]
  })
}
