import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startClient } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
let handle: string
let id: string
let permalink: string
beforeAll(async () => {
  x = await startClient()
  ;({ handle, id } = x.example('thread/short'))
  permalink = `/${handle}/status/${id}?`
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

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
      expect([status, text]).toEqual([200, (await x.ask(permalink)).text])
    },
  )
})
