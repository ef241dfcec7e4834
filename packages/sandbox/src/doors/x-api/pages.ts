import { hashText } from '../../world/random.ts'
import type { Parameters } from './parameters.ts'
import { invalid } from './problem.ts'

/** A list that can be longer than anybody wants to read. */
export interface Slices<T> {
  slice(start: number, end: number): T[]
}

export interface Page<T> {
  items: T[]
  /** `next_token` and `previous_token`, where there is more. */
  tokens: { next_token?: string; previous_token?: string }
}

/** How far around its old place the first row of a page is looked for. */
const DRIFT = 200

export interface PageOptions {
  list: string
  size: number
  token: string | undefined
  /** The parameter that the token came in. */
  name: string
  /** The share of a page that repeats the end of the page before it. */
  overlap?: number | undefined
}

/**
 * The page of a list that a request asks for. A token holds the place and the name of the row that it leads to, so
 * that rows which came since do not move it.
 * @param list what the token is good for: a token of another list is refused
 */
export function pageOf<T extends { id: string }>(
  rows: Slices<T>,
  { list, size, token, name, overlap = 0 }: PageOptions,
): Page<T> {
  const start = token === undefined ? 0 : startOf(rows, list, token)
  if (start === undefined) {
    throw invalid(name, token ?? '', `The \`${name}\` query parameter value [${token}] is not valid`)
  }
  const found = rows.slice(start, start + size + 1)
  const again = overlap > 0 ? rows.slice(Math.max(0, start - Math.ceil(overlap * size)), start) : []
  const items = [...again, ...found.slice(0, size)]
  const next = found[size]
  const before = start > 0 ? rows.slice(Math.max(0, start - size), start)[0] : undefined
  return {
    items,
    tokens: {
      ...(next && { next_token: writeToken(list, start + size, next.id) }),
      ...(before && { previous_token: writeToken(list, Math.max(0, start - size), before.id) }),
    },
  }
}

/** The token of a request, under any of the names that its endpoint knows. */
export function readToken(
  query: Parameters,
  ...names: string[]
): { token: string | undefined; name: string } {
  let found: { token: string; name: string } | undefined
  for (const name of names) {
    const token = query.text(name)
    if (token !== undefined) found ??= { token, name }
  }
  return found ?? { token: undefined, name: names[0]! }
}

function tagOf(list: string): string {
  return hashText(list).toString(36).padStart(7, '0')
}

function writeToken(list: string, at: number, id: string): string {
  return `${tagOf(list)}${at.toString(36).padStart(5, '0')}${BigInt(id).toString(36).padStart(13, '0')}`
}

function startOf<T extends { id: string }>(rows: Slices<T>, list: string, token: string): number | undefined {
  const [, tag, place = '', anchor = ''] = /^([0-9a-z]{7})([0-9a-z]{5})([0-9a-z]{13})$/.exec(token) ?? []
  if (tag !== tagOf(list)) return undefined
  const at = Number.parseInt(place, 36)
  const id = [...anchor].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n).toString()
  const from = Math.max(0, at - DRIFT)
  const around = rows.slice(from, at + DRIFT + 1)
  if (around[at - from]?.id === id) return at
  const moved = around.findIndex((row) => row.id === id)
  return moved < 0 ? at : from + moved
}
