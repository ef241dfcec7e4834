import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, startClient } from './client.ts'

let x: Client
let handle: string
let id: string
/** The ways to name one post, each open for more options. */
let forms: Record<'permalink' | 'versioned' | 'byUrl' | 'alias' | 'aliasByUrl', string>
beforeAll(async () => {
  x = await startClient()
  ;({ handle, id } = x.example('thread/short'))
  const url = encodeURIComponent(`https://x.com/${handle}/status/${id}`)
  forms = {
    permalink: `/${handle}/status/${id}?`,
    versioned: `/api/v1/posts?handle=${handle}&id=${id}`,
    byUrl: `/api/v1/posts?url=${url}`,
    alias: `/api/convert?handle=${handle}&id=${id}`,
    aliasByUrl: `/api/convert?url=${url}`,
  }
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

const KEYS = [
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
]
const JSON_TYPE = 'application/json; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

describe('all forms of a post read', () => {
  test.each([
    '',
    '&format=json',
    '&format=obsidian',
    '&thread=off',
    '&thread=2&format=json',
    '&context=thread&replies=off',
    '&replies=recent&format=json',
    '&full=true&userinfo=all',
  ])('give the same bytes for %s', async (options) => {
    // The first read fills the cache, which the JSON tells of.
    await x.ask(forms.permalink + options)
    const bodies = new Map<string, string>()
    for (const [name, form] of Object.entries(forms)) bodies.set((await x.ask(form + options)).text, name)
    expect([...bodies.values()]).toHaveLength(1)
    expect([...bodies.keys()][0]?.length).toBeGreaterThan(50)
  })

  test('have the keys of a conversion, in order, compact and with what was counted', async () => {
    const { json, headers, text } = await x.ask(`${forms.versioned}&format=json`)
    expect(Object.keys(json)).toEqual(KEYS)
    expect(json).toMatchObject({
      format: 'json',
      url: `https://x.com/${handle}/status/${id}`,
      compact: true,
      warnings: [],
      source: 'fxtwitter',
    })
    expect(json.postCount).toBe(json.posts.length)
    expect(headers.get('x-post-count')).toBe(String(json.posts.length))
    expect(new Date(json.fetched_at).toISOString()).toMatch(/^20/)
    expect(text).toBe(JSON.stringify(json))
    const contexts = json.posts.map(({ context }: { context: string }) => context)
    expect(contexts.filter((context: string) => context === 'post')).toHaveLength(1)
    for (const context of contexts) expect(['parent', 'post', 'thread', 'reply']).toContain(context)
  })

  test('give a post the fields of FxTwitter, and its own beside them', async () => {
    const { json } = await x.ask(`${forms.permalink}&format=json&thread=off`)
    const [post] = json.posts
    expect(json.posts).toHaveLength(1)
    expect(post).toMatchObject({ id, url: json.url, context: 'post', author: { screen_name: handle } })
    expect(post.retweets).toBe(post.reposts)
    for (const key of ['text', 'created_at', 'created_timestamp', 'likes', 'replies', 'author']) {
      expect(post).toHaveProperty(key)
    }
  })

  test('give media with its text, milliseconds and variants', async () => {
    const video = x.example('media/video')
    const { json } = await x.ask(`/${video.handle}/status/${video.id}?format=json&thread=off`)
    const [film] = json.posts[0].media.videos
    expect(film.duration_ms).toBe(Math.round(film.duration * 1000))
    expect(film.variants.length).toBeGreaterThan(0)
    const types = film.variants.map((variant: { content_type: string }) => variant.content_type)
    expect(types).toContain('video/mp4')
    const plain = x.example('text/plain')
    const bare = await x.ask(`/${plain.handle}/status/${plain.id}?format=json&thread=off`)
    expect(bare.json.posts[0].media).toBeUndefined()
  })

  test('keep fetched_at on a hit', async () => {
    const first = await x.ask(`${forms.permalink}&thread=3&format=json`)
    const second = await x.ask(`${forms.permalink}&thread=3&format=json`)
    expect([first.json.cache, second.json.cache]).toEqual(['miss', 'hit'])
    expect(second.json.fetched_at).toBe(first.json.fetched_at)
  })
})

describe('the head of a post', () => {
  test('tells source, counts, cache and who may keep it', async () => {
    const options = '&thread=4'
    const fields = ['vary', 'x-converter', 'x-source', 'x-warnings', 'x-cache', 'cache-control']
    const first = await x.ask(forms.versioned + options)
    expect(head(first, ...fields)).toEqual([
      'Accept, User-Agent',
      'x-md',
      'fxtwitter',
      expect.stringMatching(/^\d+$/),
      'MISS',
      'public, max-age=0, must-revalidate',
    ])
    expect(head(await x.ask(forms.permalink + options), 'x-cache')).toEqual(['HIT'])
    const { headers } = await x.ask(`${forms.permalink}&thread=off`)
    expect(headers.get('cdn-cache-control')).toBe('public, s-maxage=3600, stale-while-revalidate=86400')
  })

  test.each(['true', '1', 'yes', 'TRUE'])('nocache=%s reads anew, and nobody keeps that', async (value) => {
    await x.ask(`${forms.permalink}&thread=off`)
    const answer = await x.ask(`${forms.permalink}&thread=off&nocache=${value}`)
    expect(head(answer, 'x-cache', 'cache-control', 'cdn-cache-control')).toEqual([
      'BYPASS',
      'no-store',
      null,
    ])
  })

  test.each(['false', '0', 'no', 'on', 'maybe', ''])(
    'nocache=%s does not, and is no error',
    async (value) => {
      await x.ask(`${forms.permalink}&thread=off`)
      expect(head(await x.ask(`${forms.permalink}&thread=off&nocache=${value}`), 'x-cache')).toEqual(['HIT'])
    },
  )
})

describe('which form is written', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  test.each([
    ['', undefined, MARKDOWN],
    ['', '*/*', MARKDOWN],
    ['', 'text/*', MARKDOWN],
    ['', 'text/markdown', MARKDOWN],
    ['', 'text/plain', 'text/plain; charset=utf-8'],
    ['', 'application/json', JSON_TYPE],
    ['', 'application/json;q=0.4, text/markdown;q=0.5', MARKDOWN],
    ['', 'application/json, text/markdown;q=0.5', JSON_TYPE],
    ['', BROWSER, 'text/html; charset=utf-8'],
    ['', 'text/markdown;q=0, */*', JSON_TYPE],
    ['&format=json', 'text/markdown', JSON_TYPE],
    ['&format=JSON', BROWSER, JSON_TYPE],
    ['&format=markdown', 'application/json', MARKDOWN],
    ['&format=markdown', 'image/png', MARKDOWN],
    ['&format=', 'application/json', JSON_TYPE],
    ['&format=%20', 'application/json', JSON_TYPE],
    ['&format=json&format=json', undefined, MARKDOWN],
  ])('%s with Accept %s is %s', async (query, accept, type) => {
    for (const form of [forms.permalink, forms.versioned]) {
      const answer = await x.ask(form + query, accept === undefined ? {} : { accept })
      expect([answer.status, ...head(answer, 'content-type')]).toEqual([200, type])
    }
  })

  test('JSON that only Accept asked for echoes the parameter that was not given', async () => {
    expect((await x.ask(forms.versioned, { accept: 'application/json' })).json.format).toBe('markdown')
    expect((await x.ask(`${forms.versioned}&format=json`)).json.format).toBe('json')
  })

  test('a reader of previews gets HTML, unless it says what else it wants', async () => {
    const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' }
    const preview = await x.ask(forms.permalink, bot)
    expect(head(preview, 'content-type', 'x-embed', 'vary', 'x-converter')).toEqual([
      'text/html; charset=utf-8',
      '1',
      'Accept, User-Agent',
      'x-md',
    ])
    const asJson = await x.ask(`${forms.permalink}&format=json`, bot)
    expect(head(asJson, 'content-type', 'x-embed')).toEqual([JSON_TYPE, null])
    const byAccept = await x.ask(forms.permalink, { ...bot, accept: 'application/json' })
    expect(head(byAccept, 'content-type', 'x-embed')).toEqual([JSON_TYPE, null])
    const bird = await x.ask(forms.permalink, { 'user-agent': 'Twitterbot/1.0' })
    expect(head(bird, 'content-type', 'x-embed')).toEqual([MARKDOWN, null])
  })
})
