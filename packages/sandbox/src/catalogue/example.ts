import { statusUrl } from '@x-md/core/domain/status-url.ts'
import type { NamedPost } from '../world/assemble.ts'
import { availability } from '../world/availability.ts'
import type { Media, Post } from '../world/model.ts'
import { plainParts, plainText, visibleLinks } from '../world/plain-text.ts'
import type { World } from '../world/world.ts'
import { type ArticleTruth, articleTruth } from './article.ts'
import { ancestorsTruth, type PostRef, postRef, repliesTruth, threadTruth } from './relations.ts'

export interface MediaTruth {
  type: 'photo' | 'video' | 'gif'
  id: string
  /** A photo's address without its size; of a video the best file that plays everywhere. */
  url: string
  alt?: string
  duration_ms?: number
}

/**
 * A post of the world under the name of what it shows, and the truth about it. Texts are as a person sees
 * them: links at full length, nothing escaped, no t.co, no hidden names, no link of media or of the quoted post.
 */
export interface Example {
  kind: string
  note: string
  handle: string
  id: string
  url: string
  /** The HTTP status that each door promises for this id. */
  answers: {
    fxtwitter: 200 | 401 | 404
    /** Always 200; `syndication_says` tells what it means. */
    syndication: 200
  }
  /** What the syndication door answers: a post, a tombstone whose reason is prose, or `{}`. */
  syndication_says: 'post' | 'tombstone' | 'nothing'
  text: string
  /** The addresses in the text, in order. */
  links: string[]
  media: MediaTruth[]
  lang?: string
  /** Why there is no post to read. `unknown`: X does not say. */
  tombstone?: 'deleted' | 'suspended' | 'private' | 'blocked' | 'unavailable' | 'unknown'
  long?: true
  /** Stretches of a long post, as the author marked them. */
  bold?: string[]
  italic?: string[]
  quote?: PostRef
  repost_of?: PostRef
  replying_to?: PostRef
  poll?: { choices: { label: string; votes: number }[]; ends_at: string; open: boolean; counts_hidden?: true }
  article?: ArticleTruth
  community_note?: { text: string; links: string[] }
  card?: { url: string; title?: string; description?: string }
  community?: { id: string; name: string }
  sensitive?: true
  /** Ids of all versions, oldest first. */
  edits?: string[]
  /** The author's chain through this post, gone posts too, oldest first. */
  thread?: PostRef[]
  /** First posts of the author's other chains that leave this one. */
  branches?: PostRef[]
  /** What stands above this post, by anyone, oldest first. */
  ancestors?: PostRef[]
  /** The direct answers, oldest first, gone ones and those of accounts that cannot be read too. */
  replies?: PostRef[]
  /** Only with the two t.co kinds: where the link of `url` leads. */
  location?: string
  /** False: no public record shows that X or the door behaves so. */
  proven?: false
}

export function exampleOf(world: World, named: NamedPost): Example {
  const { post } = named
  const kind = named.kind ?? ''
  const original = post.repostOf && !post.cutRepost ? (world.post(post.repostOf) ?? post) : post
  const example: Example = {
    kind,
    note: named.note ?? '',
    handle: post.author.handle,
    id: post.id,
    url: statusUrl(post.id, post.author.handle),
    answers: { fxtwitter: 200, syndication: 200 },
    syndication_says: 'post',
    text: plainText(original),
    links: visibleLinks(original),
    media: original.media.map(mediaTruth),
    lang: original.lang,
  }
  if (named.proven === false) example.proven = false
  addTombstone(example, post, original)
  addReferences(example, world, post, original)
  addAttachments(example, world, original)
  if (kind.startsWith('t.co ')) pointAtShortLink(example, world, post)
  return example
}

function addTombstone(example: Example, post: Post, original: Post): void {
  const state = availability(post)
  if (state === 'open' && availability(original) === 'open') return
  const silent = state === 'open' || post.gone === 'deleted-without-trace'
  example.tombstone = silent ? 'unknown' : state === 'protected' ? 'private' : state
  example.syndication_says = silent ? 'nothing' : 'tombstone'
  example.answers.fxtwitter = state === 'protected' && !post.author.refusedInWords ? 401 : 404
}

function addReferences(example: Example, world: World, post: Post, original: Post): void {
  const ref = (id: string) => refTo(world, id)
  if (original.quote) example.quote = ref(original.quote)
  if (post.repostOf) example.repost_of = ref(post.repostOf)
  if (original.replyTo) example.replying_to = ref(original.replyTo)
  if (example.kind.startsWith('thread/')) Object.assign(example, threadTruth(world, post))
  if (/^(?:thread|conversation|reply)\//.test(example.kind)) {
    example.ancestors = ancestorsTruth(world, post)
    example.replies = repliesTruth(world, post)
  }
}

function addAttachments(example: Example, world: World, post: Post): void {
  if (post.long) {
    example.long = true
    example.bold = markedRuns(post, 'bold')
    example.italic = markedRuns(post, 'italic')
  }
  if (post.poll) {
    example.poll = {
      choices: post.poll.choices,
      ends_at: new Date(post.poll.endsAt).toISOString(),
      open: post.poll.endsAt > world.now,
      ...(post.poll.countsHidden && { counts_hidden: true }),
    }
  }
  if (post.article) example.article = articleTruth(post.article)
  if (post.communityNote) {
    example.community_note = {
      text: plainParts(post.communityNote),
      links: post.communityNote.flatMap((part) => (part.kind === 'link' ? [part.url] : [])),
    }
  }
  if (post.card) {
    const { url, title, description } = post.card
    example.card = {
      url,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    }
  }
  if (post.community) example.community = { id: post.community.id, name: post.community.name }
  if (post.sensitive) example.sensitive = true
  if (post.edits) example.edits = post.edits
}

/** These two stand for their t.co link: the one that leads to a post carries that post's own truth. */
function pointAtShortLink(example: Example, world: World, post: Post): void {
  const link = world.links(post).body[0]
  if (!link) return
  example.url = `${link.scheme}://t.co/${link.code}`
  example.location = link.url
  const target = world.post(/\/status\/(\d+)$/.exec(link.url)?.[1] ?? '0')
  if (!target) return
  example.id = target.id
  example.handle = target.author.handle
  example.text = plainText(target)
  example.links = visibleLinks(target)
}

function refTo(world: World, id: string): PostRef {
  const post = world.post(id)
  return post ? postRef(post) : { id, handle: '', text: '' }
}

function markedRuns(post: Post, mark: 'bold' | 'italic'): string[] {
  const runs: string[] = []
  let open = false
  for (const part of post.body) {
    const marked = part.kind !== 'inline-media' && part.kind !== 'cut-link' && part[mark] === true
    if (marked && open) runs[runs.length - 1] += plainParts([part])
    else if (marked) runs.push(plainParts([part]))
    open = marked
  }
  return runs
}

function mediaTruth(media: Media): MediaTruth {
  if (media.kind === 'photo') {
    return {
      type: 'photo',
      id: media.id,
      url: `https://pbs.twimg.com/media/${media.key}.jpg`,
      ...(media.alt !== undefined && { alt: media.alt }),
    }
  }
  const playable = media.variants
    .filter(({ contentType, url }) => contentType === 'video/mp4' && !url.includes('/hevc/'))
    .sort((one, other) => (other.bitrate ?? 0) - (one.bitrate ?? 0))
  return {
    type: media.kind,
    id: media.id,
    url: (playable[0] ?? media.variants[0])?.url ?? '',
    ...(media.alt !== undefined && { alt: media.alt }),
    duration_ms: media.durationMs,
  }
}
