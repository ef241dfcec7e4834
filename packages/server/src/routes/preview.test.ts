import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ X_MD_PUBLIC_URL: 'https://x.example' })
})
afterAll(() => service.close())

const DISCORD = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'
const SLACK = 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'
const TELEGRAM = 'TelegramBot (like TwitterBot)'

/** The tags of a preview: what a chat program reads of it, each name with its values. */
async function preview(kind: string, userAgent = DISCORD): Promise<Record<string, string[]>> {
  const { handle, id } = service.example(kind)
  const answer = await service.get(`/${handle}/status/${id}`, { 'user-agent': userAgent })
  expect([answer.status, answer.headers.get('x-embed')]).toEqual([200, '1'])
  const tags: Record<string, string[]> = {}
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('attrs' in node && ['meta', 'link'].includes(node.tagName)) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
      const name = attributes.property ?? attributes.name ?? attributes.rel
      const value = attributes.content ?? attributes.href
      if (name && value) tags[name] = [...(tags[name] ?? []), value]
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(await answer.text()))
  return tags
}

describe('who gets a preview', () => {
  test.each([
    DISCORD,
    SLACK,
    TELEGRAM,
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0 A',
    'facebookexternalhit/1.1',
    'facebot',
    'LinkedInBot/1.0',
    'SkypeUriPreview Preview/0.5',
    'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
    'Pinterest/0.2',
    'redditbot/1.0',
    'Embedly/0.2',
    'Iframely/1.3.1',
    'Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)',
    'Mozilla/5.0 (compatible; revoltchat/1.0)',
    'MatrixPreviewBot/1.0',
  ])('%s', async (userAgent) => {
    const answer = await service.get('/jack/status/20', { 'user-agent': userAgent })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-embed': '1',
      vary: 'Accept, User-Agent',
      'x-source': 'fxtwitter',
    })
  })

  test.each([
    'curl/8.7.1',
    'Twitterbot/1.0',
    'Mozilla/5.0 Discord/0.0.300 Chrome/131',
    'Mozilla/5.0 Telegram iOS',
  ])('not %s', async (userAgent) => {
    const answer = await service.get('/jack/status/20', { 'user-agent': userAgent })
    expect(answer.headers.has('x-embed')).toBe(false)
  })

  test.each([
    ['?format=json', {}, 'application/json; charset=utf-8'],
    ['?format=markdown', {}, 'text/markdown; charset=utf-8'],
    ['', { accept: 'application/json' }, 'application/json; charset=utf-8'],
    ['', { accept: 'text/markdown, text/html;q=0.5' }, 'text/markdown; charset=utf-8'],
    ['', { accept: 'text/html, application/json;q=0.5' }, 'text/html; charset=utf-8'],
    ['', { accept: 'image/*' }, 'text/html; charset=utf-8'],
  ])('a wish wins: %s %o', async (query, headers, type) => {
    const answer = await service.get(`/jack/status/20${query}`, { 'user-agent': DISCORD, ...headers })
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('x-embed')).toBe(type.startsWith('text/html') ? '1' : null)
  })

  test('the kept bytes of one reader are not given to another', async () => {
    const { handle, id } = service.example('media/four-photos')
    const images = async (userAgent: string) => {
      const answer = await service.get(`/${handle}/status/${id}`, { 'user-agent': userAgent })
      return (await answer.text()).match(/"og:image"/g)?.length
    }
    for (const _ of [1, 2]) {
      expect(await images(DISCORD)).toBe(4)
      expect(await images(TELEGRAM)).toBe(1)
    }
  })
})

describe('what a preview shows', () => {
  test('a post: author, words, avatar, and where it is', async () => {
    const tags = await preview('first-post/jack-20')
    expect(tags).toMatchObject({
      'og:title': ['jack (@jack)'],
      'og:description': ['just setting up my twttr'],
      'og:site_name': ['x.md'],
      'og:url': ['https://x.com/jack/status/20'],
      canonical: ['https://x.com/jack/status/20'],
      'theme-color': ['#1d9bf0'],
      'twitter:card': ['summary'],
    })
    expect(tags['og:image']).toHaveLength(1)
    const oembed = new URL(tags.alternate![0]!)
    expect(oembed.origin + oembed.pathname).toBe('https://x.example/oembed')
    const document = await (await service.get(oembed.pathname + oembed.search)).json()
    expect(document).toMatchObject({
      author_url: 'https://x.com/jack/status/20',
      author_name: expect.stringMatching(/^[\d,]+ replies · [\d,]+ reposts · [\d,]+ likes$/),
    })
  })

  test('photos: several for who shows several, with sizes and alt text', async () => {
    const tags = await preview('media/four-photos')
    expect(tags['og:image']).toHaveLength(4)
    expect(tags['og:image:width']).toHaveLength(4)
    expect(tags['twitter:card']).toEqual(['summary_large_image'])
    expect((await preview('media/four-photos', 'MatrixPreviewBot'))['og:image']).toHaveLength(4)
    expect((await preview('media/four-photos', TELEGRAM))['og:image']).toHaveLength(1)
    expect((await preview('media/alt-text'))['og:image:alt']).toHaveLength(1)
  })

  test('a video as a file with its still; only the still for Slack', async () => {
    const tags = await preview('media/video')
    expect(tags['og:video']![0]).toMatch(/^https?:\S+\.mp4(?:\?|$)/)
    expect(tags['og:video:type']).toEqual(['video/mp4'])
    expect(Number(tags['og:video:width']![0])).toBeGreaterThan(0)
    expect(tags['og:image']).toHaveLength(1)
    expect(tags['twitter:card']).toEqual(['player'])
    const oembed = await (await service.get(new URL(tags.alternate![0]!).href.slice(17))).json()
    expect(oembed).toMatchObject({ type: 'rich', author_name: 'Down in eleven seconds' })
    const slack = await preview('media/video', SLACK)
    expect(slack['og:video']).toBeUndefined()
    expect(slack['og:image']).toEqual(tags['og:image'])
    expect(slack['twitter:card']).toEqual(['summary_large_image'])
  })

  test('never a playlist', async () => {
    const tags = await preview('media/video-playlist-only')
    expect(tags['og:video']).toBeUndefined()
    expect(tags['og:image']).toHaveLength(1)
  })

  test('a poll, a quote, a note, and whom it answers, in words', async () => {
    const description = async (kind: string) => (await preview(kind))['og:description']![0]
    expect(await description('poll/closed')).toMatch(/• .+ — [\d.]+%\n/)
    expect(await description('quote/plain')).toMatch(
      /^He is usually right about this\.\n\nQuoting .+ \(@\w+\): /,
    )
    expect(await description('quote/of-a-deleted-post')).toMatch(/Quoting: This post is not available/)
    expect(await description('community-note/plain')).toMatch(/\n\nCommunity note: ./)
    expect(await description('reply/plain')).toMatch(/^Replying to @\w+\n\nThe gulls believe you\.$/)
    expect(await description('repost/plain')).toMatch(/^Reposted by .+/)
  })

  test('an article: its title, its author, its beginning, its cover', async () => {
    const tags = await preview('article/every-block')
    expect(tags['og:title']![0]).not.toContain('@')
    expect(tags['og:description']![0]).toMatch(/\(@pelagic_press\)\n\n\S/)
    expect(tags['og:description']![0]).not.toContain('/i/article/')
    expect(tags['twitter:card']).toEqual(['summary_large_image'])
  })

  test('the pictures of a quote when the post has none', async () => {
    expect((await preview('quote/of-media'))['twitter:card']).not.toEqual(['summary'])
  })

  test('a long post cut at a whole character', async () => {
    const [description] = (await preview('long/of-25000-characters'))['og:description']!
    expect(description!.length).toBeLessThan(700)
    expect(description).toMatch(/…$/)
  })
})
