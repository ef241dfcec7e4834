import type { Config } from '../../../config.ts'
import { AccountError } from '../../../errors.ts'
import { withinBounds } from '../limits.ts'

const DAY_MS = 86_400_000
/** A search of X reaches so far back by itself, and no further. */
const REACH = 7

interface Asked {
  days?: number | undefined
  pagination_token?: string | undefined
}

/** From when on posts are wanted, and where the page begins. */
export interface Span {
  /** As X takes it; undefined for as far back as a search reaches. */
  start_time: string | undefined
  pagination_token: string | undefined
  /** What a caller gives back for the next page. */
  tokenOf(next: string): string
}

/**
 * The span of a question. X takes the token of a page only with the start that the first one was asked with, so the
 * token that a caller gets holds it.
 * @param options.now Unix milliseconds
 * @param options.isSearch a start at the very reach of a search would be too early once it arrives
 * @param options.parts a token belongs to one question
 * @throws AccountError `invalid_argument`
 */
export function spanOf(
  { days, pagination_token }: Asked,
  config: Config,
  { now, isSearch, parts }: { now: number; isSearch: boolean; parts: number },
): Span {
  const token = pagination_token?.trim() || undefined
  if (token !== undefined && parts > 1) {
    throw new AccountError(
      'invalid_argument',
      'A pagination_token goes with the one entry that it came with.',
    )
  }
  const [, next, kept] = /^(.+)@(\d{1,12})$/.exec(token ?? '') ?? []
  const back = withinBounds(days, { fallback: config.POSTS_DEFAULT_DAYS, max: config.POSTS_MAX_DAYS })
  const start =
    token === undefined
      ? isSearch && back >= REACH
        ? undefined
        : Math.floor((now - back * DAY_MS) / 1000)
      : kept === undefined
        ? undefined
        : Number(kept)
  return {
    start_time: start === undefined ? undefined : rfc3339(start),
    pagination_token: next ?? token,
    tokenOf: (one) => (start === undefined ? one : `${one}@${start}`),
  }
}

/** @param seconds Unix; without thousandths, as X's documentation writes it */
function rfc3339(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
