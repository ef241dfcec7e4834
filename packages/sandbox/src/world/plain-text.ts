import type { Part, Post } from './model.ts'

/** What a person reads in a body: the words with every link at full length. */
export function plainParts(parts: Part[]): string {
  return parts.map(plainPart).join('')
}

function plainPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'link':
      return part.url
    case 'mention':
      return `${part.sign ?? '@'}${part.typed ?? part.handle}`
    case 'hashtag':
      return `${part.sign ?? '#'}${part.tag}`
    case 'cashtag':
      return `$${part.tag}`
    case 'cut-link':
      return '…'
    case 'inline-media':
      return ''
  }
}

/**
 * A post's text as a person sees it: no hidden reply prefix, no link of its media or of the quoted post that
 * is shown below it, nothing escaped, no t.co.
 */
export function plainText(post: Post): string {
  return plainParts(post.body)
}

/** The addresses that stand in a post's text, in order. */
export function visibleLinks(post: Post): string[] {
  return post.body.flatMap((part) => (part.kind === 'link' ? [part.url] : []))
}
