import { createHash } from 'node:crypto'
import { escapeHtml } from '@x-md/core/render/reader-html.ts'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const STYLE =
  ':root{color-scheme:light dark}body{margin:2rem auto;max-width:80ch;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}nav{font-size:.9rem}pre,table{overflow-x:auto;display:block}pre{padding:.75rem;border:1px solid #8884}code{font:.9em ui-monospace,monospace}table{border-collapse:collapse}th,td{border:1px solid #8884;padding:.3rem .5rem;text-align:left;vertical-align:top}:target{background:#fd84}'

/** What such a page may do: show its own style, and nothing else; to be sent as `Content-Security-Policy`. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface PageHead {
  title: string
  description: string
  /** Absolute addresses of it and of its Markdown, where it has any. */
  canonical?: string
  markdownUrl?: string
  /** Where else to go: what to call it, and where it is. */
  nav: readonly (readonly [string, string])[]
}

/**
 * A page for a browser.
 * @param markdown HTML in it is shown, not obeyed, and links lead to http(s) only
 */
export function pageHtml(
  markdown: string,
  { title, description, canonical, markdownUrl, nav }: PageHead,
): string {
  const links = nav.map(([text, href]) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
${canonical ? `<link rel="canonical" href="${escapeHtml(canonical)}">\n` : ''}${markdownUrl ? `<link rel="alternate" type="text/markdown" href="${escapeHtml(markdownUrl)}">\n` : ''}<style>${STYLE}</style>
</head>
<body>
<nav>${links.join(' · ')}</nav>
<main>
${withAnchors(micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }))}
</main>
</body>
</html>
`
}

/**
 * Gives each heading, and each row of a table that begins with a word of code, an id by which it can be linked
 * to: lower case, with hyphens. Of two that would have the same, the first has it.
 */
function withAnchors(html: string): string {
  const taken = new Set<string>()
  return html.replace(
    /<(h[1-6])>(.*?)<\/\1>|<tr>(?=\n<td>(?:<a [^>]*>)?<code>([\w-]+)<\/code>)/g,
    (whole, heading: string | undefined, text: string | undefined, code: string | undefined) => {
      const id = anchorOf(text?.replace(/<[^>]*>/g, '') ?? code ?? '')
      if (id === '' || taken.has(id)) return whole
      taken.add(id)
      return heading ? `<${heading} id="${id}">${text}</${heading}>` : `<tr id="${id}">`
    },
  )
}

/** The part of an address behind its `#` for a heading or a code. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
