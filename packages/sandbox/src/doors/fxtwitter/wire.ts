/**
 * The shapes of FxTwitter's answers, as its public API gives them. A key that may be missing is optional; one
 * that is always there but may be empty is `| null`.
 */

export interface WireFacet {
  type: string
  indices: [number, number]
  original?: string
  replacement?: string
  display?: string
  id?: string
}

export interface WireText {
  text: string
  facets: WireFacet[]
}

export interface WireRawText extends WireText {
  display_text_range: [number, number]
}

export interface WireUser {
  screen_name: string
  url: string
  id: string
  followers: number
  following: number
  likes: number
  media_count: number
  /** v2 */
  statuses?: number
  /** v1 profile */
  tweets?: number
  name: string
  description: string
  raw_description: WireText
  location: string
  banner_url: string | null
  avatar_url: string | null
  joined: string
  protected: boolean
  website: { url: string; display_url: string } | null
  verification: { verified: boolean; verified_at: string | null; type: string | null }
  /** v2 */
  type?: 'profile'
  /** v1 authors */
  avatar_color?: null
  about_account?: WireAbout
}

export interface WireAbout {
  based_in?: string
  location_accurate?: boolean
  created_country_accurate?: boolean
  source?: string
  username_changes?: { count: number; last_changed_at: string | null }
}

export interface WirePhoto {
  type: 'photo'
  id: string
  url: string
  width: number
  height: number
  altText?: string
}

export interface WireFormat {
  url: string
  bitrate?: number
  container: string
  codec?: string
}

export interface WireVideo {
  id: string
  url: string
  thumbnail_url: string
  duration: number
  width: number
  height: number
  format: string
  type: 'video' | 'gif'
  formats: WireFormat[]
  publisher: WireUser | null
  /** v1 */
  variants?: { url: string; bitrate?: number; content_type: string }[]
}

export interface WireMedia {
  all?: (WirePhoto | WireVideo)[]
  photos?: WirePhoto[]
  videos?: WireVideo[]
  mosaic?: { type: 'mosaic_photo'; formats: { jpeg: string; webp: string } }
  external?: { type: 'video'; url: string; thumbnail_url?: string; width?: number; height?: number }
}

export interface WirePoll {
  ends_at: string
  time_left_en: string
  total_votes: number
  choices: { label: string; count: number; percentage: number }[]
}

export interface WireTombstone {
  type: 'tombstone'
  provider: 'twitter'
  reason: 'deleted' | 'suspended' | 'private' | 'blocked' | 'unavailable'
  message: string
  id?: string
  url?: string
}

export interface WireStatus {
  type: 'status'
  url: string
  id: string
  text: string
  raw_text: WireRawText
  author: WireUser
  replies: number
  reposts: number
  likes: number
  bookmarks?: number
  quotes: number
  embed_card: 'tweet' | 'summary' | 'summary_large_image' | 'player'
  created_at: string
  created_timestamp: number
  possibly_sensitive?: boolean
  views: number | null
  is_note_tweet: boolean
  community_note: WireText | null
  lang: string | null
  replying_to: { screen_name: string; status: string; url: string; profile_url: string } | null
  media: WireMedia
  quote?: WireStatus | WireTombstone
  poll?: WirePoll
  card?: object
  article?: object
  community?: object
  source?: string
  provider: 'twitter'
  reposted_by: {
    id: string
    name: string
    screen_name: string
    avatar_url: string | null
    url: string
  } | null
}
