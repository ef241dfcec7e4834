import fc from 'fast-check'
import { INITIALIZE, request } from './speakers.ts'

/** Messages that mean something, to be spoilt. */
const SEEDS: readonly object[] = (['modern', 'legacy'] as const).flatMap((era) => [
  request(era, 'tools/list'),
  request(era, 'tools/call', {
    name: 'x_md_get_post',
    arguments: { handle: 'jack', id: '20', max_posts: 3 },
  }),
  request(era, 'tools/call', {
    name: 'x_md_get_profile',
    arguments: { handle: 'jack', limit: 3, full: true },
  }),
  request(era, 'tools/call', { name: 'submit_feedback', arguments: { message: 'hello', kind: 'bug' } }),
  request(era, 'resources/list'),
  request(era, 'resources/read', { uri: 'x-md://docs/index.md' }),
  request(era, 'resources/templates/list'),
  request(era, 'prompts/list'),
  request(era, 'prompts/get', { name: 'topic_pulse', arguments: { topic: 'cats' } }),
  request(era, 'completion/complete', {
    ref: { type: 'ref/resource', uri: 'x-md://x/{handle}' },
    argument: { name: 'handle', value: 'j' },
  }),
  request(era, 'ping'),
  request(era, 'server/discover'),
  { ...request(era, 'notifications/cancelled', { requestId: 'x' }), id: undefined },
  INITIALIZE,
])

type Place = readonly (string | number)[]

function places(value: unknown, here: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [here]
  return [here, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...here, key]))]
}

/** A copy with something else at a place; undefined takes it out. */
function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) }
}

const strange = fc.oneof(
  fc.jsonValue(),
  fc.constant(undefined),
  fc.constantFrom(
    null,
    '',
    -1,
    0,
    1.5,
    1e308,
    true,
    [],
    {},
    'a'.repeat(5000),
    '\u0000\n\r\u2028',
    '__proto__',
  ),
  fc.string({ unit: 'binary' }),
)

/** A message with parts replaced or taken out. */
const spoiltValue = fc.constantFrom(...SEEDS).chain((seed) => {
  const change = fc.tuple(fc.constantFrom(...places(seed)), strange)
  return fc.array(change, { minLength: 0, maxLength: 3 }).map((changes) =>
    changes.reduce<unknown>((message, [place, by]) => {
      try {
        return replaced(message, place, by)
      } catch {
        return message
      }
    }, seed),
  )
})

/** The text of a message with signs put in or cut out. */
const spoiltText = fc
  .tuple(fc.constantFrom(...SEEDS), fc.nat(), fc.nat(20), fc.string({ maxLength: 5 }))
  .map(([seed, at, length, more]) => {
    const text = JSON.stringify(seed)
    const from = at % text.length
    return (text.slice(0, from) + more + text.slice(from + length)).replaceAll('\n', ' ')
  })

/** One line: a message that is spoilt somewhere, or not at all. */
export const spoilt: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: spoiltValue.map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: spoiltText },
)
