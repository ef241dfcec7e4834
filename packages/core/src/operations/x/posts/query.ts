import type { Config } from '../../../config.ts'
import { AccountError } from '../../../errors.ts'
import { someOf } from './fan-out.ts'

/** The longest query of each plan, in code points. */
const LENGTH: Readonly<Record<Config['X_PLAN'], number>> = { 'self-serve': 512, enterprise: 4096 }

/**
 * A query without reposts, unless it says itself what it wants of them. It is put in brackets where a part of it
 * would be left out otherwise.
 */
export function withoutReposts(query: string): string {
  const operators = query.replace(/"[^"]*"/g, '')
  if (/\bis:retweet\b/i.test(operators)) return query
  return `${/(^|[\s)])OR([\s(]|$)/.test(operators) ? `(${query})` : query} -is:retweet`
}

/**
 * Queries as X is asked them, by what was given.
 * @throws AccountError `invalid_argument` for what X would refuse
 */
export function queriesOf(
  given: readonly string[],
  change: (query: string) => string,
  { POSTS_MAX_QUERIES, X_PLAN }: Config,
): ReadonlyMap<string, string> {
  const queries = someOf(
    given.map((query) => query.trim()),
    'queries',
    POSTS_MAX_QUERIES,
  )
  const longest = LENGTH[X_PLAN]
  return new Map(
    queries.map((query) => {
      if (query === '') throw new AccountError('invalid_argument', 'A query is empty.')
      const sent = change(query)
      const length = [...sent].length
      if (length <= longest) return [query, sent]
      const added = length - [...query].length
      const why = added > 0 ? `, ${added} of them to leave reposts out` : ''
      throw new AccountError(
        'invalid_argument',
        `A query has ${length} characters${why}; the limit is ${longest}.`,
      )
    }),
  )
}
