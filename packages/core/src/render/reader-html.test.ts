import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { READER_POLICY, readerHtml } from './reader-html.ts'

describe('a page for a browser', () => {
  test('allows exactly the style that it has', () => {
    const html = readerHtml({ title: 'x', markdown: 'y' })
    const style = /<style>(.*)<\/style>/.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(READER_POLICY).toContain(`style-src 'sha256-${hash}'`)
    expect(html).not.toMatch(/<script|style=/)
  })

  test('shows text as text', () => {
    const html = readerHtml({
      title: '</title>"\u202e',
      markdown: '</pre><b>&amp;',
      source: 'https://x.com/"',
    })
    expect(html).toContain('<title>&lt;/title&gt;&quot;\u202e\u202c</title>')
    expect(html).toContain('<pre>\n&lt;/pre&gt;&lt;b&gt;&amp;amp;</pre>')
    expect(html).toContain('href="https://x.com/&quot;"')
  })
})
