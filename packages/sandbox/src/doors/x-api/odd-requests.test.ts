import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from './endpoints/endpoints.ts'
import { startXApi, type XApiSandbox } from './testing/clients.ts'

let sandbox: XApiSandbox
let bearer: string
beforeAll(async () => {
  sandbox = await startXApi()
  const scopes = [...new Set(ENDPOINTS.flatMap((endpoint) => endpoint.scopes))]
  bearer = `Bearer ${await sandbox.userToken(scopes)}`
  await sandbox.settings({ credits: null, plan: 'enterprise', countsOauth1: true })
})
afterAll(() => sandbox.close())

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('0', '20', '12', '-1', '99999999999999999999', '1e3', 'null', '%', 'a,b', ',', '２０'),
)
const NAMES = [
  ...[
    'ids',
    'usernames',
    'query',
    'max_results',
    'pagination_token',
    'next_token',
    'expansions',
    'tweet.fields',
  ],
  ...[
    'start_time',
    'end_time',
    'since_id',
    'until_id',
    'exclude',
    'sort_order',
    'granularity',
    'media_id',
    'command',
  ],
]
const value = fc.oneof(odd, fc.integer(), fc.constant(null), fc.boolean(), fc.array(odd, { maxLength: 3 }))
const KEYS = ['text', 'reply', 'media', 'poll', 'tweet_id', 'target_user_id', 'list_id', 'name', 'media_type']
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(value, fc.dictionary(fc.constantFrom(...KEYS), value))),
  value,
)

test('whatever is asked, the answer is one that X gives, and JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ENDPOINTS),
      fc.array(odd, { minLength: 2, maxLength: 2 }),
      fc.dictionary(fc.constantFrom(...NAMES), odd, { maxKeys: 3 }),
      body,
      async ({ method, path }, ids, query, json) => {
        let at = 0
        const filled = path.replace(/:\w+/g, () => encodeURIComponent((ids[at++ % 2] || 'x').toWellFormed()))
        const search = Object.entries(query).map(
          ([name, one]) => `${name}=${encodeURIComponent(one.toWellFormed())}`,
        )
        const address = `${sandbox.prefix}${filled.replaceAll('%2E', '.')}?${search.join('&')}`
        const answer = await sandbox.send(method, address, bearer, method === 'GET' ? undefined : json)
        expect([200, 201, 400, 403, 404, 429]).toContain(answer.status)
        expect(answer.type).toMatch(/^application\/(?:problem\+)?json/)
      },
    ),
    { numRuns: 300 },
  )
})
