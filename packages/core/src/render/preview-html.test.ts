import { describe, expect, test } from 'vitest'
import type { Post } from '../domain/post.ts'
import { type PreviewOptions, previewHtml, previewTitle, shorten } from './preview-html.ts'

const OPTIONS: PreviewOptions = { site: 'https://x.example', severalImages: false, video: true }
const post = (more: Partial<Post> = {}): Post => ({
  type: 'status',
  id: '20',
  url: 'https://x.com/jack/status/20',
  text: 'hello <world> & "friends"',
  author: { name: 'Ada', screen_name: 'ada' },
  ...more,
})
const photo = (url: string) => ({ type: 'photo', url })

describe('a preview', () => {
  test('escapes what would be markup', () => {
    const html = previewHtml(post(), OPTIONS)
    expect(html).toContain('content="hello &lt;world&gt; &amp; &quot;friends&quot;"')
    expect(html).toContain('<meta property="og:title" content="Ada (@ada)">')
  })

  test('leaves out addresses that are not http(s)', () => {
    const html = previewHtml(
      post({
        url: 'javascript:alert(1)',
        author: { screen_name: 'ada', avatar_url: 'data:image/png;base64,x' },
        media: { all: [photo('file:///etc/passwd')] },
      }),
      OPTIONS,
    )
    expect(html).not.toMatch(/og:image|og:url|canonical|<a /)
  })

  test('shows the still of the video that it plays, not a photo beside it', () => {
    const video = {
      type: 'video',
      url: 'https://v.example/a.mp4',
      thumbnail_url: 'https://v.example/still.jpg',
      width: 1280,
      height: 720,
    }
    const media = { all: [photo('https://v.example/photo.jpg'), video] }
    const html = previewHtml(post({ media }), OPTIONS)
    expect(html).toContain('og:video" content="https://v.example/a.mp4"')
    expect(html).toContain('og:video:width" content="1280"')
    expect(html.match(/og:image" content="([^"]*)"/)?.[1]).toBe('https://v.example/still.jpg')
    const still = previewHtml(post({ media }), { ...OPTIONS, video: false })
    expect(still.match(/og:image" content="([^"]*)"/)?.[1]).toBe('https://v.example/photo.jpg')
  })

  test('tells unknown counts from none', () => {
    const oembed = (more: Partial<Post>) =>
      previewHtml(post(more), OPTIONS).match(/json\+oembed|href="([^"]*oembed[^"]*)"/)?.[1]
    expect(oembed({ likes: 0, replies: null })).toContain('text=0+likes')
    expect(oembed({})).not.toContain('text=')
  })

  test('is called by its article, else by its author', () => {
    expect(previewTitle(post({ article: { title: 'On\nglue' } }))).toBe('On glue')
    expect(previewTitle(post({ article: { title: '' } }))).toBe('Ada (@ada)')
    expect(previewTitle(post({ author: { screen_name: 'ada' } }))).toBe('@ada')
  })
})

describe('shortening', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
    ['ab  cd', 3, 'ab…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…'],
    ['éé', 1, 'é…'],
    ['', 3, ''],
    ['\u202eabcd', 3, '\u202eab…\u202c'],
  ])('%j to %i', (text, graphemes, expected) => {
    expect(shorten(text, graphemes)).toBe(expected)
  })

  test('a grapheme without end is cut too', () => {
    expect(shorten(`z${'\u0300'.repeat(100_000)}`, 10).length).toBeLessThan(200)
    expect(shorten(`${'\ud83d\ude00'}${'\u0300'.repeat(200)}`, 1).isWellFormed()).toBe(true)
  })
})
