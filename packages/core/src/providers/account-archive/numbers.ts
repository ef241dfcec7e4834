/** Fields of a post that are numbers, and that an account archive writes as texts. Ids are texts and stay so. */
const NUMBERS = new Set(['w', 'h', 'bitrate', 'duration_millis', 'favorite_count', 'retweet_count'])
const LISTS_OF_NUMBERS = new Set(['indices', 'display_text_range', 'aspect_ratio'])

/** A post of an account archive with its numbers as numbers. */
export function withNumbers(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return NUMBERS.has(key) ? toNumber(value) : value
  if (Array.isArray(value)) {
    if (LISTS_OF_NUMBERS.has(key)) return value.map(toNumber)
    return value.map((item) => withNumbers(item))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withNumbers(field, name)]))
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}
