import { inspect } from 'node:util'
import { APP, USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HttpClient } from '../../upstream/http-client.ts'
import { XApi, type XApiCall, type XApiOptions, type XApiTrace } from './client.ts'
import { partialErrors } from './partial-errors.ts'
import { XApiError, type XApiErrorKind } from './x-api-error.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let http: HttpClient
/** For what never answers. */
let hurried: HttpClient
beforeAll(async () => {
  sandbox = await startSandbox()
  hurried = new HttpClient({ userAgent: 'test', timeoutMs: 300, maxBytes: 200_000 })
  http = new HttpClient({ userAgent: 'test', timeoutMs: 10_000, maxBytes: 200_000 })
})
afterAll(async () => {
  await http.close()
  await hurried.close()
  await sandbox.close()
})
beforeEach(() => control('reset', 'POST', {}))

async function control(path: string, method: string, body: unknown): Promise<void> {
  const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.text()).toBeLessThan(300)
}
const settings = (changes: object) => control('x-api', 'POST', changes)
const faults = (...list: object[]) => control('faults', 'POST', list)
const override = (path: string, answer: object) =>
  control('overrides', 'PUT', { path: `/x-api/${path}`, ...answer })

const keysOf = (index: number) => ({
  apiKey: APP.key,
  apiSecret: APP.secret,
  accessToken: USER_TOKENS[index]!.token,
  accessSecret: USER_TOKENS[index]!.secret,
})

function client(options: Partial<XApiOptions> = {}, by = http): XApi {
  return new XApi(by, {
    base: `${sandbox.url}/x-api`,
    keys: keysOf(0),
    now: () => sandbox.world.now,
    ...options,
  })
}

async function failure(call: XApiCall, api = client(), signal?: AbortSignal): Promise<XApiError> {
  const error = await api.send(call, signal).then(
    ({ status }) => new Error(`answered ${status}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof XApiError)) throw error
  return error
}

const ME: XApiCall = { method: 'GET', path: '2/users/me' }
const POST: XApiCall = { method: 'POST', path: '2/tweets', json: { text: 'A tide table for the morning' } }
const SEARCH: XApiCall = {
  method: 'GET',
  path: '2/tweets/search/recent',
  query: { query: 'tide', max_results: 10 },
}
const me = () => sandbox.world.accountByHandle(APP.owner)!.id

describe('every refusal is told from the others', () => {
  type Row = [name: string, kind: XApiErrorKind, status: number, run: () => Promise<XApiError>]
  const rows: Row[] = [
    [
      'wrong keys',
      'bad_credentials',
      401,
      () => failure(ME, client({ keys: { ...keysOf(0), apiSecret: 'no' } })),
    ],
    [
      'wrong keys, as API v1 says it',
      'bad_credentials',
      401,
      async () => {
        await settings({ unauthorizedBody: 'code' })
        return failure(ME, client({ keys: { ...keysOf(0), accessSecret: 'no' } }))
      },
    ],
    ['a read-only token', 'read_only_token', 403, () => failure(POST, client({ keys: keysOf(1) }))],
    [
      'another kind of token',
      'wrong_credentials_kind',
      403,
      () => failure({ method: 'GET', path: `2/users/${me()}/bookmarks` }),
    ],
    [
      'an app without a project',
      'not_enrolled',
      403,
      async () => {
        await settings({ enrolled: false })
        return failure(ME)
      },
    ],
    [
      'what self-serve plans lost',
      'not_on_this_plan',
      403,
      () => failure({ method: 'POST', path: `2/users/${me()}/following`, json: { target_user_id: '12' } }),
    ],
    ...(['new', 'older'] as const).map(
      (creditsBody): Row => [
        `credits that are gone, ${creditsBody}`,
        'credits_spent',
        402,
        async () => {
          await settings({ credits: 0, creditsBody })
          return failure(SEARCH)
        },
      ],
    ),
    [
      'a spending limit',
      'spend_cap',
      403,
      async () => {
        await settings({ spendCap: 0 })
        return failure(SEARCH)
      },
    ],
    [
      'the usage cap, which is a 429, too',
      'usage_cap',
      429,
      async () => {
        await settings({ usageCap: 0 })
        return failure(SEARCH)
      },
    ],
    ...(['problem', 'code'] as const).map(
      (rateLimitBody): Row => [
        `a rate limit, as ${rateLimitBody}`,
        'rate_limited',
        429,
        async () => {
          await settings({ rateLimits: { 'GET /2/users/me': { user: 0 } }, rateLimitBody })
          return failure(ME)
        },
      ],
    ),
    [
      'a post twice',
      'duplicate_post',
      403,
      async () => {
        await client().send(POST)
        return failure(POST)
      },
    ],
    [
      'an answer that nobody called for',
      'reply_not_allowed',
      403,
      () => failure({ ...POST, json: { text: 'Hello', reply: { in_reply_to_tweet_id: '20' } } }),
    ],
    [
      'a parameter out of bounds',
      'invalid_request',
      400,
      () => failure({ ...SEARCH, query: { query: 'tide', max_results: 5 } }),
    ],
    [
      'media that are not ready',
      'media_not_ready',
      400,
      () => failure({ ...POST, json: { text: 'With a picture', media: { media_ids: ['1234567890'] } } }),
    ],
    ['a path that is none', 'not_found', 404, () => failure({ method: 'GET', path: '2/nothing' })],
    [
      'uploads that are switched off',
      'not_authorized',
      403,
      async () => {
        await settings({ media: { forbidden: true } })
        return failure({ method: 'POST', path: '2/media/upload/initialize', json: {} })
      },
    ],
    ...(
      [
        [
          'an old tier',
          403,
          { errors: [{ message: 'You currently have access to a subset', code: 453 }] },
          'not_enrolled',
        ],
        [
          'a quote',
          403,
          forbidden('Quoting this post is not allowed because you have not been'),
          'quote_not_allowed',
        ],
        [
          'a token that ended',
          401,
          { errors: [{ code: 89, message: 'Invalid or expired token.' }] },
          'bad_credentials',
        ],
        ['a duplicate of v1', 403, { errors: [{ code: 187, message: 'Status is one.' }] }, 'duplicate_post'],
        [
          'a spend cap of few words',
          403,
          { title: 'Forbidden', detail: 'Your monthly spend cap has been reached.' },
          'spend_cap',
        ],
        [
          'a host of the new names',
          403,
          { type: 'https://api.x.com/2/problems/oauth1-permissions' },
          'read_only_token',
        ],
        ['a page for people', 403, '<html>credits</html>', 'not_authorized'],
        ['errors of odd shapes', 400, { errors: [null, 1, 'x', { code: {} }] }, 'invalid_request'],
        ['a teapot', 418, [], 'unavailable'],
      ] as const
    ).map(
      ([name, status, body, kind]): Row => [
        name,
        kind,
        status,
        async () => {
          await override('2/users/me', { status, body })
          return failure(ME)
        },
      ],
    ),
  ]
  test.each(rows)('%s: %s', async (_, kind, status, run) => {
    const error = await run()
    expect([error.kind, error.status, error.mayHaveHappened]).toEqual([kind, status, false])
  })
})

function forbidden(detail: string) {
  return { detail, type: 'about:blank', title: 'Forbidden', status: 403 }
}

describe('allowances', () => {
  test('are told with each answer', async () => {
    expect((await client().send(ME)).rate).toMatchObject({ limit: 75, remaining: 74 })
    const headers = { 'x-rate-limit-limit': '', 'x-rate-limit-remaining': '-1', 'x-rate-limit-reset': 'soon' }
    await override('2/users/me', { status: 200, body: {}, headers })
    expect((await client().send(ME)).rate).toBeUndefined()
  })

  test.each([
    [{ 'x-rate-limit-limit': '5', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '+60' }, 60],
    [{ 'retry-after': '7' }, 7],
    [
      {
        'x-rate-limit-limit': '5',
        'x-rate-limit-remaining': '3',
        'x-rate-limit-reset': '+60',
        'x-user-limit-24hour-limit': '5',
        'x-user-limit-24hour-remaining': '0',
        'x-user-limit-24hour-reset': '+7200',
      },
      7200,
    ],
    [{ 'x-rate-limit-limit': '5', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '-60' }, 1],
    [{}, undefined],
  ])('%o: wait %s seconds', async (given, seconds) => {
    const now = Math.floor(sandbox.world.now / 1000)
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        /^[+-]/.test(value) ? String(now + Number(value)) : value,
      ]),
    )
    await override('2/users/me', { status: 429, body: {}, headers })
    const error = await failure(ME, client({ now: () => now * 1000 }))
    expect([error.kind, error.retryAfter]).toEqual(['rate_limited', seconds])
  })
})

describe('what may have happened', () => {
  const rows: [name: string, fault: object, kind: XApiErrorKind][] = [
    ['a failing edge', { kind: '5xx', body: 'html' }, 'unavailable'],
    [
      'a failure that looks like a refusal',
      { kind: '5xx', body: { type: '/problems/credits-depleted' } },
      'unavailable',
    ],
    ['an answer that was cut', { kind: 'truncated-json' }, 'unavailable'],
    ['a page with status 200', { kind: 'html-200' }, 'unavailable'],
    ['a connection that was reset', { kind: 'reset' }, 'unavailable'],
    ['an answer without end', { kind: 'huge-body', bytes: 400_000 }, 'unavailable'],
    ['no answer', { kind: 'hang' }, 'timed_out'],
  ]
  test.each(rows)('%s: a write may have, a read cannot', async (_, fault, kind) => {
    await faults({ door: '/x-api', ...fault })
    const api = client({}, kind === 'timed_out' ? hurried : http)
    const errors = await Promise.all([failure(POST, api), failure(ME, api)])
    expect(errors.map((error) => [error.kind, error.mayHaveHappened])).toEqual([
      [kind, true],
      [kind, false],
    ])
  })

  test('what nests too deep is no answer', async () => {
    await override('2/users/me', { status: 200, body: `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}` })
    expect((await failure(ME)).kind).toBe('unavailable')
  })

  test('a write that found nobody cannot have', async () => {
    const error = await failure(POST, client({ base: 'http://127.0.0.1:9' }))
    expect([error.kind, error.mayHaveHappened, error.wasSent]).toEqual(['unavailable', false, false])
  })

  test('who leaves gets the own reason back, at once, and what was not sent is not', async () => {
    await faults({ door: '/x-api', kind: 'hang' })
    const left = new AbortController()
    const asked = client().send(POST, left.signal)
    setTimeout(() => left.abort(new Error('gone')), 50)
    await expect(asked).rejects.toThrow('gone')
    await control('reset', 'POST', {})
    await expect(client().send(POST, AbortSignal.abort(new Error('early')))).rejects.toThrow('early')
    const log = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as unknown[]
    expect(log).toEqual([])
  })
})

describe('the app’s own token', () => {
  const COUNT: XApiCall = {
    method: 'GET',
    path: '2/tweets/counts/recent',
    query: { query: 'tide' },
    auth: 'app',
  }

  test('is fetched once by all, and anew when X has taken it back', async () => {
    const traced: string[] = []
    const api = client({ trace: ({ path }) => traced.push(path.replace('/x-api', '')) })
    const counts = await Promise.all([api.send(COUNT), api.send(COUNT), api.send(COUNT)])
    expect(counts.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(traced.filter((path) => path === '/oauth2/token').length).toBe(1)
    // A reset ends all tokens.
    await control('reset', 'POST', {})
    traced.length = 0
    expect((await api.send(COUNT)).status).toBe(200)
    expect(traced).toEqual(['/2/tweets/counts/recent', '/oauth2/token', '/2/tweets/counts/recent'])
  })

  test('is asked for twice at most', async () => {
    await override('2/tweets/counts/recent', { status: 401, body: {} })
    const traced: string[] = []
    const api = client({ trace: ({ path }) => traced.push(path) })
    expect((await failure(COUNT, api)).kind).toBe('bad_credentials')
    expect(traced.length).toBe(4)
  })

  test('is refused for wrong keys as everything else is', async () => {
    expect((await failure(COUNT, client({ keys: { ...keysOf(0), apiSecret: 'no' } }))).kind).toBe(
      'bad_credentials',
    )
  })

  test('is nothing that may have happened', async () => {
    await faults({ path: '/x-api/oauth2/token', kind: 'hang' })
    const error = await failure(COUNT, client({}, hurried))
    expect([error.kind, error.mayHaveHappened]).toEqual(['timed_out', false])
  })

  test('one who leaves does not take it from the others', async () => {
    await faults({ path: '/x-api/oauth2/token', kind: 'latency', delayMs: 200 })
    const api = client()
    const left = new AbortController()
    const first = api.send(COUNT, left.signal)
    const second = api.send(COUNT)
    left.abort(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    expect((await second).status).toBe(200)
  })
})

test.each(['tweet', 'post'] as const)(
  'words: asks in those of %s, and hands on those of tweets',
  async (vocabulary) => {
    await settings({ vocabulary })
    const { body } = await client({ vocabulary }).send({
      method: 'GET',
      path: '2/tweets',
      query: {
        ids: ['20'],
        'tweet.fields': ['public_metrics', 'referenced_tweets', 'note_tweet'],
        expansions: ['author_id', 'referenced_tweets.id', 'referenced_tweets.id.author_id'],
        'user.fields': ['pinned_tweet_id', 'public_metrics'],
      },
    })
    const [post] = body.data as { id: string; public_metrics: object }[]
    expect(post).toMatchObject({ id: '20', public_metrics: { retweet_count: expect.any(Number) } })
    expect(body.includes).toMatchObject({ users: [{ public_metrics: { tweet_count: expect.any(Number) } }] })
    expect(JSON.stringify(body)).not.toMatch(/"(?:repost_count|post_count|edit_history_post_ids)"/)
  },
)

test('what is missing beside what was found is told, with its kind', async () => {
  const { body } = await client().send({
    method: 'GET',
    path: '2/tweets',
    query: { ids: ['20', '1960000000000000000'] },
  })
  expect(partialErrors(body)).toEqual([
    { value: '1960000000000000000', parameter: 'ids', kind: 'not_found', field: undefined },
  ])
  const type = 'https://api.x.com/2/problems/not-authorized-for-resource'
  expect(partialErrors({ errors: [{ type, resource_id: '5', parameter: 'ids' }, null, 7] })).toEqual([
    { value: '5', parameter: 'ids', kind: 'not_authorized', field: undefined },
  ])
  expect(partialErrors({ errors: 'none' })).toEqual([])
})

test('no secret and no word of X stands in an error or a trace', async () => {
  const marks = [
    'MARK-app-key',
    'MARK-app-secret',
    'MARK-token',
    'MARK-token-secret',
    'MARK-user-token',
    'MARK-said',
  ]
  const [apiKey, apiSecret, accessToken, accessSecret, userToken] = marks as [
    string,
    string,
    string,
    string,
    string,
  ]
  const traced: XApiTrace[] = []
  const marked: Partial<XApiOptions> = {
    keys: { apiKey, apiSecret, accessToken, accessSecret },
    userToken: async () => userToken,
    trace: (request) => traced.push(request),
  }
  const api = client(marked)
  const errors: unknown[] = []
  for (const fault of ['5xx', 'reset', 'hang', 'html-200', 'truncated-json', 'none'] as const) {
    await faults(...(fault === 'none' ? [] : [{ door: '/x-api', kind: fault }]))
    for (const auth of ['user', 'app', 'oauth2'] as const) {
      errors.push(
        await failure(
          { ...POST, json: { text: 'MARK-said' }, auth },
          fault === 'hang' ? client(marked, hurried) : api,
        ),
      )
    }
  }
  await override('2/users/me', { status: 403, body: forbidden('MARK-said') })
  errors.push(await failure({ ...ME, query: { note: 'MARK-said' } }, api))
  const all = inspect([errors, traced], { depth: 20, showHidden: true })
  expect(errors.length).toBe(19)
  for (const mark of marks) expect(all).not.toContain(mark)
  expect(traced[0]).toEqual({ method: 'POST', path: '/x-api/2/tweets', status: 503, ms: expect.any(Number) })
})
