import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const LET_THROUGH = { allowDangerousHtml: true, allowDangerousProtocol: true }

/** Markdown as HTML, with any raw HTML in it, so that a test can see it. Only what we link is a link. */
export function toHtml(markdown: string): string {
  return micromark(markdown, LET_THROUGH)
}

/** The same as GitHub reads it: with tables and the rest, and with every bare address as a link. */
export function toGitHubHtml(markdown: string): string {
  return micromark(markdown, { ...LET_THROUGH, extensions: [gfm()], htmlExtensions: [gfmHtml()] })
}

/**
 * The words of a post that stands alone: what is fenced right under its heading and the lines of ours.
 * @returns the HTML inside the fence, empty for a post without words; undefined when there is no such heading
 */
export function firstFence(html: string): string | undefined {
  const head = /^<h2>.*<\/h2>\n<p>[\s\S]*?<\/p>(?:\n<blockquote>\n([\s\S]*?)\n<\/blockquote>(?=\n|$))?/.exec(
    html,
  )
  return head ? (head[1] ?? '') : undefined
}

/** Names of all elements in a piece of HTML. */
export function elementsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => (name ?? '').toLowerCase()))
}

export function hrefsOf(html: string): string[] {
  return [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => decode(href ?? ''))
}

/** The text that a browser shows. A link whose text is its address is shown in one spelling of that address. */
export function shownText(html: string): string {
  return decode(
    html
      .replace(/<a href="([^"]*)">([\s\S]*?)<\/a>/g, (_, _href: string, text: string) =>
        encode(oneSpelling(decode(text))),
      )
      .replace(/<[^>]*>/g, ''),
  )
}

/** Replaces the addresses in a text by one spelling each; they are looked for in order. */
export function withLinks(text: string, links: readonly string[]): string {
  let [done, rest] = ['', text]
  for (const link of links) {
    const at = rest.indexOf(link)
    if (at < 0) continue
    done += rest.slice(0, at) + oneSpelling(link)
    rest = rest.slice(at + link.length)
  }
  return done + rest
}

/** An address may be written with or without percent signs; the parser's spelling stands for all. */
function oneSpelling(text: string): string {
  const address = URL.canParse(text) ? new URL(text).href : undefined
  return address?.startsWith('http') ? encodeURI(safeDecode(address)) : text
}

function safeDecode(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function decode(html: string): string {
  return html.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => NAMED[name] ?? '')
}

function encode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Characters that nobody sees: the renderer may drop them or not. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu

/** Lines as a reader sees them: no blank ones, no invisible characters, runs of spaces as one. */
export function readableLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) =>
      line
        .replace(/[\t\v\f]/g, ' ')
        .replace(INVISIBLE, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
}
