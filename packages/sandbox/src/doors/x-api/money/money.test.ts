import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startXApi, type XApiSandbox } from '../testing/clients.ts'

let sandbox: XApiSandbox
let me: string
beforeAll(async () => {
  sandbox = await startXApi()
  me = sandbox.account().id
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const lines = async () =>
  (await sandbox.bill()).charges.map(({ kind, units, deduplicated, price, owned }) => [
    kind,
    units,
    deduplicated,
    price,
    ...(owned ? ['owned'] : []),
  ])

describe('what requests cost', () => {
  test('reads by the resource, one’s own for less, all of them once a day', async () => {
    await sandbox.ask('GET', '/2/tweets/search/recent?query=from:NorrbyInstr&max_results=10')
    await sandbox.ask('GET', `/2/users/${me}/tweets?max_results=5`)
    await sandbox.ask('GET', `/2/users/${me}/tweets?max_results=7`)
    await sandbox.ask('GET', '/2/users/by?usernames=jack,nobody_at_all_')
    await sandbox.ask('GET', `/2/users/${me}/followers?max_results=3`)
    await sandbox.ask('GET', '/2/users/12/followers?max_results=3')
    await sandbox.ask('GET', `/2/users/${me}/muting`)
    await sandbox.ask('GET', `/2/users/${me}/owned_lists`)
    expect(await lines()).toEqual([
      ['post', 10, 0, 0.05],
      ['post', 5, 0, 0.005, 'owned'],
      ['post', 7, 5, 0.002, 'owned'],
      ['user', 1, 0, 0.01],
      ['follow', 3, 0, 0.003, 'owned'],
      ['follow', 3, 0, 0.03],
      ['mute', 12, 0, 0.012, 'owned'],
      ['list', 2, 0, 0.002, 'owned'],
    ])
    expect(await sandbox.bill()).toMatchObject({ total: 0.114, balance: 24.886, cycle: { month: '2026-11' } })
    await sandbox.control('now', { now: '2026-11-02T00:00:01Z' })
    await sandbox.ask('GET', '/2/users/by?usernames=jack')
    expect((await lines()).at(-1)).toEqual(['user', 1, 0, 0.01])
  })

  test('an account that does not own the app pays the whole price for its own', async () => {
    const second = sandbox.account('second').id
    await sandbox.ask('GET', `/2/users/${second}/tweets?max_results=5`, { who: 'second' })
    expect(await lines()).toEqual([['post', 5, 0, 0.025]])
  })

  test('includes of the same kind, unless they are not', async () => {
    const named = sandbox.world.named.find(({ key }) => key === 'ref-plain')!.post.id
    const quote = sandbox.world.quotes(named)[0]!
    const path = `/2/tweets?ids=${quote}&expansions=referenced_tweets.id,author_id`
    await sandbox.ask('GET', path)
    expect(await lines()).toEqual([['post', 2, 0, 0.01]])
    await sandbox.reset()
    await sandbox.settings({ billIncludes: 'none' })
    await sandbox.ask('GET', path)
    expect(await lines()).toEqual([['post', 1, 0, 0.005]])
  })

  test('writes by the request: posts, posts with an address, answers that were called for', async () => {
    const create = async (json: object, who: 'owner' | 'second' = 'owner') =>
      (await sandbox.ask('POST', '/2/tweets', { json, who })).body.data.id as string
    const id = await create({ text: 'plain' })
    await create({ text: 'see https://harbour.example/log' })
    await create({ text: 'or harbour.com/log, which is one too' })
    await create({ text: 'but 3.14 and e.g. and node.js are none' })
    const call = await create({ text: '@oskar_fenwall your turn' }, 'second')
    await create({ text: 'mine', reply: { in_reply_to_tweet_id: call } })
    await create({ text: 'to myself', reply: { in_reply_to_tweet_id: id } })
    await sandbox.ask('DELETE', `/2/tweets/${id}`)
    expect((await lines()).map(([kind, , , price]) => [kind, price])).toEqual([
      ['post-create', 0.015],
      ['post-create-with-url', 0.2],
      ['post-create-with-url', 0.2],
      ['post-create', 0.015],
      ['post-create', 0.015],
      ['post-create-summoned', 0.01],
      ['post-create', 0.015],
      ['post-delete', 0.005],
    ])
  })

  test('every other write by its row', async () => {
    await sandbox.settings({ plan: 'enterprise', uploadPrice: 0.01 })
    const other = sandbox.world.accountByHandle('tobin_averell7')!.id
    const calls: [method: string, path: string, json: object | undefined, price: number][] = [
      ['POST', `/2/users/${me}/likes`, { tweet_id: '20' }, 0.015],
      ['DELETE', `/2/users/${me}/likes/20`, undefined, 0.01],
      ['POST', `/2/users/${me}/retweets`, { tweet_id: '20' }, 0.015],
      ['DELETE', `/2/users/${me}/retweets/20`, undefined, 0.01],
      ['POST', `/2/users/${me}/following`, { target_user_id: other }, 0.015],
      ['DELETE', `/2/users/${me}/following/${other}`, undefined, 0.01],
      ['POST', `/2/users/${me}/muting`, { target_user_id: other }, 0.01],
      ['DELETE', `/2/users/${me}/muting/${other}`, undefined, 0.005],
      ['POST', '/2/lists', { name: 'Ropes' }, 0.01],
      [
        'POST',
        '/2/media/upload/initialize',
        { media_type: 'image/png', total_bytes: 5, media_category: 'tweet_image' },
        0.01,
      ],
    ]
    for (const [method, path, json] of calls) {
      expect((await sandbox.ask(method, path, { json })).status).toBeLessThan(202)
    }
    expect((await sandbox.bill()).charges.map(({ price }) => price)).toEqual(
      calls.map(([, , , price]) => price),
    )
  })

  test('nothing for what is refused or not found', async () => {
    await sandbox.ask('GET', '/2/tweets?ids=1960000000000000000')
    await sandbox.ask('GET', '/2/tweets?ids=nonsense')
    await sandbox.ask('POST', `/2/users/${me}/likes`, { json: { tweet_id: '20' } })
    await sandbox.ask('POST', '/2/tweets', { json: {} })
    expect(await lines()).toEqual([])
  })
})

describe('what stops requests', () => {
  const me_ = () => sandbox.ask('GET', '/2/users/me')

  test('no credits: 402, and the rate headers as they were', async () => {
    await sandbox.settings({ credits: 0.005 })
    expect((await me_()).status).toBe(200)
    expect((await sandbox.bill()).balance).toBe(-0.005)
    const { status, body, type, headers } = await me_()
    expect([status, type]).toEqual([402, 'application/json; charset=utf-8'])
    expect(body).toEqual({
      title: 'Payment Required',
      detail: 'credits depleted',
      status: 402,
      type: 'https://api.x.com/2/problems/credits-depleted',
    })
    expect([headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-remaining')]).toEqual(['75', '73'])
    await sandbox.settings({ creditsBody: 'older' })
    const older = await me_()
    expect([older.status, older.body.title]).toEqual([402, 'CreditsDepleted'])
    expect(older.body.type).toBe('https://api.twitter.com/2/problems/credits')
    const init = { media_type: 'image/png', total_bytes: 5, media_category: 'tweet_image' }
    expect((await sandbox.ask('POST', '/2/media/upload/initialize', { json: init })).status).toBe(200)
    await sandbox.settings({ credits: 1 })
    expect((await me_()).status).toBe(200)
  })

  test('the spend cap: 403 until the next month', async () => {
    await sandbox.settings({ spendCap: 0.01 })
    expect((await me_()).status).toBe(200)
    const { status, body } = await me_()
    expect([status, body]).toEqual([
      403,
      {
        title: 'SpendCapReached',
        detail: 'Your monthly spend cap has been reached.',
        type: 'https://api.x.com/2/problems/spend-cap-reached',
      },
    ])
    await sandbox.control('now', { now: '2026-12-01T00:00:00Z' })
    expect((await me_()).status).toBe(200)
  })

  test('the usage cap: 429 with much of the rate left, for posts only', async () => {
    await sandbox.settings({ usageCap: 1 })
    expect((await sandbox.ask('GET', '/2/tweets?ids=20')).status).toBe(200)
    const { status, body, headers } = await sandbox.ask('GET', '/2/tweets?ids=20')
    expect([status, body]).toMatchObject([
      429,
      {
        title: 'UsageCapExceeded',
        type: 'https://api.twitter.com/2/problems/usage-capped',
        period: 'Monthly',
      },
    ])
    expect(headers.get('x-rate-limit-remaining')).toBe('4998')
    expect((await me_()).status).toBe(200)
  })

  test('fifty at once pass the last dollar once', async () => {
    await sandbox.settings({ credits: 0.045 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        sandbox.ask('POST', '/2/tweets', { json: { text: `number ${i}` } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBe(3)
    expect((await sandbox.bill()).balance).toBe(0)
  })

  test('the rate limit: 429, by user, until the window ends', async () => {
    await sandbox.settings({ rateLimits: { 'GET /2/users/me': { user: 2 } } })
    const first = await me_()
    expect(first.headers.get('x-rate-limit-remaining')).toBe('1')
    const reset = Number(first.headers.get('x-rate-limit-reset'))
    expect(reset).toBe(sandbox.world.now / 1000 + 900)
    await me_()
    const { status, body, headers } = await me_()
    expect([status, body]).toEqual([
      429,
      { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 },
    ])
    expect(headers.get('x-rate-limit-remaining')).toBe('0')
    expect((await sandbox.ask('GET', '/2/users/me', { who: 'second' })).status).toBe(200)
    await sandbox.settings({ rateLimitBody: 'code' })
    expect((await me_()).body).toEqual({ errors: [{ code: 88, message: 'Rate limit exceeded' }] })
    await sandbox.control('now', { now: reset * 1000 })
    expect((await me_()).status).toBe(200)
  })

  test('posts and likes tell of the day too', async () => {
    await sandbox.settings({ plan: 'enterprise' })
    const post = await sandbox.ask('POST', '/2/tweets', { json: { text: 'x' } })
    const like = await sandbox.ask('POST', `/2/users/${me}/likes`, { json: { tweet_id: '20' } })
    for (const [{ headers }, user] of [
      [post, '10000'],
      [like, '1000'],
    ] as const) {
      expect(headers.get('x-user-limit-24hour-limit')).toBe(user)
      expect(headers.get('x-app-limit-24hour-remaining')).toBe('9999')
      expect(headers.get('x-app-limit-24hour-reset')).toMatch(/^\d{10}$/)
    }
  })
})

describe('the switches', () => {
  test('say what is wrong with them, and are undone by a reset', async () => {
    for (const wrong of [
      { plan: 'free' },
      { color: 1 },
      { rateLimits: { 'GET /2/nothing': {} } },
      null,
      'x',
    ]) {
      await expect(sandbox.settings(wrong as object)).rejects.toThrow(/error/)
    }
    await sandbox.settings({ plan: 'enterprise', media: { polls: 5 } })
    const changed = (await sandbox.control('x-api')) as unknown as {
      settings: { plan: string; media: object }
    }
    expect(changed.settings).toMatchObject({ plan: 'enterprise', media: { polls: 5, outcome: 'succeeded' } })
    await sandbox.reset()
    const again = (await sandbox.control('x-api')) as unknown as { settings: { plan: string } }
    expect(again.settings.plan).toBe('self-serve')
  })
})
