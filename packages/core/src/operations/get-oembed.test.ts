import { describe, expect, test } from 'vitest'
import { getOembed, parseOembedRequest } from './get-oembed.ts'
import type { Context } from './operation.ts'

const SITE = 'https://x.example'
const document = (options: Record<string, string>) =>
  getOembed.run(parseOembedRequest(options, SITE), {} as Context)

describe('an oEmbed document', () => {
  test('is there without any parameter', async () => {
    expect(await document({})).toEqual({
      author_name: 'i',
      author_url: 'https://x.com/i/status/0',
      provider_name: 'x.md',
      provider_url: SITE,
      title: 'Embed',
      type: 'link',
      version: '1.0',
    })
  })

  test.each([
    ['https://x.com/jack/status/20', 'https://x.com/jack/status/20'],
    ['https://fxtwitter.com/jack/status/20/photo/1?s=1', 'https://x.com/jack/status/20'],
    [`${SITE}/i/web/status/20`, 'https://x.com/i/status/20'],
    ['https://x.com/jack', 'https://x.com/i/status/0'],
    ['nope', 'https://x.com/i/status/0'],
    ['javascript:alert(1)', 'https://x.com/i/status/0'],
  ])('of %s leads to %s', async (url, author_url) => {
    expect(await document({ url })).toMatchObject({ author_url })
  })

  test('takes author and status before the url, and refuses impossible ones', async () => {
    const url = 'https://x.com/jack/status/20'
    expect(await document({ url, author: 'jill', status: '21' })).toMatchObject({
      author_url: 'https://x.com/jill/status/21',
    })
    expect(await document({ author: 'a'.repeat(16), status: '1' })).toMatchObject({
      author_url: 'https://x.com/i/status/1',
    })
    expect(await document({ author: '"><b>', status: '1'.repeat(26) })).toMatchObject({
      author_url: 'https://x.com/i/status/0',
    })
  })

  test('with a provider is rich and leads to the post', async () => {
    const url = 'https://x.com/jack/status/20'
    expect(await document({ url, provider: '3 likes' })).toMatchObject({
      provider_name: '3 likes',
      provider_url: url,
      type: 'rich',
    })
  })

  test('keeps its lines short and clean', async () => {
    const { author_name, provider_name } = await document({
      text: `<script>\u0000\u202ea\n${'🦊'.repeat(300)}`,
      provider: `<p>${'x'.repeat(100)}`,
    })
    expect(author_name).toMatch(/^scripta 🦊+$/u)
    expect(author_name.length).toBeLessThanOrEqual(200)
    expect(author_name.isWellFormed()).toBe(true)
    expect(provider_name).toBe(`p${'x'.repeat(59)}`)
  })
})
