import { describe, expect, test } from 'vitest'
import { openSyndication } from './testing.ts'
import { exactToken } from './token.ts'

const { app, world, ask, tweet, idOf } = openSyndication()

const BASE =
  'created_at display_text_range edit_control favorite_count id_str isEdited isStaleEdit lang text user'
const TWEET = `${BASE} __typename conversation_count news_action_type`
const RELATED = `${BASE} reply_count retweet_count`
const keys = (object: object | undefined) => Object.keys(object ?? {}).toSorted()
const named = (names: string) => names.split(' ').toSorted()
/** Lists of nothing may be missing as a whole. */
const but = (object: object | undefined, ...names: string[]) =>
  keys(object).filter((key) => !names.includes(key))
const slice = (text: string, [from, to]: [number, number]) => Array.from(text).slice(from, to).join('')

describe('what the door asks for', () => {
  test.each([
    ['20', '6dq1a2xwd93'],
    ['1346889436626259968', '39jdlu2hpym'],
    ['1628832338187636740', '3y54libozsy'],
    ['1999999999999999999', '4uj6o5owj98'],
  ])('the token of %s is %s', (id, token) => {
    expect(exactToken(id)).toBe(token)
  })

  test('any token, unless the exact one is asked for', async () => {
    expect((await ask('20', 'x')).status).toBe(200)
    expect((await ask('20', '')).status).toBe(400)
    const faults = (list: object[]) =>
      app.request('/_sandbox/faults', { method: 'POST', body: JSON.stringify(list) })
    await faults([{ kind: 'exact-token' }])
    expect([(await ask('20', 'x')).status, (await ask('20')).status]).toEqual([403, 200])
    await faults([])
  })

  test('a User-Agent like that of a browser', async () => {
    const refused = await ask('20', 'x', 'node')
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    await expect(refused.json()).rejects.toThrow()
  })

  test('an id in digits that X can have given out', async () => {
    expect((await ask('abc')).status).toBe(400)
    expect((await ask('1'.repeat(41))).status).toBe(400)
    expect((await ask('9'.repeat(25))).status).toBe(404)
    expect(
      (await app.request('/syndication/other', { headers: { 'user-agent': 'Mozilla/5.0' } })).status,
    ).toBe(404)
  })

  test('the catalogue says which of its rules are proven', async () => {
    expect(await (await app.request('/_sandbox/world')).json()).toMatchObject({
      syndication: {
        exact_token: false,
        browser_user_agent: true,
        behaviours: expect.arrayContaining([{ note: expect.any(String), proven: false }]),
      },
    })
  })
})

describe('shapes', () => {
  test('a plain post', async () => {
    const post = await tweet('20')
    expect(but(post, 'entities')).toEqual(named(TWEET))
    expect(post).toMatchObject({
      __typename: 'Tweet',
      id_str: '20',
      lang: 'en',
      created_at: '2006-03-21T20:50:14.000Z',
      display_text_range: [0, 24],
      text: 'just setting up my twttr',
      news_action_type: 'conversation',
    })
    expect(keys(post.user)).toEqual(
      named('id_str is_blue_verified name profile_image_shape profile_image_url_https screen_name verified'),
    )
    expect(keys(post.edit_control)).toEqual(
      named('edit_tweet_ids editable_until_msecs edits_remaining is_edit_eligible'),
    )
  })

  test('entities, in code points of the escaped text', async () => {
    const { text, entities } = await tweet(idOf('text/astral-before-facets'))
    expect(keys(entities)).toEqual(named('hashtags symbols urls user_mentions'))
    const [url] = entities?.urls ?? []
    expect(keys(url)).toEqual(named('display_url expanded_url indices url'))
    expect(slice(text, url!.indices)).toBe(url?.url)
    const [mention] = entities?.user_mentions ?? []
    expect(keys(mention)).toEqual(named('id_str indices name screen_name'))
    expect(slice(text, mention!.indices)).toBe(`@${mention?.screen_name}`)
    const [tag] = entities?.hashtags ?? []
    expect(slice(text, tag!.indices)).toBe(`#${tag?.text}`)
    expect((await tweet(idOf('text/ampersand-beside-facets'))).text).toContain('&amp;')
  })

  test('some posts have no entities at all, others empty lists', async () => {
    const counts = { missing: 0, empty: 0 }
    for (const { kind, post } of world.named) {
      if (!kind?.startsWith('line/')) continue
      const { entities } = await tweet(post.id)
      if (!entities) counts.missing++
      else if (Object.values(entities).every((list) => list.length === 0)) counts.empty++
    }
    expect(counts.missing).toBeGreaterThan(3)
    expect(counts.empty).toBeGreaterThan(3)
  })

  test('photos, told twice, with the description in one place', async () => {
    const post = await tweet(idOf('media/four-photos'))
    expect(but(post)).toEqual(named(`${TWEET} entities mediaDetails photos`))
    expect([post.mediaDetails?.length, post.photos?.length, post.entities?.media?.length]).toEqual([4, 4, 4])
    const detail =
      'display_url expanded_url ext_media_availability indices media_url_https original_info sizes type url'
    expect(but(post.mediaDetails?.[0], 'ext_alt_text')).toEqual(named(detail))
    expect(keys(post.photos?.[0])).toEqual(
      named('backgroundColor cropCandidates expandedUrl height url width'),
    )
    const described = await tweet(idOf('media/alt-with-newlines'))
    expect(described.mediaDetails?.[0]).toHaveProperty('ext_alt_text')
    expect(keys(described.entities?.media?.[0])).toEqual(named('display_url expanded_url indices url'))
  })

  test('a video, its files in no order of quality', async () => {
    const post = await tweet(idOf('media/video'))
    expect(keys(post)).toEqual(named(`${TWEET} entities mediaDetails video`))
    expect(keys(post.video)).toEqual(
      named('aspectRatio contentType durationMs mediaAvailability poster variants videoId viewCount'),
    )
    const { video_info } = post.mediaDetails![0] as {
      video_info: { variants: { bitrate?: number; content_type: string; url: string }[] }
    }
    expect(keys(video_info)).toEqual(named('aspect_ratio duration_millis variants'))
    const rates = video_info.variants.map(({ bitrate }) => bitrate ?? 0)
    expect(rates).not.toEqual(rates.toSorted((a, b) => a - b))
    expect(rates).not.toEqual(rates.toSorted((a, b) => b - a))
    expect((await tweet(idOf('media/gif'))).mediaDetails?.[0]).toMatchObject({ type: 'animated_gif' })
  })

  test('a quote, one level, and a self_thread', async () => {
    const { quoted_tweet } = await tweet(idOf('quote/of-a-quote'))
    expect(but(quoted_tweet, 'entities')).toEqual(named(`${RELATED} self_thread`))
    expect(quoted_tweet).not.toHaveProperty('quoted_tweet')
  })

  test('a quote that cannot be shown leaves its address in the text', async () => {
    for (const kind of [
      'quote/of-a-deleted-post',
      'quote/of-a-suspended-account',
      'quote/of-a-protected-account',
    ]) {
      const post = await tweet(idOf(kind))
      expect(post).not.toHaveProperty('quoted_tweet')
      const link = post.entities?.urls.at(-1)
      expect(link?.expanded_url).toMatch(/^https:\/\/twitter\.com\/\w+\/status\/\d+$/)
      expect(slice(post.text, post.display_text_range).endsWith(link!.url)).toBe(true)
      const led = await app.request(link!.url.replace('https:/', ''))
      expect(led.headers.get('location')).toBe(link?.expanded_url)
    }
  })

  test('a reply: hidden names, three ids, and the answered post, one level', async () => {
    const post = await tweet(idOf('reply/hidden-mentions'))
    expect(but(post, 'entities')).toEqual(
      named(`${TWEET} in_reply_to_screen_name in_reply_to_status_id_str in_reply_to_user_id_str parent`),
    )
    expect(post.display_text_range[0]).toBeGreaterThan(0)
    expect(but(post.parent, 'entities')).toEqual(named(RELATED))
    expect(post.parent?.id_str).toBe(post.in_reply_to_status_id_str)
    const orphan = await tweet(idOf('reply/to-a-deleted-post'))
    expect(orphan).toHaveProperty('in_reply_to_status_id_str')
    expect(orphan).not.toHaveProperty('parent')
  })

  test('a long post is cut and says so', async () => {
    for (const { kind, post } of world.named) {
      if (!kind || !post.long || post.gone || post.author.state !== 'open') continue
      const { note_tweet, text, display_text_range, entities } = await tweet(post.id)
      expect(keys(note_tweet)).toEqual(['id'])
      expect(text).toMatch(/… https:\/\/t\.co\/\w{10}$/)
      expect(slice(text, display_text_range)).toMatch(/\S…$/)
      for (const { indices, url } of entities?.urls ?? []) expect(slice(text, indices)).toBe(url)
    }
  })

  test('a poll is a card whose values are texts', async () => {
    const { card } = (await tweet(idOf('poll/closed'))) as {
      card?: { name?: string; binding_values?: object }
    }
    expect(card?.name).toBe('poll3choice_text_only')
    expect(card?.binding_values).toMatchObject({
      choice1_label: { string_value: 'Monday', type: 'STRING' },
      choice1_count: { string_value: '41', type: 'STRING' },
      counts_are_final: { boolean_value: true, type: 'BOOLEAN' },
      end_datetime_utc: { string_value: '2026-09-25T08:00:00Z', type: 'STRING' },
    })
    expect(await tweet(idOf('card/plain'))).toMatchObject({ card: { binding_values: { card_url: {} } } })
  })

  test('a note by readers, an article, edits, a flag', async () => {
    expect(await tweet(idOf('community-note/with-links'))).toMatchObject({
      birdwatch_pivot: {
        subtitle: { text: expect.any(String), entities: [{ ref: { url_type: 'ExternalUrl' } }, {}] },
      },
    })
    const { article } = await tweet(idOf('article/every-block'))
    expect(but(article, 'cover_media')).toEqual(named('preview_text rest_id title'))
    const edited = await tweet(idOf('edited/once'))
    expect([edited.isEdited, edited.edit_control.edit_tweet_ids.length]).toEqual([true, 2])
    expect(await tweet(idOf('media/sensitive'))).toHaveProperty('possibly_sensitive', true)
  })

  test('a tombstone: the reason only in prose, with a link in it', async () => {
    for (const [kind, words] of [
      ['tombstone/deleted', /deleted by the Post author/],
      ['tombstone/suspended', /suspended account/],
      ['tombstone/protected', /limits who can view/],
    ] as const) {
      const answer = await tweet(idOf(kind))
      expect(keys(answer)).toEqual(named('__typename tombstone'))
      const { text, entities, rtl } = answer.tombstone.text
      expect([words.test(text), rtl]).toEqual([true, false])
      expect(text.slice(entities[0]?.from_index, entities[0]?.to_index)).toBe('Learn more')
    }
    expect(await tweet(idOf('tombstone/deleted-without-trace'))).toEqual({})
    expect(await tweet('1960000000000000000')).toEqual({})
  })
})
