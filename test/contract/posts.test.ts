import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, startClient } from './client.ts'

let x: Client
let handle: string
let id: string
/** The three ways to name one post; all but the first keep room for more parameters. */
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

describe('how much is read', () => {
  test('thread absent, empty, full and conversation are one entry of the cache', async () => {
    const own = x.example('thread/two')
    const path = `/${own.handle}/status/${own.id}`
    const seen = []
    for (const query of ['', '?thread=', '?thread=full', '?thread=conversation', '?thread=FULL']) {
      seen.push((await x.ask(path + query)).headers.get('x-cache'))
    }
    expect(seen).toEqual(['MISS', 'HIT', 'HIT', 'HIT', 'HIT'])
  })

  test.each(['2', '5', '100'])('thread=%s is a count, and the post itself stays', async (count) => {
    const long = x.example('thread/long')
    const { status, json } = await x.ask(`/${long.handle}/status/${long.id}?format=json&thread=${count}`)
    expect(status).toBe(200)
    expect(json.postCount).toBeLessThanOrEqual(Number(count))
    const focal = json.posts.filter(({ context }: { context: string }) => context === 'post')
    expect(focal.map((post: { id: string }) => post.id)).toEqual([long.id])
    if (count === '2') expect(json.warnings).toContain('Thread truncated to 2 posts.')
  })

  test('context=thread keeps the author alone, and reads no replies', async () => {
    const answer = x.example('conversation/ancestors-of-two-authors')
    const path = `/${answer.handle}/status/${answer.id}?format=json`
    const authors = (json: { posts: { author: { screen_name: string } }[] }) =>
      new Set(json.posts.map(({ author }) => author.screen_name.toLowerCase()))
    expect(authors((await x.ask(path)).json).size).toBeGreaterThan(1)
    const { json } = await x.ask(`${path}&context=thread`)
    expect([...authors(json)]).toEqual([answer.handle.toLowerCase()])
    expect(json.posts.some(({ context }: { context: string }) => context === 'reply')).toBe(false)
  })

  test('replies are direct ones, ten of them by default, by likes or by time, or none', async () => {
    const asked = x.example('conversation/many-answers')
    const repliesOf = async (query: string) => {
      const { json } = await x.ask(`/${asked.handle}/status/${asked.id}?format=json${query}`)
      return json.posts.filter(({ context }: { context: string }) => context === 'reply')
    }
    const byDefault = await repliesOf('')
    expect(byDefault).toHaveLength(10)
    for (const reply of byDefault) expect(reply.replying_to.status).toBe(asked.id)
    const likes = byDefault.map((reply: { likes: number }) => reply.likes)
    expect(likes).toEqual(likes.toSorted((one: number, other: number) => other - one))
    expect(await repliesOf('&replies=top')).toEqual(byDefault)
    const times = (await repliesOf('&replies=recent')).map(
      (reply: { created_timestamp: number }) => reply.created_timestamp,
    )
    expect(times).toHaveLength(10)
    expect(times).toEqual(times.toSorted((one: number, other: number) => other - one))
    expect(await repliesOf('&replies=off')).toEqual([])
  })

  test('userinfo is off, of the author, or of all', async () => {
    const asked = x.example('conversation/ancestors-of-two-authors')
    const path = `/${asked.handle}/status/${asked.id}?format=json&replies=off`
    const { json } = await x.ask(path)
    const people = new Map<string, string>(
      json.posts.map(({ author }: { author: { screen_name: string; description: string } }) => [
        author.screen_name,
        author.description.split(' ').slice(0, 2).join(' '),
      ]),
    )
    expect(people.size).toBeGreaterThan(1)
    const described = async (userinfo: string) => {
      const { markdown } = (await x.ask(`${path}&userinfo=${userinfo}`)).json
      return [...people].filter(([, bio]) => markdown.includes(bio)).map(([name]) => name)
    }
    expect(await described('off')).toEqual([])
    expect(await described('author')).toEqual([asked.handle])
    expect(await described('all')).toEqual([...people.keys()])
  })

  test.each([
    ['true', false],
    ['1', false],
    ['yes', false],
    ['Yes', false],
    ['false', true],
    ['0', true],
    ['on', true],
    ['', true],
    ['true&full=true', true],
  ])('full=%s makes compact %s', async (value, compact) => {
    expect((await x.ask(`${forms.permalink}&format=json&full=${value}`)).json.compact).toBe(compact)
  })

  test('a note is never compact', async () => {
    const note = await x.ask(`${forms.permalink}&format=obsidian`)
    expect(head(note, 'content-type')).toEqual([MARKDOWN])
    const [, matter = ''] = /^---\n(.*?)\n---\n/s.exec(note.text) ?? []
    for (const key of ['source', 'author', 'author_handle', 'published', 'tags']) {
      expect(matter).toMatch(new RegExp(`^${key}:`, 'm'))
    }
    const full = await x.ask(`${forms.permalink}&format=obsidian&full=true`)
    expect(full.text).toBe(note.text)
  })
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

describe('which post is meant', () => {
  test.each([
    'https://x.com/{handle}/status/{id}',
    'http://www.x.com/{handle}/status/{id}/',
    'https://twitter.com/{handle}/status/{id}?s=20&t=abc',
    'https://www.twitter.com/{handle}/status/{id}#m',
    'https://mobile.twitter.com/{handle}/status/{id}',
    '  https://x.com/{handle}/status/{id}  ',
    'https://x.com:8443/{handle}/status/{id}',
    'https://X.COM/{handle}/status/{id}/photo/1',
    'https://x.com/{handle}/status/{id}/video/12/',
    'https://x.com/i/status/{id}',
    'http://localhost/{handle}/status/{id}',
    'http://127.0.0.1:8787/{handle}/status/{id}',
  ])('url=%s', async (url) => {
    const named = encodeURIComponent(url.replace('{handle}', handle).replace('{id}', id))
    const { status, json } = await x.ask(`/api/v1/posts?url=${named}&thread=off&format=json`)
    expect([status, json.url]).toEqual([200, `https://x.com/${handle}/status/${id}`])
  })

  test('url comes before handle and id; an @ before the handle does not matter', async () => {
    const url = encodeURIComponent(`https://x.com/${handle}/status/${id}`)
    const both = await x.ask(`/api/v1/posts?url=${url}&handle=jack&id=20&thread=off&format=json`)
    expect(both.json.posts[0].id).toBe(id)
    for (const path of [
      `/api/v1/posts?handle=@${handle}&id=${id}&thread=off`,
      `/api/v1/posts?handle=%40${handle.toUpperCase()}&id=${id}&thread=off`,
      `/@${handle}/status/${id}?thread=off`,
    ]) {
      expect((await x.ask(path)).status).toBe(200)
    }
  })

  test('a permalink means the post in its path, whatever its query says', async () => {
    const query = '?url=https://x.com/jack/status/20&handle=jack&id=20&thread=off&format=json'
    const { json } = await x.ask(`/${handle}/status/${id}${query}`)
    expect(json.posts[0].id).toBe(id)
  })

  test('the service reads its own permalinks, under the name that it is known by', async () => {
    const own = await startClient({ X_MD_PUBLIC_URL: 'https://x.example' })
    const url = encodeURIComponent('https://x.example/jack/status/20')
    expect((await own.ask(`/api/v1/posts?url=${url}&thread=off`)).status).toBe(200)
    await own.close()
  })

  test.each([
    ['/api/v1/posts', 'missing_url'],
    ['/api/v1/posts?url=', 'missing_url'],
    ['/api/v1/posts?url=https://x.com/jack/status/20&url=https://x.com/jack/status/20', 'missing_url'],
    ['/api/v1/posts?url=nope', 'invalid_url'],
    ['/api/v1/posts?url=https://example.com/jack/status/20', 'unsupported_host'],
    ['/api/v1/posts?url=https://fxtwitter.com/jack/status/20', 'unsupported_host'],
    ['/api/v1/posts?url=https://vxtwitter.com/jack/status/20', 'unsupported_host'],
    ['/api/v1/posts?url=https://nitter.net/jack/status/20', 'unsupported_host'],
    ['/api/v1/posts?url=https://x.com.example.com/jack/status/20', 'unsupported_host'],
    ['/api/v1/posts?url=https://x.com/jack', 'invalid_path'],
    ['/api/v1/posts?url=https://x.com/search?q=a', 'invalid_path'],
    ['/api/v1/posts?url=https://x.com/jack/statuses/20', 'invalid_path'],
    ['/api/v1/posts?url=https://x.com/jack/status/20/photo/0', 'invalid_path'],
    ['/api/v1/posts?url=https://x.com/jack/status/abc', 'invalid_path'],
    ['/api/v1/posts?url=https://x.com/no-handle/status/20', 'invalid_path'],
    ['/api/v1/posts?handle=jack', 'invalid_params'],
    ['/api/v1/posts?id=20', 'invalid_params'],
    ['/api/v1/posts?handle=jack&id=abc', 'invalid_params'],
    ['/api/v1/posts?handle=j-k&id=20', 'invalid_params'],
    ['/api/v1/posts?handle=sixteen_letters_&id=20', 'invalid_params'],
    ['/api/v1/posts?handle=%C3%A9t%C3%A9&id=20', 'invalid_params'],
    ['/api/v1/posts?handle=jack&id=20&id=20', 'invalid_params'],
    ['/jack/status/abc', 'invalid_params'],
    ['/%C3%A9t%C3%A9/status/20', 'invalid_params'],
    ['/日本/status/20', 'invalid_params'],
    ['/no-handle/status/20', 'invalid_params'],
    ['/jack/status/20?thread=1', 'invalid_thread'],
    ['/jack/status/20?thread=0', 'invalid_thread'],
    ['/jack/status/20?thread=101', 'invalid_thread'],
    ['/jack/status/20?thread=-1', 'invalid_thread'],
    ['/jack/status/20?thread=abc', 'invalid_thread'],
    ['/jack/status/20?thread=200', 'invalid_thread'],
    ['/jack/status/20?context=x', 'invalid_context'],
    ['/jack/status/20?replies=x', 'invalid_replies'],
    ['/jack/status/20?userinfo=x', 'invalid_userinfo'],
    ['/jack/status/20?format=xml', 'invalid_format'],
  ])('%s is %s, and asks nobody', async (path, code) => {
    const before = (await x.asked()).length
    const { status, json } = await x.ask(path)
    expect([status, json.code]).toEqual([400, code])
    expect((await x.asked()).length).toBe(before)
    if (code === 'invalid_thread') expect(json.detail).toContain('conversation')
  })

  test.each(['context', 'replies', 'userinfo', 'thread', 'format'])(
    'a repeated or empty %s counts as absent',
    async (name) => {
      for (const query of [`${name}=&`, `${name}=x&${name}=y&`, `${name}=x&${name}=x&${name}=x&`]) {
        expect((await x.ask(`/jack/status/20?${query}`)).status).toBe(200)
      }
    },
  )

  test.each(['/photo/1', '/video/1', '/photo/4/', '/'])(
    '%s after a permalink is the same post',
    async (end) => {
      const { status, text } = await x.ask(`/${handle}/status/${id}${end}`)
      expect([status, text]).toEqual([200, (await x.ask(forms.permalink)).text])
    },
  )
})

describe('what cannot be read', () => {
  test('a protected post is not found, and no other source is tried', async () => {
    const gone = x.example('tombstone/protected')
    const before = (await x.asked('/syndication')).length
    const { status, json } = await x.ask(`/${gone.handle}/status/${gone.id}?thread=off`)
    expect([status, json.code]).toEqual([404, 'not_found'])
    expect((await x.asked('/syndication')).length).toBe(before)
  })

  test('a post that only one source has missed is not known to be missing', async () => {
    const { id: missing, handle: by } = x.example('text/no-hashtags')
    await x.tell(`status/${missing}`, { status: 404, body: { code: 404, message: 'NOT_FOUND' } })
    const path = `/${by}/status/${missing}?thread=off&format=json`
    const { status, json } = await x.ask(path)
    expect([status, json.source]).toEqual([200, 'syndication'])
    expect(json.warnings.some((text: string) => text.startsWith('Fetched via syndication fallback'))).toBe(
      true,
    )
    const never = x.example('tombstone/never-existed')
    expect((await x.ask(`/${never.handle}/status/${never.id}?thread=off`)).status).toBe(404)
  })

  test('a conversation that fails leaves the post, with a warning and without replies', async () => {
    const asked = x.example('conversation/many-answers')
    await x.tell(`conversation/${asked.id}`, { status: 500, body: { code: 500 } })
    const path = `/${asked.handle}/status/${asked.id}?format=json&nocache=1`
    const { status, json, headers } = await x.ask(path)
    expect(status).toBe(200)
    expect(json.posts.some(({ context }: { context: string }) => context === 'reply')).toBe(false)
    expect(headers.get('x-warnings')).toBe(String(json.warnings.length))
    await x.tell(`thread/${asked.id}`, { status: 500, body: { code: 500 } })
    const alone = await x.ask(path)
    expect([alone.status, alone.json.posts.map((post: { id: string }) => post.id)]).toEqual([200, [asked.id]])
    expect(alone.json.warnings.length).toBeGreaterThan(0)
  })

  test('a thread that fails leaves the post, with a warning', async () => {
    const asked = x.example('thread/under-anothers-post')
    await x.tell(`thread/${asked.id}`, { status: 500, body: { code: 500 } })
    const { status, json } = await x.ask(`/${asked.handle}/status/${asked.id}?format=json`)
    expect(status).toBe(200)
    expect(json.posts.map((post: { id: string }) => post.id)).toContain(asked.id)
    expect(json.warnings.length).toBeGreaterThan(0)
  })

  test('an answer with a warning is kept by others for a minute only', async () => {
    const long = x.example('thread/long')
    const { headers } = await x.ask(`/${long.handle}/status/${long.id}?thread=2`)
    expect(headers.get('cdn-cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=86400')
  })

  test.each([
    [429, { 'retry-after': '7' }, 503, 'upstream_rate_limited', '7'],
    [500, {}, 502, 'upstream_error', null],
  ])('a source that answers %i to all is %s', async (told, headers, status, code, wait) => {
    // A source that throttles is left alone for a while, so each row has a service of its own.
    const own = await startClient()
    const faults = [{ kind: told === 429 ? 'rate-limit' : '5xx', status: told, headers }]
    await fetch(`${own.sandbox}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(faults) })
    const answer = await own.ask('/jack/status/20?thread=off&format=json')
    await own.close()
    expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([status, code, wait])
    expect(answer.json.retry_after).toBe(wait === null ? undefined : Number(wait))
    expect(answer.headers.get('x-request-id')).toMatch(/\S/)
  })
})
