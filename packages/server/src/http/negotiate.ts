import Negotiator from 'negotiator'

export type Representation = 'markdown' | 'json' | 'html' | 'text' | 'svg'

export const MEDIA_TYPES = {
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
} as const satisfies Record<Representation, string>

/**
 * Which of the offered representations an Accept header wants most, by its q-values (RFC 9110, 12.5.1). The
 * first offer is the default: for no header, for a wildcard and in a tie of wildcards.
 * @returns undefined when the header excludes all of them
 */
export function negotiate(
  accept: string | undefined,
  offers: readonly [Representation, ...Representation[]],
): Representation | undefined {
  if (!accept || accept === '*/*') return offers[0]
  const type = preferred(
    accept,
    offers.map((offer) => MEDIA_TYPES[offer]),
  )
  return offers.find((offer) => MEDIA_TYPES[offer] === type)
}

/**
 * `negotiate` for one list of offers, with what it has decided before. Few different headers are ever sent,
 * and to weigh one takes longer than all the rest of a cached read.
 */
export function negotiator(
  offers: readonly [Representation, ...Representation[]],
): (accept: string | undefined) => Representation | undefined {
  const decided = new Map<string, Representation | undefined>()
  return (accept) => {
    if (!accept || accept === '*/*') return offers[0]
    if (decided.has(accept)) return decided.get(accept)
    const shape = negotiate(accept, offers)
    if (decided.size >= MAX_DECIDED) decided.clear()
    if (accept.length <= MAX_KEPT_HEADER) decided.set(accept, shape)
    return shape
  }
}

const MAX_DECIDED = 500
const MAX_KEPT_HEADER = 500

const PROBLEM = 'application/problem+json'
const JSON_TYPE = 'application/json'

/** The media type of a problem document: plain JSON only for who ranks that above problem+json. */
export function problemMediaType(accept: string | undefined): string {
  return `${accept && ranksJsonFirst(accept) ? JSON_TYPE : PROBLEM}; charset=utf-8`
}

function ranksJsonFirst(accept: string): boolean {
  // Between two named types of one q-value the order decides; a rank that survives its reversal is no tie.
  const reversed = accept.split(',').reverse().join(',')
  return [accept, reversed].every((header) => preferred(header, [PROBLEM, JSON_TYPE]) === JSON_TYPE)
}

function preferred(accept: string, types: readonly string[]): string | undefined {
  return new Negotiator({ headers: { accept } }).mediaType(types)
}

/** Whether an Accept header wants Markdown or JSON by name, and more than HTML. */
export function namesDataFirst(accept: string | undefined): boolean {
  if (!accept || accept === '*/*') return false
  return ['text/markdown', 'application/json'].includes(
    preferred(accept, ['text/html', 'text/markdown', 'application/json']) ?? '',
  )
}
