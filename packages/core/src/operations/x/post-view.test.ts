import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../../domain/post.ts'
import { toPost as fromFxTwitter } from '../../providers/fxtwitter/to-domain.ts'
import { XApi, type XApiAnswer } from '../../providers/x-api/client.ts'
import { postText, spansToText } from '../../render/rich-text.ts'
import { HttpClient } from '../../upstream/http-client.ts'
import { POST_QUERY, USER_FIELDS } from './fields.ts'
import { postsView } from './post-view.ts'
import { usersView } from './user-view.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let api: XApi
const http = new HttpClient({ userAgent: 'x-md-test', timeoutMs: 5000, maxBytes: 10_000_000 })
beforeAll(async () => {
  sandbox = await startSandbox()
  api = new XApi(http, {
    base: `${sandbox.url}/x-api`,
    keys: {
      apiKey: 'sandbox-app-key',
      apiSecret: 'sandbox-app-secret',
      accessToken: 'sandbox-owner-token',
      accessSecret: 'sandbox-owner-token-secret',
    },
    now: () => sandbox.world.now,
  })
})
afterAll(async () => {
  await http.close()
  await sandbox.close()
})

async function bodyOf(
  ids: readonly string[],
  expansions: readonly string[] = [],
): Promise<XApiAnswer['body']> {
  const query = { ...POST_QUERY, ids, expansions: [...POST_QUERY.expansions, ...expansions] }
  return (await api.send({ method: 'GET', path: '2/tweets', query })).body
}

async function wordsOf(id: string): Promise<string> {
  const answer = await fetch(`${sandbox.url}/fxtwitter/2/status/${id}`, {
    headers: { 'user-agent': 'x-md-test' },
  })
  const { status } = (await answer.json()) as { status: unknown }
  return spansToText(postText(fromFxTwitter(status) as Post))
}

test('every kind of post is shown by its whole words, without short links, and with what it carries', async () => {
  const named = sandbox.world.named.filter(({ post }) => !post.gone && post.author.state === 'open')
  const seen = { media: 0, polls: 0, replies: 0, quotes: 0, long: 0 }
  for (let from = 0; from < named.length; from += 100) {
    const posts = named.slice(from, from + 100).map(({ post }) => post)
    const views = postsView(await bodyOf(posts.map(({ id }) => id)))
    for (const view of views) {
      const post = sandbox.world.post(view.id)
      expect(view).toMatchObject({ author: post?.author.handle, url: expect.stringContaining(view.id) })
      // Two upstreams that know nothing of each other tell the same words; this one gives neither articles nor reposts whole.
      if (!post?.article && !post?.repostOf) expect(view.text, view.id).toBe(await wordsOf(view.id))
      if (post?.media.length) expect(view.media?.length).toBe(post.media.length)
      if (post?.poll)
        expect(view.poll?.options.map(({ label }) => label)).toEqual(
          post.poll.choices.map(({ label }) => label),
        )
      if (post?.replyTo) expect(view.reply_to_id).toBe(post.replyTo)
      if (post?.quote) expect(view.quoted_id).toBe(post.quote)
      seen.media += view.media ? 1 : 0
      seen.polls += view.poll ? 1 : 0
      seen.replies += view.reply_to_id ? 1 : 0
      seen.quotes += view.quoted_id ? 1 : 0
      seen.long += [...view.text].length > 280 ? 1 : 0
    }
  }
  for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(1)
})

describe('what stands beside a post', () => {
  test('a quoted post is shown in it where it was asked for', async () => {
    const { post } = sandbox.world.named.find(({ key }) => key === 'ref-plain') ?? {}
    const quote = sandbox.world.quotes(post?.id ?? '')[0] as string
    const [view] = postsView(
      await bodyOf([quote], ['referenced_tweets.id', 'referenced_tweets.id.author_id']),
    )
    expect(view?.quoted).toMatchObject({ id: post?.id, author: post?.author.handle })
  })

  test('a post without its author is none, and nonsense is nothing', () => {
    expect(postsView({ data: [{ id: '1', text: 'a', author_id: '9' }, null, 3, { id: 7 }] })).toEqual([])
    expect(postsView({})).toEqual([])
    expect(usersView({ data: { id: 3 } })).toEqual([])
  })
})

test('an account is shown by what a model decides by', async () => {
  const usernames = ['oskar_fenwall', 'marta_brenkel', 'NorrbyInstr']
  const query = { usernames, 'user.fields': USER_FIELDS }
  const { body } = await api.send({ method: 'GET', path: '2/users/by', query })
  const views = usersView(body)
  expect(views.map(({ username }) => username)).toEqual(usernames)
  expect(views[1]).toMatchObject({ verified: true, url: expect.stringMatching(/^https:/), followers: 18233 })
  expect(JSON.stringify(views)).not.toMatch(/t\.co|null|""/)
})
