/**
 * The world as its people made it: who they are and what they wrote, before any service of X turned it into
 * a wire format. Escaping, t.co wrapping, index units and hidden prefixes are a door's business, not ours.
 */

/** Marks that a long post can carry on a stretch of its text. */
export interface Marks {
  bold?: boolean
  italic?: boolean
}

export type TextPart = Marks & { kind: 'text'; text: string }
export type LinkPart = Marks & {
  kind: 'link'
  /** Where it leads, whole. */
  url: string
  /** The shortened address that X shows. */
  display: string
  /** A code that X gave out, when it is not the derived one: old short ones, prefixes of each other. */
  code?: string
  /** Old posts carry http://t.co links. */
  scheme?: 'http' | 'https'
}
export type MentionPart = Marks & {
  kind: 'mention'
  handle: string
  id: string
  sign?: '@' | '＠'
  /** As the author wrote it, where the case of the letters is not the handle's own. */
  typed?: string
}
export type HashtagPart = Marks & { kind: 'hashtag'; tag: string; sign?: '#' | '＃' }
export type CashtagPart = Marks & { kind: 'cashtag'; tag: string }
/** A picture that stands inside the text of a long post. */
export type InlineMediaPart = { kind: 'inline-media'; media: number }

/** What is left of a short link where X cut a text through it: a person sees only the dots. */
export type CutLinkPart = { kind: 'cut-link'; url: string; kept: number }

export type Part =
  | TextPart
  | LinkPart
  | MentionPart
  | HashtagPart
  | CashtagPart
  | InlineMediaPart
  | CutLinkPart

export type VerificationType = 'individual' | 'organization' | 'government'

export interface Account {
  /** Place in the world's list; also stands in the low bits of the ids of its posts. */
  index: number
  id: string
  handle: string
  name: string
  bio: Part[]
  location: string
  /** Unix milliseconds. */
  joined: number
  website?: { url: string; display: string }
  /** '' : the account never chose a picture. */
  avatar: string
  banner?: string
  verification?: { type: VerificationType; at?: number }
  state: 'open' | 'protected' | 'suspended'
  /** Protected: X refuses its posts with a text instead of a typed answer. */
  refusedInWords?: boolean
  lang: string
  /** Hours east of UTC, for the rhythm of its days. */
  zone: number
  /** Posts from its first day to the end of the world's time. */
  volume: number
  followers: number
  following: number
  likes: number
  mediaCount: number
  about?: {
    basedIn?: string
    accurate: boolean
    source?: string
    nameChanges?: { count: number; at?: number }
  }
}

export interface Photo {
  kind: 'photo'
  id: string
  /** The key in its pbs.twimg.com address. */
  key: string
  width: number
  height: number
  alt?: string
}

export interface Variant {
  url: string
  contentType: 'application/x-mpegURL' | 'video/mp4' | 'video/webm'
  /** Bits per second; playlists have none. */
  bitrate?: number
}

export interface Video {
  kind: 'video' | 'gif'
  id: string
  thumbnail: string
  width: number
  height: number
  /** 0 for a GIF. */
  durationMs: number
  /** In the order in which X lists them, which is not an order of quality. */
  variants: Variant[]
  alt?: string
}

export type Media = Photo | Video

export interface Poll {
  choices: { label: string; votes: number }[]
  /** Unix milliseconds. */
  endsAt: number
  /** X does not tell the counts of some open polls to those who have not voted. */
  countsHidden?: boolean
}

export interface Card {
  url: string
  title?: string
  description?: string
  domain?: string
  /** X's name of the card's layout. */
  name?: string
  image?: { url?: string; width?: number; height?: number; alt?: string }
}

export interface Community {
  id: string
  name: string
  description: string
  createdAt: number
  tags: string[]
  nsfw: boolean
  topic: string | null
  admin?: string
  creator?: string
  joinPolicy: 'Open' | 'Closed'
  invitesPolicy: 'MemberInvitesAllowed' | 'MemberInvitesDisabled'
  pinned: boolean
}

export interface StyleRange {
  offset: number
  length: number
  style: 'Bold' | 'Italic' | 'Strikethrough'
}

/** One block of an article, in Draft.js' terms, which are X's own; offsets count UTF-16 units. */
export interface ArticleBlock {
  type: string
  text: string
  styles?: StyleRange[]
  entities?: { offset: number; length: number; key: number }[]
  data?: Record<string, unknown>
  /** Depth of a list item. */
  depth?: number
}

export type ArticleEntity =
  | { type: 'LINK'; url: string }
  | { type: 'MEDIA'; media: number[]; caption?: string }
  | { type: 'TWEET'; postId: string }
  | { type: 'MARKDOWN'; markdown: string }
  | { type: 'DIVIDER' }
  | { type: 'LATEX'; latex: string }
  | { type: 'TWEMOJI'; url: string }

export interface Article {
  id: string
  title: string
  preview: string
  createdAt: number
  modifiedAt?: number
  cover?: Photo
  blocks: ArticleBlock[]
  entities: ArticleEntity[]
  media: Media[]
  /** Its body could not be fetched: title and preview are all there is. */
  bodyMissing?: boolean
  /** X marked no link in the text of the post, though one stands there. */
  linkUntold?: boolean
}

export interface Counts {
  replies: number
  reposts: number
  likes: number
  quotes: number
  bookmarks?: number
  /** null where X hides the number. */
  views: number | null
}

/**
 * Why a post that once was cannot be read though its author can: taken down, with or without X saying so;
 * kept from strangers by its author; or held back by X for reasons of its own, such as age.
 */
export type Gone = 'deleted' | 'deleted-without-trace' | 'blocked' | 'unavailable'

export interface Post {
  id: string
  author: Account
  /** Unix milliseconds. */
  at: number
  gone?: Gone
  /** X's own code of the language; pseudo codes such as `und` and `zxx` too. */
  lang: string
  body: Part[]
  /** Written with the long-post editor: no 280 limit, bold and italic. */
  long?: boolean
  /** The @names of a reply, which X puts before the text and hides. */
  replyPrefix?: MentionPart[]
  replyTo?: string
  quote?: string
  /**
   * How the quoted post's address stands in the text: not at all (the usual way), as a trailing permalink,
   * or as a trailing /i/web/status link.
   */
  quoteLink?: 'permalink' | 'web'
  repostOf?: string
  /** X did not embed the original: what is left is the cut `RT @name: …`. */
  cutRepost?: boolean
  media: Media[]
  /** Where the link of the media stands; after a space at the end unless said otherwise. */
  mediaLink?: { before: string; code?: string; scheme?: 'http' | 'https' }
  poll?: Poll
  card?: Card
  article?: Article
  community?: Community
  communityNote?: Part[]
  /** A player that X embeds from elsewhere. */
  external?: { url: string; thumbnail?: string; width?: number; height?: number }
  sensitive?: boolean
  /** Ids of the versions, oldest first, when it was edited. */
  edits?: string[]
  source?: string
  counts: Counts
  /** X's answer leaves this flag out for some posts. */
  sensitivityUnknown?: boolean
  /** Who may answer; everybody unless given. */
  replySettings?: 'following' | 'mentionedUsers' | 'subscribers' | 'verified'
}
