import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import type { XmdError } from '../errors.ts'
import { parsePostRequest } from '../request/post-request.ts'
import { createContext } from './create-context.ts'
import { getPost } from './get-post.ts'
import { getReplies } from './get-replies.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let made: ReturnType<typeof createContext>

beforeAll(async () => {
  sandbox = await startSandbox()
  made = connect()
})
afterAll(async () => {
  await made.close()
  await sandbox.close()
})

function connect(env: Record<string, string> = {}) {
  return createContext(
    loadConfig({
      LOG_LEVEL: 'silent',
      FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
      SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
      TCO_BASE_URL: `${sandbox.url}/t.co`,
      ...env,
    }),
  )
}

const read = (text: Record<string, string>, context = made.context) =>
  getPost.run(parsePostRequest(text), context)
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'found',
    (error: XmdError) => error.code,
  )

interface Example {
  kind: string
  handle: string
  id: string
  url: string
  thread?: string[]
}

async function example(kind: string): Promise<Example> {
  const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as { examples: Example[] }
  const found = world.examples.find((candidate) => candidate.kind === kind)
  if (!found) throw new Error(`The world has no example of ${kind}`)
  return found
}

const faults = (list: object[]) =>
  fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(list) })

async function requests(): Promise<string[]> {
  const list = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as { path: string }[]
  return list.map(({ path }) => path)
}

test('a post by url, by handle and id, and by a t.co link is one answer', async () => {
  const byUrl = await read({ url: 'https://twitter.com/jack/status/20?s=20', thread: 'off' })
  expect(byUrl).toMatchObject({
    format: 'markdown',
    url: 'https://x.com/jack/status/20',
    compact: true,
    warnings: [],
    postCount: 1,
    source: 'fxtwitter',
    cache: 'miss',
  })
  expect(byUrl.markdown).toBe(
    '## jack (@jack)\n\nSource: <https://x.com/jack/status/20>\n\n> just setting up my twttr\n',
  )
  expect(Object.keys(byUrl)).toEqual([
    'format',
    'url',
    'markdown',
    'posts',
    'compact',
    'warnings',
    'postCount',
    'source',
    'cache',
    'fetched_at',
  ])
  const again = await read({ handle: 'jack', id: '020', thread: 'off' })
  expect(again).toEqual({ ...byUrl, cache: 'hit' })
})

test('a t.co link is resolved by one look, and only to X', async () => {
  const { url } = await example('t.co link to a post')
  const before = (await requests()).length
  const answer = await read({ url, thread: 'off' })
  expect(answer.url).toMatch(/^https:\/\/x\.com\//)
  const made = (await requests()).slice(before)
  expect(made.filter((path) => path.startsWith('/t.co/'))).toHaveLength(1)
  expect(await codeOf(read({ url: (await example('t.co link off X')).url }))).toBe('unsupported_host')
  expect(await codeOf(read({ url: 'https://t.co/nosuchcode' }))).toBe('invalid_url')
})

test('full and conversation are one entry of the cache', async () => {
  const { url } = await example('thread/short')
  expect((await read({ url })).cache).toBe('miss')
  expect((await read({ url, thread: 'conversation', format: 'obsidian' })).cache).toBe('hit')
  expect((await read({ url, nocache: '1' })).cache).toBe('bypass')
})

test('100 callers cause one upstream read, and after its time one more that none waits for', async () => {
  let now = Date.now()
  // The upstream that hangs below is given up soon.
  const config = { ...made.context.config, UPSTREAM_TIMEOUT_SECONDS: 2 }
  const { context, close } = createContext(config, { now: () => now })
  const call = () =>
    Promise.all(
      Array.from({ length: 100 }, () =>
        read({ url: 'https://x.com/jack/status/20', thread: 'off' }, context),
      ),
    )
  const counted = async () => {
    const before = (await requests()).length
    const answers = await call()
    return [answers.map(({ cache }) => cache), (await requests()).length - before]
  }
  expect(await counted()).toEqual([Array(100).fill('miss'), 1])
  expect(await counted()).toEqual([Array(100).fill('hit'), 0])
  now += 3_600_001
  // An upstream that never answers keeps nobody waiting.
  await faults([{ kind: 'hang', count: 1 }])
  const before = (await requests()).length
  expect((await call()).map(({ cache }) => cache)).toEqual(Array(100).fill('hit'))
  await expect.poll(async () => (await requests()).length - before).toBe(1)
  await faults([])
  await close()
})

test('replies go on beyond the first page of upstream, where that has more', async () => {
  const { id, handle } = await example('conversation/many-answers')
  const repliesOf = async (options: Record<string, string> = {}) => {
    const { posts } = await read({ handle, id, nocache: '1', ...options })
    return posts.filter(({ context }) => context === 'reply')
  }
  expect(await repliesOf()).toHaveLength(10)
  const onePage = await repliesOf({ max_posts: '100' })
  expect(onePage).toHaveLength(20)
  await faults([{ kind: 'conversation-page-2-404', fixed: true }])
  const all = await repliesOf({ max_posts: '100' })
  expect(all.length).toBeGreaterThan(80)
  expect(all.slice(0, 20).map((post) => post.id)).toEqual(onePage.map((post) => post.id))
  expect(new Set(all.map((post) => post.id)).size).toBe(all.length)
  const { posts } = await getReplies.run(
    { id, limit: 100, format: 'json', full: false, nocache: true },
    made.context,
  )
  expect(posts).toHaveLength(all.length)
  await faults([])
})

describe('a part that fails costs only itself, and is said', () => {
  const override = (body: object) =>
    fetch(`${sandbox.url}/_sandbox/overrides`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  afterEach(() => fetch(`${sandbox.url}/_sandbox/overrides`, { method: 'DELETE' }))
  const faults = [
    { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>secret</h1>' },
    {
      status: 404,
      body: { code: 404, status: null, thread: null, replies: null, author: null, cursor: null },
    },
    { status: 429, body: { code: 429, message: 'secret' } },
    { status: 200, body: 'not what it says' },
  ]
  test.each(faults)('the conversation answers $status', async (fault) => {
    const { id, handle } = await example('thread/short')
    await override({ path: `/fxtwitter/2/conversation/${id}`, ...fault })
    const answer = await read({ handle, id, nocache: 'true' })
    expect(answer.posts.map(({ context }) => context)).toEqual(['post', 'thread', 'thread', 'thread'])
    expect(answer.warnings).toEqual([
      'The conversation could not be read; parents and replies may be missing.',
    ])
    expect(answer.markdown).not.toContain('secret')
  })
  test.each(faults)('the thread answers $status', async (fault) => {
    const { id, handle } = await example('thread/short')
    await override({ path: `/fxtwitter/2/thread/${id}`, ...fault })
    const answer = await read({ handle, id, nocache: 'true' })
    expect(answer.posts.filter(({ context }) => context === 'post')).toHaveLength(1)
    expect(answer.warnings).toContain("The author's thread could not be read; posts below may be missing.")
  })
  test.each(faults)('both answer $status', async (fault) => {
    const { id, handle } = await example('thread/short')
    for (const route of ['thread', 'conversation'])
      await override({ path: `/fxtwitter/2/${route}/${id}`, ...fault })
    const answer = await read({ handle, id, nocache: 'true' })
    expect(answer.posts.map((post) => post.id)).toEqual([id])
    expect(answer.warnings).toEqual([
      'The thread and replies could not be read; only the post itself is shown.',
    ])
  })
  test("one route's deletion says nothing against a post that another gives", async () => {
    const { id, handle } = await example('thread/short')
    await override({
      path: `/fxtwitter/2/conversation/${id}`,
      status: 404,
      body: { code: 404, status: { type: 'tombstone', reason: 'deleted', id }, thread: null, author: null },
    })
    const answer = await read({ handle, id, nocache: 'true' })
    expect(answer.posts.map(({ context }) => context)).toEqual(['post', 'thread', 'thread', 'thread'])
    expect(answer.warnings).toHaveLength(1)
  })
  test('a poll closes while its post is cached', async () => {
    const { id, handle } = await example('poll/open')
    const asked = await read({ handle, id, thread: 'off' })
    const ends = Date.parse((asked.posts[0] as { poll: { ends_at: string } }).poll.ends_at)
    let now = ends - 60_000
    const { context, close } = createContext(made.context.config, { now: () => now })
    expect((await read({ handle, id, thread: 'off' }, context)).markdown).toContain('Poll (open until')
    now = ends + 60_000
    const later = await read({ handle, id, thread: 'off' }, context)
    expect(later.cache).toBe('hit')
    expect(later.markdown).toContain('Poll (closed')
    await close()
  })
  test('a partial answer is not kept for long', async () => {
    const { id, handle } = await example('thread/short')
    let now = Date.now()
    const partial = createContext(made.context.config, { now: () => now })
    await override({ path: `/fxtwitter/2/conversation/${id}`, status: 500, body: {}, times: 3 })
    expect((await read({ handle, id }, partial.context)).warnings).toHaveLength(1)
    expect((await read({ handle, id }, partial.context)).cache).toBe('hit')
    now += 61_000
    expect((await read({ handle, id }, partial.context)).warnings).toEqual([])
    await partial.close()
  })
})

describe('what cannot be read says why', () => {
  test.each([
    ['https://x.com/jack/status/9223372036854775808', 'not_found'],
    ['https://x.com/jack/status/1899954694652309999', 'not_found'],
  ])('%s is %s', async (url, code) => {
    expect(await codeOf(read({ url }))).toBe(code)
    expect(await codeOf(read({ url, thread: 'off' }))).toBe(code)
  })
  test.each([
    ['tombstone/deleted', 'not_found', /deleted/],
    ['tombstone/suspended', 'not_found', /suspended/],
    ['tombstone/protected', 'not_found', /protected/],
    ['tombstone/protected-in-words', 'not_found', /protected/],
    ['tombstone/deleted-without-trace', 'not_found', /no such post/],
    ['tombstone/never-existed', 'not_found', /no such post/],
  ])('%s is %s', async (kind, code, message) => {
    const { url } = await example(kind)
    for (const thread of ['off', 'full']) {
      await expect(read({ url, thread })).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      })
    }
  })
  test('a source that is down is not a deletion', async () => {
    const { context, close } = connect({
      FXTWITTER_BASE_URL: 'http://127.0.0.1:9',
      SYNDICATION_BASE_URL: 'http://127.0.0.1:9',
    })
    for (const thread of ['off', 'full']) {
      expect(await codeOf(read({ url: 'https://x.com/jack/status/20', thread }, context))).toBe(
        'upstream_unavailable',
      )
    }
    await close()
  })
  test('a confirmed miss is kept for a short while, an open one is not', async () => {
    const { url } = await example('tombstone/never-existed')
    const { context, close } = connect()
    const counted = async () => {
      const before = (await requests()).length
      const code = await codeOf(read({ url, thread: 'off' }, context))
      return [code, (await requests()).length - before]
    }
    expect(await counted()).toEqual(['not_found', 3])
    expect(await counted()).toEqual(['not_found', 0])
    await close()
    const open = connect({ SYNDICATION_BASE_URL: 'http://127.0.0.1:9' })
    for (let n = 0; n < 2; n++) {
      const before = (await requests()).length
      expect(await codeOf(read({ url, thread: 'off' }, open.context))).toBe('upstream_unavailable')
      expect((await requests()).length - before).toBe(1)
    }
    await open.close()
  })
  test('one miss and no second source is no deletion, either', async () => {
    const { context, close } = connect({ SYNDICATION_BASE_URL: 'http://127.0.0.1:9' })
    const { url } = await example('tombstone/never-existed')
    await expect(read({ url }, context)).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringMatching(/may exist/),
    })
    await close()
  })
  test('no post named', async () => {
    expect(await codeOf(read({}))).toBe('missing_url')
    expect(await codeOf(read({ handle: 'jack' }))).toBe('invalid_params')
  })
})

describe('when FxTwitter is no use', () => {
  afterEach(() => faults([]))
  test.each(['throttle-404', '5xx', 'html-200', 'truncated-json', 'reset', 'rate-limit'])(
    '%s: the second source answers, and says so',
    async (kind) => {
      await faults([{ door: 'fxtwitter', kind }])
      const { context, close } = connect()
      for (const thread of ['off', 'full']) {
        const answer = await read({ url: 'https://x.com/jack/status/20', thread }, context)
        expect(answer).toMatchObject({
          source: 'syndication',
          posts: [{ id: '20', text: 'just setting up my twttr' }],
        })
        expect(answer.warnings).toContain('Fetched via syndication fallback')
      }
      await close()
    },
  )
  test('a paid source is asked only where the free ones fail, and tells text and author', async () => {
    const keys = {
      CONTEXT_DEV_API_KEY: 'c',
      CONTEXT_DEV_BASE_URL: `${sandbox.url}/contextdev`,
      FIRECRAWL_API_KEY: 'f',
      FIRECRAWL_BASE_URL: `${sandbox.url}/firecrawl`,
    }
    const { context, close } = connect(keys)
    const { handle, id, url } = await example('text/multi-line')
    const paid = async () => (await requests()).filter((path) => /contextdev|firecrawl/.test(path)).length
    const text = (await read({ handle, id, thread: 'off', nocache: '1' }, context)).posts[0]?.text
    await expect(read({ url: (await example('tombstone/deleted')).url }, context)).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(
      read({ url: (await example('tombstone/never-existed')).url }, context),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await paid()).toBe(0)
    await faults([
      { door: 'fxtwitter', kind: 'throttle-404' },
      { door: 'syndication', kind: '5xx' },
    ])
    const answer = await read({ url, thread: 'off', nocache: '1' }, context)
    expect(answer).toMatchObject({
      source: 'contextdev',
      posts: [{ id, text, author: { screen_name: handle } }],
    })
    expect(answer.warnings).toContain('Fetched via contextdev fallback')
    await faults([
      { door: 'fxtwitter', kind: 'throttle-404' },
      { door: 'syndication', kind: '5xx' },
      { door: 'contextdev', kind: 'no-credits' },
    ])
    expect(await read({ url, thread: 'off', nocache: '1' }, context)).toMatchObject({
      source: 'firecrawl',
      posts: [{ id, text }],
    })
    // X's own "does not exist" is no post, and proves no deletion.
    expect(await codeOf(read({ url: (await example('tombstone/deleted')).url, nocache: '1' }, context))).toBe(
      'upstream_unavailable',
    )
    await close()
  })
  test('a deletion that the second source confirms is one', async () => {
    await faults([{ door: 'fxtwitter', kind: 'throttle-404' }])
    const { context, close } = connect()
    expect(await codeOf(read({ url: (await example('tombstone/deleted')).url }, context))).toBe('not_found')
    expect(await codeOf(read({ url: (await example('tombstone/never-existed')).url }, context))).toBe(
      'not_found',
    )
    await close()
  })
  test('a post that is cut on one route is completed from another', async () => {
    const { handle, id } = await example('long/plain')
    const whole = (await read({ handle, id, thread: 'off', nocache: '1' })).posts[0]
    await faults([
      { door: 'fxtwitter', path: '/2/thread/**', kind: 'long-posts-cut' },
      { door: 'fxtwitter', path: '/2/conversation/**', kind: 'long-posts-cut' },
    ])
    const answer = await read({ handle, id, nocache: '1' })
    expect(answer.posts[0]).toMatchObject({ text: (whole as { text: string }).text, context: 'post' })
    expect(answer.warnings).toEqual([])
  })
  test('a cut post that is all that could be read is said to be both', async () => {
    const { handle, id } = await example('long/plain')
    await faults([
      { door: 'fxtwitter', path: '/2/thread/**', kind: 'throttle-404' },
      { door: 'fxtwitter', path: '/2/conversation/**', kind: 'throttle-404' },
      { door: 'fxtwitter', path: '/2/status/**', kind: 'long-posts-cut' },
    ])
    expect((await read({ handle, id, nocache: '1' })).warnings).toEqual([
      'The thread and replies could not be read; only the post itself is shown.',
      `The text of post ${id} is cut by its source.`,
    ])
  })
  test('a post that is cut everywhere is shown as cut', async () => {
    const { handle, id } = await example('long/plain')
    await faults([{ door: 'fxtwitter', kind: 'long-posts-cut' }])
    const answer = await read({ handle, id, thread: 'off', nocache: '1' })
    expect(answer.posts[0]).toMatchObject({ truncated: true })
    expect(answer.markdown).toContain('Only the beginning of the text is known')
    expect(answer.warnings).toEqual([`The text of post ${id} is cut by its source.`])
  })
})

test('replies are direct ones, newest first', async () => {
  const { id } = await example('thread/short')
  const { posts, resource, page, limit } = await getReplies.run(
    { id, limit: 2, format: 'json', full: false, nocache: false },
    made.context,
  )
  expect({ resource, page, limit }).toEqual({ resource: 'replies', page: 1, limit: 2 })
  expect(posts.length).toBeGreaterThan(0)
  expect(posts.every((post) => post.replying_to?.status === id)).toBe(true)
  const times = posts.map((post) => post.created_timestamp ?? 0)
  expect(times).toEqual([...times].sort((a, b) => b - a))
})
