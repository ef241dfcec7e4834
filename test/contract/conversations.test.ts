import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, startClient } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
let permalink: string
beforeAll(async () => {
  x = await startClient()
  const { handle, id } = x.example('thread/short')
  permalink = `/${handle}/status/${id}?`
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

const MARKDOWN = 'text/markdown; charset=utf-8'

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
    expect((await x.ask(`${permalink}&format=json&full=${value}`)).json.compact).toBe(compact)
  })

  test('a note is never compact', async () => {
    const note = await x.ask(`${permalink}&format=obsidian`)
    expect(head(note, 'content-type')).toEqual([MARKDOWN])
    const [, matter = ''] = /^---\n(.*?)\n---\n/s.exec(note.text) ?? []
    for (const key of ['source', 'author', 'author_handle', 'published', 'tags']) {
      expect(matter).toMatch(new RegExp(`^${key}:`, 'm'))
    }
    const full = await x.ask(`${permalink}&format=obsidian&full=true`)
    expect(full.text).toBe(note.text)
  })
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
