import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startXApi, type Who, type XApiSandbox } from './testing/clients.ts'

let sandbox: XApiSandbox
let me: string
let second: string
beforeAll(async () => {
  sandbox = await startXApi()
  me = sandbox.account().id
  second = sandbox.account('second').id
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.settings({ credits: null })
})

const create = (json: object, who: Who = 'owner') => sandbox.ask('POST', '/2/tweets', { json, who })
const created = async (json: object, who: Who = 'owner') => (await create(json, who)).body.data.id as string
const free = async (path: string) => {
  const answer = await fetch(`${sandbox.url}${path}`, { headers: { 'user-agent': 'Mozilla/5.0 test' } })
  return { status: answer.status, body: await answer.json() }
}
const fx = (id: string) => free(`/fxtwitter/2/status/${id}`)
const embed = (id: string) => free(`/syndication/tweet-result?id=${id}&token=a`)

const NOT_ON_THIS_PLAN = {
  status: 403,
  body: { title: 'Client Forbidden', required_enrollment: 'Enterprise' },
}

describe('a created post', () => {
  test('can be read through the free doors, until it is deleted', async () => {
    const text = 'Hello @ines_quillfen, see https://harbour.example/log?a=1&b=2 #ferries $MOSS <b> 🚲'
    const { status, body } = await create({ text })
    expect(status).toBe(201)
    const { id } = body.data
    expect(body.data.text).toMatch(
      /^Hello @ines_quillfen, see https:\/\/t\.co\/\w{10} #ferries \$MOSS &lt;b&gt; 🚲$/,
    )
    const shown = await fx(id)
    expect(shown.body.status.text).toBe(text)
    expect(shown.body.status.author.screen_name).toBe('oskar_fenwall')
    const facets = shown.body.status.raw_text.facets.map(({ type }: { type: string }) => type)
    expect(facets).toEqual(['mention', 'url', 'hashtag', 'symbol'])
    expect((await embed(id)).body).toMatchObject({ id_str: id, user: { screen_name: 'oskar_fenwall' } })
    const link = shown.body.status.raw_text.facets[1].original.replace('https://t.co', `${sandbox.url}/t.co`)
    const hop = await fetch(link, { redirect: 'manual' })
    expect(hop.headers.get('location')).toBe('https://harbour.example/log?a=1&b=2')
    const timeline = await free('/fxtwitter/2/profile/oskar_fenwall/statuses')
    expect(timeline.body.results[0].id).toBe(id)
    const found = await free('/fxtwitter/2/search?q=from:oskar_fenwall&feed=latest')
    expect(found.body.results[0].id).toBe(id)

    const gone = await sandbox.ask('DELETE', `/2/tweets/${id}`)
    expect([gone.status, gone.body]).toEqual([200, { data: { deleted: true } }])
    expect((await fx(id)).status).toBe(404)
    expect((await embed(id)).body).toMatchObject({ __typename: 'TweetTombstone' })
    expect((await sandbox.ask('GET', `/2/tweets/${id}`)).body.errors?.[0].title).toBe('Not Found Error')
    expect((await sandbox.ask('DELETE', `/2/tweets/${id}`)).status).toBe(404)
    await sandbox.reset()
    expect((await embed(id)).body).toEqual({})
  })

  test('answers, quotes, holds media and polls', async () => {
    await sandbox.settings({ plan: 'enterprise' })
    const parent = await created({ text: 'Who has the key?' }, 'second')
    const reply = await create({ text: 'not me', reply: { in_reply_to_tweet_id: parent } })
    expect(reply.body.data.text).toBe('@ines_quillfen not me')
    const shown = await fx(reply.body.data.id)
    expect(shown.body.status).toMatchObject({
      text: expect.stringContaining('not me'),
      replying_to: { status: parent },
    })
    const named = await create({ text: '@ines_quillfen or me?', reply: { in_reply_to_tweet_id: parent } })
    expect(named.body.data.text).toBe('@ines_quillfen or me?')
    const thread = await fx(parent)
    expect(thread.body.status.replies).toBe(2)
    const quote = await created({ text: 'this', quote_tweet_id: parent })
    expect((await fx(quote)).body.status.quote.id).toBe(parent)
    const quotes = await sandbox.ask('GET', `/2/tweets/${parent}/quote_tweets`)
    expect(quotes.body.data.map(({ id }: { id: string }) => id)).toEqual([quote])
    const poll = await created({ text: 'Tea?', poll: { options: ['yes', 'no'], duration_minutes: 60 } })
    expect((await fx(poll)).body.status.poll.choices).toHaveLength(2)
    const read = await sandbox.ask(
      'GET',
      `/2/tweets/${poll}?expansions=attachments.poll_ids&poll.fields=duration_minutes,voting_status`,
    )
    expect(read.body.includes.polls[0]).toMatchObject({ duration_minutes: 60, voting_status: 'open' })
  })

  test('is refused where X would', async () => {
    const forbidden = (detail: string) => ({
      status: 403,
      body: { title: 'Forbidden', type: 'about:blank', status: 403, detail },
    })
    await created({ text: 'once' })
    const again = await create({ text: ' once ' })
    expect(again).toMatchObject(forbidden('You are not allowed to create a Tweet with duplicate content.'))
    expect(again.type).toBe('application/json; charset=utf-8')
    expect((await create({ text: 'once' }, 'second')).status).toBe(201)
    expect((await create({ text: '水'.repeat(140) })).status).toBe(201)
    expect((await create({ text: '水'.repeat(141) })).status).toBe(403)
    expect((await create({ text: '👩‍👩‍👧‍👦'.repeat(140) })).status).toBe(201)
    const address = `https://harbour.example/${'x'.repeat(300)}`
    expect((await create({ text: `${'y'.repeat(256)} ${address}` })).status).toBe(201)
    expect((await create({ text: `${'y'.repeat(257)} ${address}` })).status).toBe(403)
    expect((await create({ text: '$MOSS and $FERRY' })).status).toBe(403)
    for (const wrong of [
      {},
      { text: '  ' },
      { text: 'x', colour: 'red' },
      { text: 'x', poll: { options: ['one'], duration_minutes: 60 } },
      { text: 'x', poll: { options: ['a', 'b'], duration_minutes: 4 } },
      { text: 'x', poll: { options: ['a', 'b'], duration_minutes: 5 }, quote_tweet_id: '20' },
      { text: 'x', media: { media_ids: [] } },
      { text: 'x', media: { media_ids: ['123'] } },
      { text: 'x', reply: { in_reply_to_tweet_id: 'abc' } },
      { text: 1 },
    ]) {
      const { status, body } = await create(wrong)
      expect([wrong, status, body.title]).toEqual([wrong, 400, 'Invalid Request'])
    }
    expect((await sandbox.ask('POST', '/2/tweets', {})).status).toBe(400)
  })

  test('answers nobody who did not call for it, on a self-serve plan', async () => {
    const words =
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.'
    const plain = await created({ text: 'I speak to nobody' }, 'second')
    const refused = await create({ text: 'but', reply: { in_reply_to_tweet_id: plain } })
    expect(refused).toMatchObject({ status: 403, body: { detail: words, type: 'about:blank' } })
    const call = await created({ text: 'You there, @oskar_fenwall' }, 'second')
    expect((await create({ text: 'yes', reply: { in_reply_to_tweet_id: call } })).status).toBe(201)
    const gone = await create({ text: 'hm', reply: { in_reply_to_tweet_id: '1960000000000000000' } })
    expect(gone.body.detail).toContain('deleted or not visible')
    await sandbox.settings({ plan: 'enterprise' })
    expect((await create({ text: 'but', reply: { in_reply_to_tweet_id: plain } })).status).toBe(201)
    const closed = await created({ text: 'only friends', reply_settings: 'mentionedUsers' }, 'second')
    expect((await create({ text: 'me?', reply: { in_reply_to_tweet_id: closed } })).status).toBe(403)
  })

  test('of somebody else cannot be deleted', async () => {
    const id = await created({ text: 'mine' }, 'second')
    expect(await sandbox.ask('DELETE', `/2/tweets/${id}`)).toMatchObject({
      status: 403,
      body: { detail: 'You are not authorized to delete this Tweet.' },
    })
    expect((await fx(id)).status).toBe(200)
  })
})

describe('a self-serve plan', () => {
  test('neither likes, follows nor quotes, and takes back what it has', async () => {
    expect(await sandbox.ask('POST', `/2/users/${me}/likes`, { json: { tweet_id: '20' } })).toMatchObject(
      NOT_ON_THIS_PLAN,
    )
    const follow = { target_user_id: second }
    expect(await sandbox.ask('POST', `/2/users/${me}/following`, { json: follow })).toMatchObject(
      NOT_ON_THIS_PLAN,
    )
    const quote = await create({ text: 'this', quote_tweet_id: '20' })
    expect([quote.status, quote.body.detail]).toEqual([
      403,
      expect.stringContaining('Quoting this post is not allowed'),
    ])
    const [liked] = (await sandbox.ask('GET', `/2/users/${me}/liked_tweets?max_results=5`)).body.data
    expect((await sandbox.ask('DELETE', `/2/users/${me}/likes/${liked.id}`)).body).toEqual({
      data: { liked: false },
    })
    const next = (await sandbox.ask('GET', `/2/users/${me}/liked_tweets?max_results=5`)).body.data
    expect(next[0].id).not.toBe(liked.id)
    expect((await sandbox.ask('POST', `/2/users/${me}/retweets`, { json: { tweet_id: '20' } })).status).toBe(
      200,
    )
  })
})

describe('on an enterprise plan', () => {
  beforeEach(() => sandbox.settings({ plan: 'enterprise' }))

  test('likes and reposts count, once each, for everyone to see', async () => {
    const id = await created({ text: 'count me' }, 'second')
    for (const _ of [1, 2]) {
      await sandbox.ask('POST', `/2/users/${me}/likes`, { json: { tweet_id: id } })
      const repost = await sandbox.ask('POST', `/2/users/${me}/retweets`, { json: { tweet_id: id } })
      expect(repost.body.data).toEqual({ retweeted: true, rest_id: id })
    }
    expect((await fx(id)).body.status).toMatchObject({ likes: 1, reposts: 1 })
    const people = await free(`/fxtwitter/2/status/${id}/reposts`)
    expect(people.body.results.map((user: { id: string }) => user.id)).toEqual([me])
    await sandbox.ask('DELETE', `/2/users/${me}/likes/${id}`)
    await sandbox.ask('DELETE', `/2/users/${me}/retweets/${id}`)
    expect((await fx(id)).body.status).toMatchObject({ likes: 0, reposts: 0 })
    const missing = await sandbox.ask('POST', `/2/users/${me}/likes`, {
      json: { tweet_id: '1960000000000000000' },
    })
    expect([missing.status, missing.body.title]).toEqual([404, 'Not Found Error'])
    expect((await sandbox.ask('POST', `/2/users/12/likes`, { json: { tweet_id: id } })).status).toBe(400)
  })

  test('follows are seen from either side; a protected account is asked', async () => {
    const other = sandbox.world.accountByHandle('tobin_averell7')!
    const answer = await sandbox.ask('POST', `/2/users/${me}/following`, {
      json: { target_user_id: other.id },
    })
    expect(answer.body.data).toEqual({ following: true, pending_follow: false })
    const list = await free('/fxtwitter/2/profile/oskar_fenwall/following')
    expect(list.body.results[0].id).toBe(other.id)
    const profile = await free('/fxtwitter/2/profile/tobin_averell7')
    expect(profile.body.user.followers).toBe(other.followers + 1)
    const quiet = sandbox.world.accountByHandle('quiet_larder')!.id
    const asked = await sandbox.ask('POST', `/2/users/${me}/following`, { json: { target_user_id: quiet } })
    expect(asked.body.data).toEqual({ following: false, pending_follow: true })
    const { body } = await sandbox.ask(
      'GET',
      `/2/users?ids=${quiet},${other.id}&user.fields=connection_status`,
    )
    expect(body.data[0].connection_status).toContain('follow_request_sent')
    expect(body.data[1].connection_status).toContain('following')
    expect(
      (await sandbox.ask('POST', `/2/users/${me}/following`, { json: { target_user_id: me } })).status,
    ).toBe(400)
  })
})

describe('lists', () => {
  const lists = (path = '', method = 'GET', json?: object, who: Who = 'owner') =>
    sandbox.ask(method, `/2/lists${path}`, { json, who })

  test('private ones are their owner’s', async () => {
    const { body, status } = await lists('', 'POST', { name: 'Mine', private: true })
    expect(status).toBe(201)
    const { id } = body.data
    expect((await lists(`/${id}`)).body.data).toEqual({ id, name: 'Mine' })
    for (const path of [`/${id}`, `/${id}/tweets`, `/${id}/members`]) {
      const { status: seen, body: theirs } = await lists(path, 'GET', undefined, 'second')
      expect([seen, theirs.errors?.[0].resource_type]).toEqual([200, 'list'])
    }
    const follow = await sandbox.ask('POST', `/2/users/${second}/followed_lists`, {
      json: { list_id: id },
      who: 'second',
    })
    expect(follow.status).toBe(404)
    await lists(`/${id}`, 'PUT', { private: false })
    expect((await lists(`/${id}?list.fields=private`, 'GET', undefined, 'second')).body.data.private).toBe(
      false,
    )
    for (const [method, path, json] of [
      ['PUT', `/${id}`, { name: 'Theirs' }],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/members`, { user_id: '12' }],
    ] as const) {
      expect((await lists(path, method, json, 'second')).status).toBe(403)
    }
  })

  test('refuse names and descriptions that are too long', async () => {
    for (const wrong of [
      {},
      { name: '' },
      { name: 'x'.repeat(26) },
      { name: 'x', description: 'y'.repeat(101) },
    ]) {
      expect((await lists('', 'POST', wrong)).status).toBe(400)
    }
    const { body } = await sandbox.ask('GET', `/2/users/${me}/owned_lists`)
    const [{ id }] = body.data
    expect((await lists(`/${id}/members`, 'POST', { user_id: '1960000000000000000' })).status).toBe(404)
  })

  test('that are deleted are no longer pinned or followed', async () => {
    const { id } = (await lists('', 'POST', { name: 'Short' })).body.data
    const of = (what: string, method = 'GET', json?: object) =>
      sandbox.ask(method, `/2/users/${me}/${what}`, { json })
    await of('pinned_lists', 'POST', { list_id: id })
    await of('followed_lists', 'POST', { list_id: id })
    expect((await lists(`/${id}?list.fields=follower_count`)).body.data.follower_count).toBe(1)
    expect((await of('pinned_lists')).body.meta).toEqual({ result_count: 1 })
    await lists(`/${id}`, 'DELETE')
    expect((await of('pinned_lists')).body).toEqual({ meta: { result_count: 0 } })
    expect((await of('followed_lists')).body).toEqual({ meta: { result_count: 0 } })
    expect((await lists(`/${id}`)).body.errors?.[0].title).toBe('Not Found Error')
  })
})

describe('uploads', () => {
  const start = (json: object) => sandbox.ask('POST', '/2/media/upload/initialize', { json })
  const init = { media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: 6 }
  const step = (path: string, json?: object) => sandbox.ask('POST', `/2/media/upload/${path}`, { json })
  const part = (text: string) => Buffer.from(text).toString('base64')
  const status = (id: string) => sandbox.ask('GET', `/2/media/upload?command=STATUS&media_id=${id}`)

  async function uploaded(): Promise<string> {
    const { id } = (await start(init)).body.data
    await step(`${id}/append`, { segment_index: 1, media: part('def') })
    await step(`${id}/append`, { segment_index: 0, media: part('abc') })
    return id
  }

  test('go from pending over in_progress to succeeded, and into a post', async () => {
    const begun = (await start(init)).body.data
    expect(begun).toEqual({ id: begun.id, media_key: `7_${begun.id}`, expires_after_secs: 86_400 })
    const id = await uploaded()
    expect((await create({ text: 'x', media: { media_ids: [id] } })).status).toBe(400)
    const final = await step(`${id}/finalize`)
    expect(final.body.data).toMatchObject({
      id,
      size: 6,
      processing_info: { state: 'pending', check_after_secs: 1, progress_percent: 0 },
    })
    expect((await create({ text: 'x', media: { media_ids: [id] } })).status).toBe(400)
    expect((await status(id)).body.data.processing_info).toEqual({
      state: 'in_progress',
      check_after_secs: 1,
      progress_percent: 50,
    })
    expect((await status(id)).body.data.processing_info).toEqual({
      state: 'succeeded',
      progress_percent: 100,
    })
    const post = await created({ text: 'moving', media: { media_ids: [id] } })
    expect((await fx(post)).body.status.media.all[0]).toMatchObject({ type: 'video', id })
    expect((await create({ text: 'theirs', media: { media_ids: [id] } }, 'second')).status).toBe(400)
    await sandbox.control('now', { now: sandbox.world.now + 86_400_000 })
    expect((await status(id)).status).toBe(400)
    expect((await create({ text: 'late', media: { media_ids: [id] } })).body.errors?.[0].message).toBe(
      'Your media IDs are invalid.',
    )
  })

  test('fail where that is wanted, in processing or at the gate', async () => {
    await sandbox.settings({ media: { polls: 0, outcome: 'failed' } })
    const id = await uploaded()
    expect((await step(`${id}/finalize`)).body.data.processing_info).toMatchObject({ state: 'failed' })
    expect((await create({ text: 'x', media: { media_ids: [id] } })).status).toBe(400)
    await sandbox.settings({ media: { forbidden: true } })
    const refused = await start(init)
    expect([refused.status, refused.type, refused.body.title]).toEqual([
      403,
      'application/problem+json',
      'Forbidden',
    ])
  })

  test('are refused where they do not add up', async () => {
    for (const wrong of [
      { ...init, total_bytes: 0 },
      { ...init, total_bytes: 513 * 1024 * 1024 },
      { ...init, media_type: 'video/x-msvideo' },
      { ...init, media_category: 'tweet_image' },
      { media_type: 'image/png', media_category: 'tweet_image', total_bytes: 5 * 1024 * 1024 + 1 },
      { ...init, colour: 'red' },
    ]) {
      expect([wrong, (await start(wrong)).status]).toEqual([wrong, 400])
    }
    const { id } = (await start(init)).body.data
    expect((await step(`${id}/finalize`)).status).toBe(400)
    expect((await step(`${id}/append`, { segment_index: 1000, media: part('a') })).status).toBe(400)
    expect((await step(`${id}/append`, { segment_index: 0, media: 'not base64!' })).status).toBe(400)
    expect((await step(`${id}/append`, { segment_index: 0, media: part('abcdefg') })).status).toBe(400)
    await step(`${id}/append`, { segment_index: 1, media: part('abcdef') })
    expect((await step(`${id}/finalize`)).status).toBe(400)
    expect((await step('1960000000000000000/finalize')).status).toBe(400)
    expect((await status(id)).status).toBe(400)
    const huge = await step(`${id}/append`, { segment_index: 0, media: 'A'.repeat(8_000_001) })
    expect(huge.status).toBe(413)
  })
})

describe('what goes wrong on purpose', () => {
  const page = '/2/tweets/search/recent?query=lang:en&max_results=10'
  const faults = (...list: object[]) => sandbox.control('faults', list)
  const ids = async (more = '') => {
    const { body } = await sandbox.ask('GET', `${page}${more}`)
    return {
      ids: (body.data ?? []).map(({ id }: { id: string }) => id) as string[],
      next: body.meta?.next_token,
    }
  }

  test('goes wrong here as on any door', async () => {
    await faults(
      { kind: '5xx', door: 'x-api', count: 1 },
      { kind: 'rate-limit', door: 'x-api', count: 1, body: { errors: [{ code: 88 }] } },
      { kind: 'no-credits', path: '/2/users/*', count: 1 },
    )
    expect((await sandbox.ask('GET', page)).status).toBe(503)
    expect(await sandbox.ask('GET', page)).toMatchObject({ status: 429, body: { errors: [{ code: 88 }] } })
    expect((await sandbox.ask('GET', '/2/users/me')).status).toBe(402)
    expect((await sandbox.ask('GET', '/2/users/me')).status).toBe(200)
    await sandbox.control('faults', [])
  })

  test('in lists too: pages that are short, empty, overlap or go in circles', async () => {
    const first = await ids()
    const second = await ids(`&next_token=${first.next}`)
    await faults({ kind: 'short-page', count: 1 })
    const short = await ids()
    expect([short.ids.length < 5, short.next]).toEqual([true, first.next])
    await faults({ kind: 'empty-page', count: 1 })
    expect(await ids()).toEqual({ ids: [], next: first.next })
    await faults({ kind: 'pages-overlap', share: 0.2 })
    expect((await ids(`&next_token=${first.next}`)).ids).toEqual([...first.ids.slice(-2), ...second.ids])
    await faults({ kind: 'cursor-repeats' })
    expect((await ids(`&next_token=${first.next}`)).next).toBe(first.next)
    await faults({ kind: 'cursor-cycles' })
    await ids(`&next_token=${first.next}`)
    expect((await ids(`&next_token=${second.next}`)).next).toBe(first.next)
    await faults({ kind: 'posts-dropped', share: 0.5, count: 1 })
    expect((await ids()).ids.length).toBeLessThan(10)
    await sandbox.control('faults', [])
  })
})
