import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversationId } from '../../world/feed.ts'
import { startXApi, type XApiSandbox } from './testing/clients.ts'

let sandbox: XApiSandbox
let me: string
beforeAll(async () => {
  sandbox = await startXApi()
  me = sandbox.account().id
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.settings({ credits: null })
})

const get = (path: string, who: 'owner' | 'second' = 'owner') => sandbox.ask('GET', path, { who })
const idOf = (key: string) => sandbox.world.named.find((one) => one.key === key || one.kind === key)!.post.id
const kindOf = (start: string) => sandbox.world.named.filter(({ kind }) => kind?.startsWith(start))

const FIELDS =
  'tweet.fields=created_at,author_id,conversation_id,in_reply_to_user_id,lang,public_metrics,referenced_tweets,entities,attachments,reply_settings,note_tweet,possibly_sensitive,edit_controls'

describe('a post', () => {
  test('is id, text and versions, unless more is asked for', async () => {
    const { body } = await get('/2/tweets/20')
    expect(body).toEqual({
      data: { id: '20', text: 'just setting up my twttr', edit_history_tweet_ids: ['20'] },
    })
  })

  test('has all of its fields, as the world knows them, for every example', async () => {
    const examples = sandbox.world.named.filter(
      ({ kind, post }) => kind && post.at <= sandbox.world.now && post.author.state === 'open' && !post.gone,
    )
    for (let at = 0; at < examples.length; at += 100) {
      const ids = examples.slice(at, at + 100).map(({ post }) => post.id)
      const { body, status } = await get(`/2/tweets?ids=${ids.join()}&${FIELDS}`)
      expect(status).toBe(200)
      for (const data of body.data) {
        const post = sandbox.world.post(data.id)!
        expect(data).toMatchObject({
          author_id: post.author.id,
          created_at: new Date(Math.floor(post.at / 1000) * 1000).toISOString(),
          conversation_id: conversationId(sandbox.world, post),
          lang: post.lang,
          public_metrics: {
            like_count: post.counts.likes,
            retweet_count: post.counts.reposts,
            reply_count: post.counts.replies,
            quote_count: post.counts.quotes,
          },
        })
        const references = [
          ...(post.repostOf ? [{ type: 'retweeted', id: post.repostOf }] : []),
          ...(post.quote ? [{ type: 'quoted', id: post.quote }] : []),
          ...(post.replyTo ? [{ type: 'replied_to', id: post.replyTo }] : []),
        ]
        expect(data.referenced_tweets ?? []).toEqual(references)
        const letters = [...data.text]
        const { urls = [], mentions = [], hashtags = [], cashtags = [] } = data.entities ?? {}
        for (const { start, end, url } of urls) expect(letters.slice(start, end).join('')).toBe(url)
        for (const { start, end, username } of mentions) {
          expect(
            letters
              .slice(start + 1, end)
              .join('')
              .toLowerCase(),
          ).toBe(username.toLowerCase())
        }
        for (const { start, end, tag } of [...hashtags, ...cashtags]) {
          expect(letters.slice(start + 1, end).join('')).toBe(tag)
        }
        expect(data.attachments?.media_keys?.length ?? 0).toBe(post.media.length)
        if (post.long) expect(data.note_tweet.text.length).toBeGreaterThan(data.text.length - 30)
      }
    }
  })

  test('brings what its expansions lead to, each once', async () => {
    const quote = sandbox.world.quotes(idOf('ref-plain'))[0]!
    const poll = kindOf('poll/').find(({ post }) => post.poll)!.post
    const video = sandbox.world.named.find(({ kind, post }) => kind && post.media[0]?.kind === 'video')!.post
    const { body } = await get(
      `/2/tweets?ids=${quote},${poll.id},${video.id}&expansions=author_id,referenced_tweets.id,referenced_tweets.id.author_id,attachments.media_keys,attachments.poll_ids&media.fields=type,variants,duration_ms,preview_image_url&poll.fields=end_datetime,voting_status&user.fields=verified_type`,
    )
    const { users, tweets, media, polls } = body.includes
    const authors = [quote, poll.id, video.id, idOf('ref-plain')].map(
      (id) => sandbox.world.post(id)!.author.id,
    )
    expect(users.map((user: { id: string }) => user.id)).toEqual(
      expect.arrayContaining([...new Set(authors)]),
    )
    expect(new Set(users.map(({ id }: { id: string }) => id)).size).toBe(users.length)
    expect(tweets.map(({ id }: { id: string }) => id)).toContain(idOf('ref-plain'))
    expect(media[0]).toMatchObject({ media_key: `7_${video.media[0]!.id}`, type: 'video' })
    expect(media[0].variants[0]).toHaveProperty('content_type')
    expect(polls[0].options).toEqual(
      poll.poll!.choices.map(({ label, votes }, at) => ({ position: at + 1, label, votes })),
    )
  })

  test('that cannot be had is an error beside the others', async () => {
    const hidden = kindOf('tombstone/').find(({ post }) => post.author.state === 'protected')!.post.id
    const gone = kindOf('tombstone/').find(({ post }) => post.gone === 'deleted')!.post.id
    const { status, body } = await get(`/2/tweets?ids=20,${gone},${hidden},1960000000000000000`)
    expect([status, body.data.length]).toEqual([200, 1])
    expect(body.errors).toMatchObject([
      {
        value: gone,
        detail: `Could not find tweet with ids: [${gone}].`,
        title: 'Not Found Error',
        resource_type: 'tweet',
        parameter: 'ids',
        resource_id: gone,
        type: 'https://api.twitter.com/2/problems/resource-not-found',
      },
      { resource_id: hidden, title: 'Authorization Error', section: 'data' },
      { resource_id: '1960000000000000000', title: 'Not Found Error' },
    ])
    const single = await get(`/2/tweets/${gone}`)
    expect([single.status, single.body]).toMatchObject([
      200,
      { errors: [{ detail: `Could not find tweet with id: [${gone}].` }] },
    ])
    expect(single.body).not.toHaveProperty('data')
  })

  test('tells its private numbers to its author only', async () => {
    const own = sandbox.world.timeline(sandbox.account()).findLast((id) => !sandbox.world.post(id)!.gone)!
    const { body } = await get(`/2/tweets?ids=${own},20&tweet.fields=non_public_metrics`)
    expect(body.data[0]).toHaveProperty('non_public_metrics.impression_count')
    expect(body.data[1]).not.toHaveProperty('non_public_metrics')
    expect(body.errors).toMatchObject([{ field: 'non_public_metrics', resource_id: '20' }])
  })
})

describe('both vocabularies', () => {
  test('are taken in questions, together too', async () => {
    const ask = async (query: string) => (await get(`/2/tweets/${idOf('ref-plain')}?${query}`)).body
    const old = await ask('tweet.fields=public_metrics,note_tweet&expansions=referenced_tweets.id')
    expect(await ask('post.fields=public_metrics,note_post&expansions=referenced_posts')).toEqual(old)
    expect(
      await ask('tweet.fields=public_metrics&post.fields=note_post&expansions=referenced_posts.id'),
    ).toEqual(old)
    const user = (await get('/2/users/me?user.fields=most_recent_post_id&expansions=most_recent_post_id'))
      .body
    expect(user.includes.tweets[0].id).toBe(user.data.most_recent_tweet_id)
  })

  test('are spoken, one at a time', async () => {
    const quote = sandbox.world.quotes(idOf('ref-plain'))[0]!
    const path = `/2/tweets/${quote}?tweet.fields=public_metrics,referenced_tweets&expansions=referenced_tweets.id`
    await sandbox.settings({ vocabulary: 'post' })
    const { body } = await get(path)
    expect(Object.keys(body.data)).toEqual(
      expect.arrayContaining(['edit_history_post_ids', 'referenced_posts', 'public_metrics']),
    )
    expect(body.data.public_metrics).toHaveProperty('repost_count')
    expect(body.includes).toHaveProperty('posts')
    expect(JSON.stringify(body)).not.toMatch(/"[a-z_]*tweet[a-z_]*":/)
    const me_ = await get('/2/users/me?user.fields=public_metrics')
    expect(me_.body.data.public_metrics).toHaveProperty('post_count')
    const created = await sandbox.ask('POST', '/2/tweets', { json: { text: 'in new words' } })
    expect(created.body.data.edit_history_post_ids).toEqual([created.body.data.id])
  })
})

describe('pages', () => {
  /** All ids of a list, by its tokens. */
  async function walk(path: string, name = 'pagination_token'): Promise<string[]> {
    const ids: string[] = []
    let token: string | undefined
    do {
      const { status, body } = await get(`${path}${token ? `&${name}=${token}` : ''}`)
      expect(status).toBe(200)
      expect(body.meta.result_count).toBe(body.data?.length ?? 0)
      ids.push(...(body.data ?? []).map(({ id }: { id: string }) => id))
      token = body.meta.next_token
    } while (token)
    return ids
  }

  test('bring every post of a timeline once, newest first', async () => {
    const { world } = sandbox
    const author = world.accountByHandle('zq7')!
    const truth = world
      .timeline(author)
      .reverse()
      .filter((id) => {
        const post = world.post(id)!
        const original = post.repostOf ? world.post(post.repostOf)! : post
        return !post.gone && !original.gone && original.author.state === 'open'
      })
    expect(truth.length).toBeGreaterThan(30)
    expect(await walk(`/2/users/${author.id}/tweets?max_results=7`)).toEqual(truth)
    const without = await walk(`/2/users/${author.id}/tweets?max_results=9&exclude=replies,retweets`)
    expect(without).toEqual(truth.filter((id) => !world.post(id)!.repostOf && !world.post(id)!.replyTo))
    const [newest, , third] = truth as [string, string, string]
    const since = await get(`/2/users/${author.id}/tweets?since_id=${third}`)
    expect(since.body.meta).toMatchObject({ newest_id: newest, result_count: 2 })
    const start = new Date(world.post(third)!.at).toISOString()
    expect((await get(`/2/users/${author.id}/tweets?start_time=${start}`)).body.meta.result_count).toBe(3)
  })

  test('bring every person of a list once, and lead back', async () => {
    const truth = sandbox.world.followers(sandbox.account()).map(({ id }) => id)
    expect(await walk(`/2/users/${me}/followers?max_results=250`)).toEqual(truth)
    const first = await get(`/2/users/${me}/followers?max_results=5`)
    const second = await get(
      `/2/users/${me}/followers?max_results=5&pagination_token=${first.body.meta.next_token}`,
    )
    const back = await get(
      `/2/users/${me}/followers?max_results=5&pagination_token=${second.body.meta.previous_token}`,
    )
    expect(first.body.meta).not.toHaveProperty('previous_token')
    expect(back.body).toEqual(first.body)
    expect(first.body.meta.next_token.length).toBeGreaterThanOrEqual(16)
  })

  test('are not moved by what is written in between', async () => {
    const path = `/2/users/${me}/tweets?max_results=5`
    const first = await get(path)
    const expected = (await get(`${path}&pagination_token=${first.body.meta.next_token}`)).body.data
    for (const text of ['one', 'two', 'three']) await sandbox.ask('POST', '/2/tweets', { json: { text } })
    expect((await get(`${path}&pagination_token=${first.body.meta.next_token}`)).body.data).toEqual(expected)
  })

  test('know no token of another list, and no size out of range', async () => {
    const { body } = await get(`/2/users/${me}/tweets?max_results=5`)
    const other = await get(`/2/users/12/followers?pagination_token=${body.meta.next_token}`)
    expect([other.status, other.body.errors?.[0].parameters]).toMatchObject([
      400,
      { pagination_token: [expect.any(String)] },
    ])
    expect((await get(`/2/users/${me}/tweets?pagination_token=nonsense`)).status).toBe(400)
    for (const [path, low, high] of [
      ['/2/tweets/search/recent?query=x', 10, 100],
      [`/2/users/${me}/tweets?`, 5, 100],
      [`/2/users/${me}/mentions?`, 5, 100],
      [`/2/users/${me}/liked_tweets?`, 5, 100],
      [`/2/tweets/20/quote_tweets?`, 10, 100],
      [`/2/users/${me}/timelines/reverse_chronological?`, 1, 100],
      [`/2/users/${me}/muting?`, 1, 1000],
    ] as const) {
      for (const size of [low - 1, high + 1]) {
        const answer = await get(`${path}&max_results=${size}`)
        expect([path, answer.status, answer.body]).toEqual([
          path,
          400,
          {
            errors: [
              {
                parameters: { max_results: [String(size)] },
                message: `The \`max_results\` query parameter value [${size}] is not between ${low} and ${high}`,
              },
            ],
            title: 'Invalid Request',
            detail: 'One or more parameters to your request was invalid.',
            type: 'https://api.twitter.com/2/problems/invalid-request',
          },
        ])
      }
    }
  })

  test('that are empty have no data, or an empty list where that is wanted', async () => {
    const path = `/2/users/${sandbox.world.accountByHandle('lab_of_lines')!.id}/mentions?since_id=2116000000000000000`
    expect((await get(path)).body).toEqual({ meta: { result_count: 0 } })
    await sandbox.settings({ emptyData: 'list' })
    expect((await get(path)).body).toEqual({ data: [], meta: { result_count: 0 } })
  })
})

describe('search', () => {
  const search = (query: string, more = '') =>
    get(`/2/tweets/search/recent?max_results=100&query=${encodeURIComponent(query)}${more}`)

  test.each([
    ['from:NorrbyInstr', (post) => post.author.handle === 'NorrbyInstr'],
    ['is:reply', (post) => post.replyTo !== undefined],
    ['-is:reply', (post) => post.replyTo === undefined],
    ['is:quote -is:retweet', (post) => post.quote !== undefined],
    ['has:media', (post) => post.media.length > 0],
    ['has:images', (post) => post.media.some(({ kind }) => kind === 'photo')],
    ['has:links', (post) => post.body.some(({ kind }) => kind === 'link')],
    ['has:hashtags', (post) => post.body.some(({ kind }) => kind === 'hashtag')],
    [
      'has:mentions',
      (post) => [...post.body, ...(post.replyPrefix ?? [])].some(({ kind }) => kind === 'mention'),
    ],
    ['is:verified min_likes:20', (post) => post.author.verification !== undefined && post.counts.likes >= 20],
    ['(ferry OR gull) lang:en', (post) => post.lang === 'en'],
    ['min_reposts:5 min_replies:1', (post) => post.counts.reposts >= 5 && post.counts.replies >= 1],
  ] as [string, (post: NonNullable<ReturnType<XApiSandbox['world']['post']>>) => boolean][])(
    '%s finds the posts of the last week that are so',
    async (query, holds) => {
      const { status, body } = await search(query)
      expect(status).toBe(200)
      expect(body.data.length).toBeGreaterThan(1)
      for (const { id } of body.data) {
        const post = sandbox.world.post(id)!
        expect([id, holds(post)]).toEqual([id, true])
        expect(post.at).toBeGreaterThanOrEqual(sandbox.world.now - 7 * 86_400_000)
        expect(post.repostOf).toBeUndefined()
      }
    },
  )

  test('finds no reposts, and what was just written', async () => {
    expect((await search('is:retweet')).body).toEqual({ meta: { result_count: 0 } })
    const parent = await sandbox.ask('POST', '/2/tweets', { json: { text: 'Zimtschnecken am Kai' } })
    const { id } = parent.body.data
    const json = { text: 'and coffee', reply: { in_reply_to_tweet_id: id } }
    const reply = await sandbox.ask('POST', '/2/tweets', { json })
    expect((await search('zimtschnecken')).body.data.map((post: { id: string }) => post.id)).toEqual([id])
    expect((await search(`in_reply_to_tweet_id:${id}`)).body.data[0].id).toBe(reply.body.data.id)
    expect((await search(`conversation_id:${id}`)).body.data.length).toBe(2)
  })

  test('keeps to its span, by time and by id', async () => {
    const all = (await search('from:NorrbyInstr')).body.data.map(({ id }: { id: string }) => id)
    const at = (id: string) => sandbox.world.post(id)!.at
    const [third, sixth] = [all[2], all[5]] as [string, string]
    const ids = async (more: string) =>
      ((await search('from:NorrbyInstr', more)).body.data ?? []).map(({ id }: { id: string }) => id)
    expect(await ids(`&since_id=${sixth}&until_id=${third}`)).toEqual(all.slice(3, 5))
    const [from, to] = [new Date(at(sixth)).toISOString(), new Date(at(third)).toISOString()]
    expect(await ids(`&start_time=${from}&end_time=${to}`)).toEqual(all.slice(3, 6))
    const top = (await search('from:NorrbyInstr', '&sort_order=relevancy')).body.data
    expect(new Set(top.map(({ id }: { id: string }) => id))).toEqual(new Set(all))
  })

  test('refuses what X would not look for', async () => {
    const now = sandbox.world.now
    const day = (ms: number) => new Date(now + ms).toISOString()
    expect((await search('x'.repeat(513))).status).toBe(400)
    await sandbox.settings({ plan: 'enterprise' })
    expect((await search('x'.repeat(513))).status).toBe(200)
    for (const [query, more] of [
      ['nonsense:1', ''],
      ['', ''],
      ['ferry', `&start_time=${day(-8 * 86_400_000)}`],
      ['ferry', `&end_time=${day(0)}`],
      ['ferry', '&start_time=yesterday'],
      ['ferry', '&since_id=20'],
      ['ferry', '&tweet.fields=colour'],
      ['ferry', '&expansions=everything'],
      ['ferry', '&colour=red'],
      ['ferry', '&sort_order=best'],
    ] as const) {
      expect([query, more, (await search(query, more)).status]).toEqual([query, more, 400])
    }
  })

  test('counts what it finds', async () => {
    await sandbox.settings({ countsOauth1: true })
    const found = (await search('from:NorrbyInstr')).body.data.map(({ id }: { id: string }) => id)
    for (const granularity of ['day', 'hour']) {
      const { body } = await get(`/2/tweets/counts/recent?query=from:NorrbyInstr&granularity=${granularity}`)
      expect(body.meta.total_tweet_count).toBe(found.length)
      for (const { start, end, tweet_count } of body.data) {
        const within = found.filter((id: string) => {
          const { at } = sandbox.world.post(id)!
          return at >= Date.parse(start) && at < Date.parse(end)
        })
        expect(tweet_count).toBe(within.length)
      }
    }
    let total = 0
    let token = ''
    do {
      const { body } = await get(`/2/tweets/counts/recent?query=from:NorrbyInstr&granularity=minute${token}`)
      total += body.meta.total_tweet_count
      token = body.meta.next_token ? `&next_token=${body.meta.next_token}` : ''
    } while (token)
    expect(total).toBe(found.length)
  })
})

describe('people', () => {
  test('protected ones are told of, their posts and people only to those who follow', async () => {
    const quiet = sandbox.world.accountByHandle('quiet_larder')!
    const { body } = await get(`/2/users/${quiet.id}?user.fields=protected`)
    expect(body.data).toMatchObject({ username: 'quiet_larder', protected: true })
    for (const list of ['tweets', 'followers', 'following', 'owned_lists']) {
      const answer = await get(`/2/users/${quiet.id}/${list}`)
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { errors: [{ title: 'Authorization Error', resource_type: 'user', resource_id: quiet.id }] },
      ])
    }
    const fan = sandbox.account()
    sandbox.world.follow(fan, quiet, true)
    const seen = await get(`/2/users/${quiet.id}/tweets?max_results=5`)
    expect(seen.body.data.length).toBe(5)
    expect((await get(`/2/tweets/${seen.body.data[0].id}`)).body.data.id).toBe(seen.body.data[0].id)
    expect((await get(`/2/tweets/${seen.body.data[0].id}`, 'second')).body).not.toHaveProperty('data')
  })

  test('suspended and missing ones are errors', async () => {
    const gone = sandbox.world.accounts.find(({ state }) => state === 'suspended')!
    const { body } = await get(`/2/users/by?usernames=jack,${gone.handle},nobody_at_all_`)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['12'])
    expect(body.errors).toMatchObject([
      { detail: `User has been suspended: [${gone.handle}].`, title: 'Forbidden', resource_type: 'user' },
      { detail: 'Could not find user with usernames: [nobody_at_all_].', parameter: 'usernames' },
    ])
    expect((await get(`/2/users/${gone.id}/tweets`)).body.errors?.[0].title).toBe('Forbidden')
    expect((await get('/2/users/by?usernames=not-a-handle')).status).toBe(400)
    expect((await get('/2/users/by/username/not-a-handle')).status).toBe(400)
  })

  test('have all of their fields', async () => {
    const { body } = await get(
      '/2/users/by?usernames=NorrbyInstr,VellmarWeather,marta_brenkel&user.fields=created_at,description,entities,location,profile_banner_url,profile_image_url,public_metrics,url,verified,verified_type,connection_status',
    )
    const [norrby, vellmar, marta] = body.data
    expect([norrby.verified_type, vellmar.verified_type, marta.verified_type]).toEqual([
      'business',
      'government',
      'blue',
    ])
    for (const user of body.data) {
      const account = sandbox.world.accountByHandle(user.username)!
      expect(user.public_metrics).toMatchObject({
        followers_count: account.followers,
        tweet_count: sandbox.world.postCount(account),
      })
      for (const { start, end, url } of user.entities?.description?.urls ?? []) {
        expect([...user.description].slice(start, end).join('')).toBe(url)
      }
    }
    expect(marta.entities.description.urls[0].expanded_url).toBe('https://brenkel-tides.example/notes')
  })

  test('are muted and blocked by the caller only', async () => {
    const { status, body } = await get('/2/users/12/muting')
    expect([status, body.errors?.[0].message]).toEqual([
      400,
      `The \`id\` query parameter value [12] must be the same as the authenticating user [${me}]`,
    ])
  })

  test('likers and likes are nobody else’s business', async () => {
    expect((await get('/2/tweets/20/liking_users')).body).toEqual({ meta: { result_count: 0 } })
    expect((await get('/2/users/12/liked_tweets')).body).toEqual({ meta: { result_count: 0 } })
    const { world } = sandbox
    const own = world.timeline(sandbox.account()).findLast((id) => (world.post(id)?.counts.likes ?? 0) > 2)!
    expect((await get(`/2/tweets/${own}/liking_users`)).body.meta.result_count).toBe(
      Math.min(100, world.likers(world.post(own)!, 0).length),
    )
  })

  test('home holds whom one follows and oneself, and none of the muted', async () => {
    const path = `/2/users/${me}/timelines/reverse_chronological?max_results=100&tweet.fields=author_id`
    const authors = async () =>
      new Set((await get(path)).body.data.map((post: { author_id: string }) => post.author_id))
    const before = await authors()
    const following = new Set([me, ...sandbox.world.following(sandbox.account()).map(({ id }) => id)])
    for (const id of before) expect(following).toContain(id)
    const [loud] = [...before].filter((id) => id !== me)
    await sandbox.ask('POST', `/2/users/${me}/muting`, { json: { target_user_id: loud } })
    expect(await authors()).not.toContain(loud)
    expect((await get(`/2/users/12/timelines/reverse_chronological`)).status).toBe(400)
  })
})
