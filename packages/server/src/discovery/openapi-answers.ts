import { ERRORS, type ErrorCode } from '@x-md/core/errors.ts'
import { describeProblem } from '../http/problem.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { codesOf } from './error-catalog.ts'
import { answerSchema, schemaRef } from './openapi-schemas.ts'

const text = (description: string) => ({ description, schema: { type: 'string' } })
const number = (description: string) => ({ description, schema: { type: 'integer' } })

/** Every header that the document names. */
export const HEADERS = {
  'X-Converter': text('x-md'),
  'X-Source': text('The source of X data that answered'),
  'X-Cache': {
    description: 'Whether it was kept',
    schema: { type: 'string', enum: ['HIT', 'MISS', 'BYPASS'] },
  },
  'X-Post-Count': number('Posts in the answer'),
  'X-Warnings': number('Warnings in the answer'),
  'X-Browse-Resource': text('The kind of list'),
  'X-Result-Count': number('Posts or accounts in the answer'),
  'X-Import-Pages': number('Pages of the timeline that were read for it'),
  'X-Archive-Served': number('Posts of the answer that came from the archive'),
  'X-Archive-Store': text(
    'Where histories are kept: sqlite, redis, upstash, or memory, which goes with the process',
  ),
  'X-Search-Degraded': text('true: snippets of a web search, not a live one'),
  'X-Request-Id': text('To name when a fault is reported'),
  'X-Api-Key-Status': {
    description: 'What was made of the caller',
    schema: { type: 'string', enum: ['anonymous', 'valid', 'invalid', 'unverified'] },
  },
  'Cache-Control': text('Who may keep it, and for how long'),
  ETag: text('To be sent back as If-None-Match'),
  Vary: text('Which headers of the request it depends on'),
  Link: text('What belongs to it (RFC 8288)'),
  'Retry-After': number('Seconds to wait'),
  'RateLimit-Policy': text('The allowances that hold here: quota q in a window of w seconds'),
  RateLimit: text('What is left of each: r, until it is full again in t seconds'),
  'RateLimit-Limit': number('Quota of the tightest allowance'),
  'RateLimit-Remaining': number('What is left of it'),
  'RateLimit-Reset': number('Seconds until it is full again'),
  Deprecation: text('Since when, or from when on, the route is deprecated (RFC 9745)'),
  Sunset: text('After when it may stop answering (RFC 8594)'),
} as const

type HeaderName = keyof typeof HEADERS

const LIMITS = [
  'X-Api-Key-Status',
  'RateLimit-Policy',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const
const KEPT = ['Cache-Control', 'ETag', 'Vary'] as const
const DEPRECATED = ['Deprecation', 'Sunset', 'Link'] as const

function headerRefs(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const STRING = { schema: { type: 'string' } }

/** What an endpoint answers with, by status. */
export function answersOf(endpoint: Endpoint): Record<string, object> {
  const ending = endingOf(endpoint)
  const content = [...endpoint.types, ...(endpoint.asked ?? [])].map((type) => [
    type,
    contentOf(type, endpoint),
  ])
  return {
    200: {
      description: 'What was asked for',
      headers: headerRefs([...endpoint.headers, ...KEPT, ...LIMITS, ...ending]),
      content: Object.fromEntries(content),
    },
    304: {
      description: 'It is still what If-None-Match names',
      headers: headerRefs([...KEPT, ...LIMITS, ...ending]),
    },
    ...Object.fromEntries(
      problemsOf(endpoint).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
  }
}

/** The failures of all endpoints; most are the same for many, so each stands once. */
export function problemAnswers(): Record<string, object> {
  return Object.fromEntries(
    ENDPOINTS.flatMap((endpoint) =>
      problemsOf(endpoint).map(({ status, name, codes }) => [
        name,
        problemAnswer(status, codes, endingOf(endpoint)),
      ]),
    ),
  )
}

function problemsOf(endpoint: Endpoint) {
  const ending = endpoint.surface === 'deprecated' ? '.deprecated' : ''
  return [...Map.groupBy(codesOf(endpoint), (code) => ERRORS[code].status)].map(([status, codes]) => ({
    status,
    codes,
    name: `${status}.${codes.join('.')}${ending}`,
  }))
}

function endingOf({ surface }: Endpoint): readonly HeaderName[] {
  return surface === 'deprecated' ? DEPRECATED : []
}

function problemAnswer(status: number, codes: readonly ErrorCode[], ending: readonly HeaderName[]) {
  const names = new Set<HeaderName>(['Cache-Control', 'Vary', 'Link', ...LIMITS, ...ending])
  if (status === 429 || status === 503) names.add('Retry-After')
  if (status >= 500) names.add('X-Request-Id')
  const problem = {
    schema: schemaRef('Problem'),
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  }
  return {
    description: codes.map((code) => ERRORS[code].title).join('; '),
    headers: headerRefs([...names]),
    content: {
      'application/problem+json': problem,
      'application/json': problem,
      // The one failure that is a page, too.
      ...(status === 404 && { 'text/markdown': STRING, 'text/html': STRING, 'text/plain': STRING }),
    },
  }
}

const LINES = {
  schema: {
    type: 'string',
    description:
      'A JSON object a line: {"post"} for each post, then one {"meta", "profile"}, or one {"error"}',
  },
}

function contentOf(type: string, endpoint: Endpoint) {
  if (type === 'application/x-ndjson') return LINES
  if (type === 'application/json') return { schema: answerSchema(endpoint) }
  return type.endsWith('json') ? { schema: { type: 'object' } } : STRING
}

/** A problem document for each code that an endpoint can answer with. */
export function problemExamples(site: string): Record<string, object> {
  const emitted = ENDPOINTS.flatMap((endpoint) => codesOf(endpoint).map((code) => [code, endpoint] as const))
  return Object.fromEntries(
    emitted.toReversed().map(([code, { example }]) => {
      const { title, meaning, ...entry } = ERRORS[code]
      const retryAfter = 'retryAfter' in entry ? entry.retryAfter : undefined
      const failure = { code, message: meaning, retryAfter }
      return [code, { summary: title, value: describeProblem(failure, { site, target: example }) }]
    }),
  )
}
