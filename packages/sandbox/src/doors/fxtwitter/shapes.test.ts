import { describe, expect, test } from 'vitest'
import { openDoor } from './testing.ts'
import type { WirePhoto, WireTombstone, WireVideo } from './wire.ts'

const { world, json } = openDoor()
const id = (kind: string) => world.named.find((one) => one.kind === kind)!.post.id
const status = async (kind: string) => (await json(`/2/status/${id(kind)}`)).status
const keys = (value: object | undefined | null) =>
  Object.keys(value ?? {})
    .sort()
    .join(' ')
const sorted = (names: string) => names.split(/\s+/).sort().join(' ')

const STATUS =
  'type id url text raw_text created_at created_timestamp author replies reposts likes quotes views lang replying_to media community_note is_note_tweet reposted_by embed_card provider'
const USER =
  'type id name screen_name url avatar_url banner_url description raw_description location protected followers following statuses media_count likes joined website verification'

describe('a v2 status', () => {
  test.each([
    ['text/plain', 'bookmarks source'],
    ['missing/source', 'bookmarks'],
    ['missing/bookmarks', 'source'],
    ['missing/views', 'bookmarks source'],
    ['media/one-photo', 'bookmarks source possibly_sensitive'],
    ['media/sensitivity-unknown', 'bookmarks source'],
    ['sensitive/text', 'bookmarks source possibly_sensitive'],
    ['quote/plain', 'bookmarks source quote'],
    ['poll/closed', 'bookmarks source poll'],
    ['poll/counts-hidden', 'bookmarks source'],
    ['card/plain', 'bookmarks source possibly_sensitive card'],
    ['community/closed', 'bookmarks source community'],
    ['article/plain', 'bookmarks source possibly_sensitive article'],
  ])('%s has these keys', async (kind, more) => {
    expect(keys(await status(kind))).toBe(sorted(`${STATUS} ${more}`))
  })

  test('its author', async () => {
    const { author } = await status('thread/short')
    expect(keys(author)).toBe(sorted(USER))
    expect(keys(author.raw_description)).toBe('facets text')
    expect(keys(author.raw_description.facets[0])).toBe('display indices original replacement type')
    expect(keys(author.verification)).toBe('type verified verified_at')
    expect(keys(author.website)).toBe('display_url url')
    expect(author.avatar_url).toContain('_200x200')
  })

  test('photos: altText where there is one, a mosaic from two on', async () => {
    const { media, embed_card } = await status('media/two-photos')
    expect(keys(media)).toBe('all mosaic photos')
    expect(keys(media.photos?.[0])).toBe('altText height id type url width')
    expect(keys(media.photos?.[1])).toBe('height id type url width')
    expect(keys(media.mosaic)).toBe('formats type')
    expect(keys(media.mosaic?.formats)).toBe('jpeg webp')
    expect(embed_card).toBe('summary_large_image')
    expect(keys((await status('media/one-photo')).media)).toBe('all photos')
  })

  test('videos: the best file that is not HEVC, playlists without a bitrate', async () => {
    const { media, embed_card } = await status('media/video-hevc-is-bigger')
    expect(keys(media)).toBe('all videos')
    const video = media.videos?.[0]
    expect(keys(video)).toBe('duration format formats height id publisher thumbnail_url type url width')
    expect(video?.url).toContain('good.mp4')
    expect(video?.formats.map((format) => keys(format))).toContain('container url')
    expect(video?.formats.map(({ codec }) => codec)).toEqual(['hevc', undefined, 'h264', 'h264'])
    expect(embed_card).toBe('player')
  })

  test('a GIF is a video of no length', async () => {
    const { media } = await status('media/gif')
    expect(media.videos?.[0]).toMatchObject({ type: 'gif', duration: 0, format: 'video/mp4' })
  })

  test('mixed media keep their order in `all` only', async () => {
    const { media } = await status('media/mixed')
    const types = (list: (WirePhoto | WireVideo)[] | undefined) => list?.map(({ type }) => type)
    expect(types(media.all)).toEqual(['photo', 'video', 'photo', 'gif'])
    expect(types(media.photos)).toEqual(['photo', 'photo'])
    expect(types(media.videos)).toEqual(['video', 'gif'])
  })

  test('media facets: one per attachment, at the same place', async () => {
    const { facets } = (await status('media/four-photos')).raw_text
    expect(facets.map(({ type }) => type)).toEqual(['media', 'media', 'media', 'media'])
    expect(new Set(facets.map(({ indices }) => indices.join())).size).toBe(1)
    expect(new Set(facets.map((facet) => facet.id)).size).toBe(4)
    expect(keys(facets[0])).toBe('display id indices original replacement type')
    expect(facets[0]?.replacement).toMatch(/\/photo\/1$/)
  })

  test('an answer names what it answers', async () => {
    const answer = await status('reply/plain')
    expect(keys(answer.replying_to)).toBe('profile_url screen_name status url')
  })

  test('quotes: one level, or a tombstone with its reason', async () => {
    expect((await status('quote/of-a-quote')).quote).not.toHaveProperty('quote')
    const reasons = {
      deleted: 'quote/of-a-deleted-post',
      suspended: 'quote/of-a-suspended-account',
      private: 'quote/of-a-protected-account',
      unavailable: 'quote/of-a-missing-post',
    }
    for (const [reason, kind] of Object.entries(reasons)) {
      const quote = (await status(kind)).quote as WireTombstone
      expect(keys(quote)).toBe('id message provider reason type url')
      expect(quote).toMatchObject({ type: 'tombstone', reason })
    }
  })

  test('a repost is its original, and says who reposted it', async () => {
    const answer = await status('repost/of-the-first-post')
    expect(answer).toMatchObject({
      id: '20',
      author: { screen_name: 'jack' },
      reposted_by: { screen_name: 'marta_brenkel' },
    })
    expect(keys(answer.reposted_by)).toBe('avatar_url id name screen_name url')
    expect(await status('repost/cut')).toMatchObject({
      id: id('repost/cut'),
      reposted_by: { screen_name: 'tobin_averell7' },
    })
  })

  test('a poll, open and closed, with merged and reordered labels', async () => {
    const open = (await status('poll/open')).poll
    expect(keys(open)).toBe('choices ends_at time_left_en total_votes')
    expect(open).toMatchObject({ ends_at: '2026-11-03T16:30:00Z', time_left_en: '2 days', total_votes: 91 })
    expect(open?.choices[0]).toEqual({ label: 'Yes', count: 88, percentage: 96.7 })
    expect((await status('poll/closed')).poll?.time_left_en).toBe('Final results')
    expect(
      (await status('poll/equal-labels')).poll?.choices.map(({ label, count }) => [label, count]),
    ).toEqual([
      ['This', 11],
      ['That', 3],
    ])
    expect((await status('poll/numeric-labels')).poll?.choices.map(({ label }) => label)).toEqual([
      '1',
      '2',
      '10',
      'none',
    ])
    expect((await status('poll/zero-votes')).poll?.choices[0]?.percentage).toBe(0)
  })

  test('a community note marks its links, and loses count after an ampersand', async () => {
    const note = (await status('community-note/with-links')).community_note
    expect(note?.facets.map((facet) => keys(facet))).toEqual([
      'display indices replacement type',
      'display indices replacement type',
    ])
    for (const { indices, display } of note!.facets) expect(note!.text.slice(...indices)).toBe(display)
    const shifted = (await status('community-note/with-ampersand')).community_note
    expect(shifted?.facets[0]?.display).not.toMatch(/^https:/)
  })

  test('an article: blocks, a list of entities, media', async () => {
    const article = (await status('article/every-block')).article as Record<string, unknown> & {
      content: { blocks: object[]; entityMap: object[] }
    }
    expect(keys(article)).toBe(
      'content cover_media created_at id media_entities modified_at preview_text title',
    )
    for (const block of article.content.blocks) {
      expect(keys(block).replace(' depth', '')).toBe('data entityRanges inlineStyleRanges key text type')
    }
    expect(keys(article.content.entityMap[0])).toBe('key value')
    expect(await status('article/without-body')).toMatchObject({
      text: '',
      article: { content: { blocks: [], entityMap: [] } },
    })
  })

  test('a community', async () => {
    expect(keys((await status('community/post')).community)).toBe(
      sorted(
        'id name description created_at search_tags is_nsfw topic admin creator join_policy invites_policy is_pinned',
      ),
    )
  })

  test('an unknown language is null', async () => {
    expect((await status('language/undetermined')).lang).toBeNull()
  })
})

describe('a v1 tweet', () => {
  const TWEET =
    'id url text raw_text created_at created_timestamp author replies retweets likes quotes bookmarks views lang replying_to replying_to_status community_note is_note_tweet reposted_by twitter_card color provider source'

  test.each([
    ['text/plain', ''],
    ['media/video', 'media possibly_sensitive'],
    ['quote/plain', 'quote'],
    ['quote/of-a-deleted-post', ''],
  ])('%s has these keys', async (kind, more) => {
    expect(keys((await json(`/i/status/${id(kind)}`)).tweet)).toBe(sorted(`${TWEET} ${more}`.trim()))
  })

  test('videos carry their variants, notes their entities', async () => {
    const film = (await json(`/status/${id('media/video')}`)).tweet as unknown as {
      media: { videos: { variants: object[] }[] }
    }
    expect(film.media.videos[0]?.variants.map((variant) => keys(variant))).toEqual([
      'content_type url',
      'bitrate content_type url',
      'bitrate content_type url',
      'bitrate content_type url',
    ])
    const noted = (await json(`/status/${id('community-note/with-links')}`)).tweet as unknown as {
      community_note: object
    }
    expect(keys(noted.community_note)).toBe('entities text')
  })

  test('answers name the handle and the id apart', async () => {
    const { tweet } = await json(`/status/${id('reply/plain')}`)
    expect(tweet).toMatchObject({
      replying_to: 'oskar_fenwall',
      replying_to_status: expect.stringMatching(/^\d+$/),
    })
  })
})

describe('profiles', () => {
  test('v2 and v1', async () => {
    const { user, code, message } = await json('/2/profile/marta_brenkel')
    expect([code, message, keys(user)]).toEqual([200, 'OK', sorted(USER)])
    expect(user.avatar_url).toContain('_normal')
    expect(keys((await json('/marta_brenkel')).user)).toBe(
      sorted(USER.replace('type ', '').replace('statuses', 'tweets')),
    )
    expect((await json(`/2/profile/ID:${user.id}`)).user.screen_name).toBe('marta_brenkel')
  })

  test('about the account, when asked', async () => {
    const { user } = await json('/2/profile/renamed_twice?aboutAccount=yes')
    expect(keys(user.about_account)).toBe(
      'based_in created_country_accurate location_accurate source username_changes',
    )
    expect(keys((await json('/2/profile/VellmarWeather?about_account')).user.about_account)).toBe(
      'based_in username_changes',
    )
    expect((await json('/2/profile/renamed_twice?about_account=0')).user).not.toHaveProperty('about_account')
  })

  test('missing and suspended', async () => {
    expect(await json('/2/profile/nobody_here_at_all')).toEqual({ code: 404, message: 'User not found' })
    const gone = await json('/2/profile/freecoinz_4471')
    expect(gone).toEqual({ code: 404, message: 'User is suspended', reason: 'suspended', id: gone.id })
    expect((await json('/2/profile/quiet_larder')).user.protected).toBe(true)
  })
})

describe('posts that cannot be read', () => {
  const answer = async (kind: string) => json(`/2/status/${id(kind)}`)

  test('a tombstone with its reason, or nothing', async () => {
    for (const [kind, reason] of [
      ['deleted', 'deleted'],
      ['suspended', 'suspended'],
      ['protected-in-words', 'private'],
    ]) {
      const found = await answer(`tombstone/${kind}`)
      expect(found).toMatchObject({
        code: 404,
        thread: null,
        author: null,
        status: { type: 'tombstone', provider: 'twitter', reason },
      })
    }
    expect(await answer('tombstone/deleted-without-trace')).toEqual({
      code: 404,
      status: null,
      thread: null,
      author: null,
    })
  })

  test('a typed refusal is 401, in v1 by its name', async () => {
    expect(await answer('tombstone/protected')).toEqual({
      code: 401,
      status: null,
      thread: null,
      author: null,
    })
    expect(await json(`/status/${id('tombstone/protected')}`)).toEqual({
      code: 401,
      message: 'PRIVATE_TWEET',
      tweet: null,
    })
    expect(await json(`/status/${id('tombstone/deleted')}`)).toEqual({
      code: 404,
      message: 'NOT_FOUND',
      tweet: null,
    })
  })
})
