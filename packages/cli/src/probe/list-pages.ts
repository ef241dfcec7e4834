import { type Exchange, isObject, type JsonObject } from './exchange.ts'

/** More than any honest list needs. */
const MAX_PAGES = 50
const MAX_LIST_BYTES = 32 * 1024 * 1024

export interface ListFindings {
  items: JsonObject[]
  pages: number
  /** Bytes of the answers as they came, everything around the items included. */
  answer_bytes: number
  /** Why the list is not whole, or null. */
  incomplete: string | null
  /** How long the first page may be kept, as 2026-07-28 says it. */
  ttl_ms: unknown
  cache_scope: unknown
}

/**
 * Follows a list to its end.
 * @param key of the result that holds the items, such as `tools`
 * @param page asks for a page; without a cursor for the first
 * @returns undefined when the first answer is no such list
 */
export async function listPages(
  key: string,
  page: (cursor: string | undefined, number: number) => Promise<Exchange>,
): Promise<ListFindings | undefined> {
  const items: JsonObject[] = []
  const seen = new Set<string>()
  let first: JsonObject | undefined
  let bytes = 0
  for (let cursor: string | undefined, number = 1; ; number++) {
    const exchange = await page(cursor, number)
    bytes += exchange.bytes
    const result = exchange.answer.kind === 'result' ? exchange.answer.result : undefined
    const found = result?.[key]
    const end = (incomplete: string | null, pages = number): ListFindings => ({
      items,
      pages,
      answer_bytes: bytes,
      incomplete,
      ttl_ms: first?.ttlMs ?? null,
      cache_scope: first?.cacheScope ?? null,
    })
    if (!result || !Array.isArray(found)) {
      return number === 1 ? undefined : end(`page ${number} was not answered with a list`, number - 1)
    }
    first ??= result
    items.push(...found.filter(isObject))
    if (typeof result.nextCursor !== 'string') return end(null)
    cursor = result.nextCursor
    if (seen.has(cursor)) return end('a cursor came twice')
    if (number === MAX_PAGES) return end(`more than ${MAX_PAGES} pages`)
    if (bytes > MAX_LIST_BYTES) return end(`more than ${MAX_LIST_BYTES} bytes`)
    seen.add(cursor)
  }
}
