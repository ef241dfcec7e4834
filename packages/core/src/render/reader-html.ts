import { createHash } from 'node:crypto'
import { encode } from 'html-entities'
import { cleanLine } from './clean-text.ts'

const STYLE =
  ':root{color-scheme:light dark}body{margin:2rem auto;max-width:80ch;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:1rem/1.5 ui-monospace,monospace}'

/**
 * What the page may do: show its own style, and nothing else. Everything on it may be by strangers, so it is
 * to be sent as `Content-Security-Policy` beside the page.
 */
export const READER_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * A page for a person who opens an answer in a browser: the Markdown as it is.
 * @param title may be a stranger's words
 * @param markdown as the renderer wrote it, hidden characters already removed
 * @param source the address of the original, http(s)
 */
export function readerHtml({
  title,
  markdown,
  source,
}: {
  title: string
  markdown: string
  source?: string
}): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(cleanLine(title))}</title>`,
    ...(source ? [`<link rel="canonical" href="${escapeHtml(source)}">`] : []),
    `<style>${STYLE}</style>`,
    '</head>',
    // A parser drops one line end after <pre>, so one is given away.
    `<body><pre>\n${escapeHtml(markdown)}</pre></body>`,
    '</html>\n',
  ].join('\n')
}

/** Text for the inside of an element or of a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return encode(text, { mode: 'specialChars', level: 'html5' })
}
