import { describe, expect, test } from 'vitest'
import { openDoor } from './testing.ts'
import { readableText } from './text.ts'

const { world, json } = openDoor()
const named = (kind: string) => world.named.find((one) => one.kind === kind)!.post
const status = async (kind: string) => (await json(`/2/status/${named(kind).id}`)).status

const link = (original: string, replacement: string) => ({
  type: 'url',
  indices: [0, 0] as [number, number],
  original,
  replacement,
})

describe('the readable text and its flaws', () => {
  test('unescapes once', async () => {
    const { text, raw_text } = await status('text/literal-escapes')
    expect(raw_text.text).toContain('&amp;lt;b&amp;gt; and &amp;amp;amp;')
    expect(text).toContain('&lt;b&gt; and &amp;amp; and &copy; and &')
  })

  test('takes $& in an address for a pattern', () => {
    expect(
      readableText('at https://t.co/aaaaaaaaaa', [link('https://t.co/aaaaaaaaaa', 'https://x.example/$&')]),
    ).toBe('at https://x.example/')
    expect(readableText('a http://t.co/aaaaaaaa', [link('http://t.co/aaaaaaaa', 'b$$c')])).toBe('a b$c')
  })

  test('drops links of ten characters with the space before them, and leaves others', () => {
    expect(readableText('x https://t.co/aaaaaaaaaa', [])).toBe('x')
    expect(readableText('x\nhttps://t.co/aaaaaaaaaa', [])).toBe('x\n')
    expect(readableText('x http://t.co/aaaaaaaa', [])).toBe('x http://t.co/aaaaaaaa')
  })

  test('replaces the first place where a code stands, though it begins a longer one', async () => {
    const { text } = await status('link/prefix-codes-short-first')
    expect(text).toContain('https://lindqvarn.example/eight')
    const last = await status('link/prefix-codes-short-last')
    expect(last.text).toContain('https://lindqvarn.example/ten')
  })

  test('hides a /i/web/status link, keeps a permalink', async () => {
    expect((await status('quote/web-link-in-text')).text).toBe('Told you twice. ')
    expect((await status('quote/permalink-in-text')).text).toMatch(
      /^Told you\. https:\/\/twitter\.com\/oskar_fenwall\/status\/\d+$/,
    )
  })

  test('keeps hidden names, which only the range of the raw text hides', async () => {
    const { text, raw_text } = await status('reply/hidden-mentions')
    expect(text.startsWith('@ines_quillfen @oskar_fenwall @vera_ostrowin @marta_brenkel #storm')).toBe(true)
    const shown = Array.from(raw_text.text)
      .slice(...raw_text.display_text_range)
      .join('')
    expect(shown.startsWith('#storm')).toBe(true)
  })

  test('a picture alone leaves no text and an empty range', async () => {
    const { text, raw_text } = await status('media/no-text')
    expect([text, raw_text.display_text_range]).toEqual(['', [0, 0]])
  })
})
