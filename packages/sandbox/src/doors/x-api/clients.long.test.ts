import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointName } from './endpoint.ts'
import { ENDPOINTS } from './endpoints/endpoints.ts'
import { startXApi, type XApiSandbox } from './testing/clients.ts'

let sandbox: XApiSandbox
let me: string
let quiet: string
let theirs: string
const image = Buffer.from('89504e470d0a1a0a'.repeat(200), 'hex')

beforeAll(async () => {
  sandbox = await startXApi()
  me = sandbox.account().id
  quiet = sandbox.world.accountByHandle('tobin_averell7')!.id
  const author = sandbox.account('second')
  theirs = sandbox.world.timeline(author).findLast((id) => {
    const post = sandbox.world.post(id)!
    return !post.gone && !post.repostOf && post.media.length > 0
  })!
})
afterAll(() => sandbox.close())

async function fresh() {
  await sandbox.reset()
  await sandbox.settings({ plan: 'enterprise', media: { checkAfterSecs: 1, polls: 1 } })
}

/** Endpoints that answered well since the last reset. */
async function answered(): Promise<Set<string>> {
  const log = (await sandbox.control('requests')) as unknown as {
    method: string
    path: string
    status: number
  }[]
  const names = log
    .filter(({ status }) => status === 200 || status === 201)
    .flatMap(({ method, path }) => {
      const bare = path.replace(/\?.*$/, '').replace('/x-api', '')
      const found = ENDPOINTS.find(
        (one) => one.method === method && new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(bare),
      )
      return found ? [endpointName(found)] : []
    })
  return new Set(names)
}

const all = new Set(ENDPOINTS.map(endpointName))

describe('twitter-api-v2', () => {
  beforeAll(fresh)

  test('reads posts, with includes, page by page', async () => {
    const v2 = sandbox.user()
    const search = await v2.search('from:NorrbyInstr -is:retweet', {
      max_results: 10,
      'tweet.fields': ['created_at', 'public_metrics', 'author_id'],
      expansions: ['author_id'],
    })
    expect(search.tweets.length).toBeGreaterThan(3)
    expect(search.includes.author(search.tweets[0]!)?.username).toBe('NorrbyInstr')
    const { data } = await v2.singleTweet(theirs, {
      expansions: ['attachments.media_keys', 'author_id'],
      'media.fields': ['url', 'width'],
    })
    expect([data.id, data.author_id]).toEqual([theirs, sandbox.account('second').id])
    const pair = await v2.tweets([theirs, '20', '1960000000000000000'])
    expect(pair.data.map(({ id }) => id)).toEqual([theirs, '20'])
    expect(pair.errors?.[0]).toMatchObject({ resource_id: '1960000000000000000', title: 'Not Found Error' })

    const timeline = await v2.userTimeline(me, { max_results: 10, exclude: 'retweets' })
    await timeline.fetchNext()
    const ids = timeline.tweets.map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([20, 20])
    expect(timeline.tweets.some(({ text }) => text.startsWith('RT @'))).toBe(false)
    expect((await v2.userMentionTimeline(me, { max_results: 5 })).tweets.length).toBe(5)
    const home = await v2.homeTimeline({ max_results: 20, expansions: ['referenced_tweets.id'] })
    expect(home.tweets.length).toBe(20)
    expect((await v2.userLikedTweets(me, { max_results: 5 })).tweets.length).toBe(5)
    const quoted = sandbox.world.named.find(({ key }) => key === 'ref-plain')!.post.id
    expect((await v2.quotes(quoted, { max_results: 10 })).tweets.length).toBeGreaterThan(3)
    expect((await v2.tweetRetweetedBy('20', { max_results: 7 })).data.length).toBe(7)
  })

  test('reads users', async () => {
    const v2 = sandbox.user()
    const { data } = await v2.me({ 'user.fields': ['public_metrics', 'created_at', 'verified_type'] })
    expect(data).toMatchObject({ username: 'oskar_fenwall', verified_type: 'none' })
    expect(data.public_metrics?.tweet_count).toBe(sandbox.world.postCount(sandbox.account()))
    expect((await v2.user('12')).data.username).toBe('jack')
    expect((await v2.userByUsername('jack')).data.id).toBe('12')
    expect((await v2.users([me, '12'])).data.map(({ id }) => id)).toEqual([me, '12'])
    const named = await v2.usersByUsernames(['jack', 'nobody_at_all_'])
    expect([named.data.length, named.errors?.[0]?.resource_id]).toEqual([1, 'nobody_at_all_'])
    const followers = await v2.followers(me, { max_results: 300, asPaginator: true })
    await followers.fetchNext()
    expect(new Set(followers.users.map(({ id }) => id)).size).toBe(600)
    expect((await v2.following(me)).data.length).toBe(sandbox.world.following(sandbox.account()).length)
    expect((await v2.userMutingUsers(me)).users.length).toBe(12)
    expect((await v2.userBlockingUsers(me)).users.length).toBe(7)
  })

  test('writes, and takes back what it wrote', async () => {
    const v2 = sandbox.user()
    const { data } = await v2.tweet('A gull on the radar again')
    const answer = await v2.reply('and gone', data.id)
    const quote = await v2.quote('worth a look', theirs)
    const thread = await v2.tweetThread(['one of two', 'two of two'])
    expect(thread.length).toBe(2)
    expect((await v2.tweetLikedBy(data.id)).meta.result_count).toBe(0)
    expect((await v2.like(me, data.id)).data.liked).toBe(true)
    expect((await v2.tweetLikedBy(data.id)).data.map(({ id }) => id)).toEqual([me])
    expect((await v2.unlike(me, data.id)).data.liked).toBe(false)
    expect((await v2.retweet(me, theirs)).data.retweeted).toBe(true)
    expect((await v2.userTimeline(me, { max_results: 5 })).tweets[0]!.text).toMatch(/^RT @ines_quillfen/)
    expect((await v2.unretweet(me, theirs)).data.retweeted).toBe(false)
    expect((await v2.follow(me, quiet)).data.following).toBe(true)
    expect((await v2.unfollow(me, quiet)).data.following).toBe(false)
    expect((await v2.mute(me, quiet)).data.muting).toBe(true)
    expect((await v2.userMutingUsers(me)).users[0]!.id).toBe(quiet)
    expect((await v2.unmute(me, quiet)).data.muting).toBe(false)
    for (const { id } of [data, answer.data, quote.data]) {
      expect((await v2.deleteTweet(id)).data.deleted).toBe(true)
    }
    await expect(v2.singleTweet(data.id)).resolves.toMatchObject({ errors: [{ resource_id: data.id }] })
  })

  test('keeps lists', async () => {
    const v2 = sandbox.user()
    const { data: list } = await v2.createList({ name: 'Ropes', description: 'and knots' })
    expect((await v2.addListMember(list.id, quiet)).data.is_member).toBe(true)
    expect((await v2.updateList(list.id, { name: 'Knots' })).data.updated).toBe(true)
    const read = await v2.list(list.id, { 'list.fields': ['member_count'], expansions: ['owner_id'] })
    expect([read.data.name, read.data.member_count, read.includes?.users?.[0]?.id]).toEqual(['Knots', 1, me])
    expect((await v2.listMembers(list.id)).users.map(({ id }) => id)).toEqual([quiet])
    const tweets = (await v2.listTweets(list.id, { max_results: 5, expansions: ['author_id'] })).tweets
    expect(new Set(tweets.map(({ author_id }) => author_id))).toEqual(new Set([quiet]))
    expect((await v2.listMemberships(quiet)).lists.map(({ id }) => id)).toContain(list.id)
    expect((await v2.listsOwned(me)).lists.map(({ name }) => name)).toEqual([
      'Knots',
      'Quiet corner',
      'Harbours',
    ])
    expect((await v2.pinList(me, list.id)).data.pinned).toBe(true)
    const pinned = await v2.get<{ data: { id: string }[] }>(`users/${me}/pinned_lists`)
    expect(pinned.data.map(({ id }) => id)).toEqual([list.id])
    expect((await v2.unpinList(me, list.id)).data.pinned).toBe(false)
    expect((await v2.subscribeToList(me, list.id)).data.following).toBe(true)
    expect((await v2.listFollowed(me)).lists.map(({ id }) => id)).toEqual([list.id])
    expect((await v2.unsubscribeOfList(me, list.id)).data.following).toBe(false)
    expect((await v2.removeListMember(list.id, quiet)).data.is_member).toBe(false)
    expect((await v2.removeList(list.id)).data.deleted).toBe(true)
  })

  test('uploads a picture and a video, in segments, and posts them', async () => {
    const v2 = sandbox.user()
    const picture = await v2.uploadMedia(image, { media_type: 'image/png' }, 700)
    const video = await v2.uploadMedia(image, { media_type: 'video/mp4', media_category: 'tweet_video' })
    const { data } = await v2.tweet('from the pier', { media: { media_ids: [picture] } })
    const shown = await v2.singleTweet(data.id, { expansions: ['attachments.media_keys'] })
    expect(shown.includes?.media).toEqual([{ media_key: `3_${picture}`, type: 'photo' }])
    await v2.tweet('moving', { media: { media_ids: [video] } })
    const whole = { media: image.toString('base64'), media_category: 'tweet_image' }
    expect(await v2.post<object>('media/upload', whole)).toMatchObject({ data: { size: image.length } })
  })

  test('counts with a token of the app, and keeps bookmarks with one of a user', async () => {
    await sandbox.settings({ bookmarksOauth1: true })
    const v2 = sandbox.user()
    await v2.bookmark(theirs)
    expect((await v2.bookmarks({ max_results: 5 })).tweets[0]!.id).toBe(theirs)
    expect((await v2.deleteBookmark(theirs)).data.bookmarked).toBe(false)
    const app = sandbox.twitterApi(await sandbox.appToken())
    const counts = await app.tweetCountRecent('ferry', { granularity: 'day' })
    const sum = counts.data.reduce((total, { tweet_count }) => total + tweet_count, 0)
    expect([counts.meta.total_tweet_count, counts.data.length]).toEqual([sum, 8])
    expect(sum).toBeGreaterThan(3)
  })

  test('has been answered by every endpoint', async () => {
    expect(await answered()).toEqual(all)
  })
})

describe('@xdevplatform/xdk', () => {
  beforeAll(async () => {
    await fresh()
    await sandbox.settings({ vocabulary: 'post', bookmarksOauth1: true, countsOauth1: true })
  })

  const postFields = ['created_at', 'public_metrics', 'note_post'] as const
  const fields = () => ({ postFields: [...postFields] })

  test('reads posts', async () => {
    const { posts, users } = sandbox.xdk({ who: 'owner' })
    const search = await posts.searchRecent('from:NorrbyInstr', {
      ...fields(),
      maxResults: 10,
      expansions: ['referenced_posts', 'author_id'],
    })
    expect(search.data?.[0]?.publicMetrics?.repostCount).toEqual(expect.any(Number))
    expect(search.includes?.users?.[0]?.username).toBe('NorrbyInstr')
    expect((await posts.getById(theirs, fields())).data?.id).toBe(theirs)
    expect((await posts.getByIds([theirs, '20'])).data?.length).toBe(2)
    const page = await users.getPosts(me, { maxResults: 5 })
    const next = await users.getPosts(me, { maxResults: 5, paginationToken: page.meta!.nextToken! })
    expect(new Set([...page.data!, ...next.data!].map(({ id }) => id)).size).toBe(10)
    expect((await users.getMentions(me, { maxResults: 5 })).data?.length).toBe(5)
    expect((await users.getTimeline(me, { maxResults: 5 })).data?.length).toBe(5)
    expect((await users.getLikedPosts(me, { maxResults: 5 })).data?.length).toBe(5)
    const quoted = sandbox.world.named.find(({ key }) => key === 'ref-plain')!.post.id
    expect((await posts.getQuoted(quoted, { maxResults: 10 })).data?.length).toBeGreaterThan(3)
    expect((await posts.getRepostedBy('20', { maxResults: 7 })).data?.length).toBe(7)
    expect((await posts.getLikingUsers(theirs)).data).toBeUndefined()
    const counts = sandbox.xdk({ bearerToken: await sandbox.appToken() }).posts
    expect((await counts.getCountsRecent('ferry')).meta?.totalPostCount).toBeGreaterThan(3)
  })

  test('reads users', async () => {
    const { users } = sandbox.xdk({ who: 'owner' })
    const { data } = await users.getMe({ userFields: ['public_metrics'] })
    expect(data?.publicMetrics?.postCount).toBe(sandbox.world.postCount(sandbox.account()))
    expect((await users.getById('12')).data?.username).toBe('jack')
    expect((await users.getByUsername('jack')).data?.id).toBe('12')
    expect((await users.getByIds(['12'])).data?.length).toBe(1)
    expect((await users.getByUsernames(['jack', 'NorrbyInstr'])).data?.length).toBe(2)
    expect((await users.getFollowers(me, { maxResults: 100 })).data?.length).toBe(100)
    expect((await users.getFollowing(me)).data?.length).toBeGreaterThan(5)
    expect((await users.getMuting(me)).data?.length).toBe(12)
    expect((await users.getBlocking(me)).data?.length).toBe(7)
  })

  test('writes', async () => {
    const { posts, users } = sandbox.xdk({ who: 'owner' })
    const id = (await posts.create({ text: 'Low water at six' })).data!.id
    expect((await users.likePost(me, { tweetId: theirs })).data?.liked).toBe(true)
    expect((await users.unlikePost(me, theirs)).data?.liked).toBe(false)
    expect((await users.repostPost(me, { tweetId: theirs })).data?.retweeted).toBe(true)
    expect((await users.unrepostPost(me, theirs)).data?.retweeted).toBe(false)
    expect((await users.followUser(me, { targetUserId: quiet })).data?.following).toBe(true)
    expect((await users.unfollowUser(me, quiet)).data?.following).toBe(false)
    expect((await users.muteUser(me, { targetUserId: quiet })).data?.muting).toBe(true)
    expect((await users.unmuteUser(me, quiet)).data?.muting).toBe(false)
    expect((await posts.delete(id)).data?.deleted).toBe(true)
  })

  test('keeps lists and bookmarks', async () => {
    const { lists, users } = sandbox.xdk({ who: 'owner' })
    const id = (await lists.create({ name: 'Tides', private: true })).data!.id
    await lists.addMember(id, { userId: quiet })
    await lists.update(id, { description: 'in and out' })
    expect((await lists.getById(id, { listFields: ['description'] })).data?.description).toBe('in and out')
    expect((await lists.getMembers(id)).data?.length).toBe(1)
    expect((await lists.getPosts(id, { maxResults: 5 })).data?.length).toBe(5)
    expect((await users.getOwnedLists(me)).data?.[0]?.id).toBe(id)
    expect((await users.getListMemberships(quiet)).data?.[0]?.id).toBe(id)
    await users.pinList(me, { listId: id })
    expect((await users.getPinnedLists(me)).data?.length).toBe(1)
    await users.unpinList(me, id)
    await users.followList(me, { listId: id })
    expect((await users.getFollowedLists(me)).data?.length).toBe(1)
    await users.unfollowList(me, id)
    await lists.removeMemberByUserId(id, quiet)
    expect((await lists.delete(id)).data?.deleted).toBe(true)
  })

  test('uploads in base64', async () => {
    const { media, posts } = sandbox.xdk({ who: 'owner' })
    const begun = await media.initializeUpload({
      mediaType: 'video/mp4',
      mediaCategory: 'tweet_video',
      totalBytes: image.length,
    })
    const { id } = begun.data!
    for (const [index, end] of [800, image.length].entries()) {
      const part = image.subarray(index * 800, end)
      await media.appendUpload(id, { segmentIndex: index, media: part.toString('base64') })
    }
    expect((await media.finalizeUpload(id)).data?.processingInfo?.state).toBe('pending')
    const status = await media.getUploadStatus(id, { command: 'STATUS' })
    expect(status.data?.processingInfo).toEqual({ state: 'succeeded', progressPercent: 100 })
    await posts.create({ text: 'moving water', media: { mediaIds: [id] } })
    await media.upload({ media: image.toString('base64'), mediaCategory: 'tweet_image' })
  })

  test('keeps bookmarks with a token of a user', async () => {
    const accessToken = await sandbox.userToken([
      'tweet.read',
      'users.read',
      'bookmark.read',
      'bookmark.write',
    ])
    const { users } = sandbox.xdk({ accessToken })
    await users.createBookmark(me, { tweetId: theirs })
    expect((await users.getBookmarks(me)).data?.[0]?.id).toBe(theirs)
    expect((await users.deleteBookmark(me, theirs)).data?.bookmarked).toBe(false)
  })

  test('has been answered by every endpoint', async () => {
    expect(await answered()).toEqual(all)
  })
})
