import type { CashtagPart, HashtagPart, LinkPart, Marks, MentionPart, Part, TextPart } from './model.ts'

/** Short makers of parts, for texts written by hand. */

export function t(text: string, marks: Marks = {}): TextPart {
  return { kind: 'text', text, ...marks }
}

export function a(url: string, more: Partial<Omit<LinkPart, 'kind' | 'url'>> = {}): LinkPart {
  return { kind: 'link', url, display: displayUrl(url), ...more }
}

/** A mention; its account id is filled in when the world is assembled, unless given. */
export function m(handle: string, more: Partial<Omit<MentionPart, 'kind' | 'handle'>> = {}): MentionPart {
  return { kind: 'mention', handle, id: '', ...more }
}

export function h(tag: string, more: Partial<Omit<HashtagPart, 'kind' | 'tag'>> = {}): HashtagPart {
  return { kind: 'hashtag', tag, ...more }
}

export function c(tag: string): CashtagPart {
  return { kind: 'cashtag', tag }
}

/** Mixes literal text and parts: say`Read ${a('https://…')} today`. */
export function say(strings: TemplateStringsArray, ...parts: Part[]): Part[] {
  const out: Part[] = []
  for (const [i, text] of strings.entries()) {
    if (text) out.push(t(text))
    const part = parts[i]
    if (part) out.push(part)
  }
  return out
}

/** How X shortens an address for the eye: no scheme, no www, the host and 15 characters of the rest. */
export function displayUrl(url: string): string {
  const bare = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  const slash = bare.indexOf('/')
  if (slash < 0 || bare.length - slash <= 16) return bare
  return `${bare.slice(0, slash + 15)}…`
}
