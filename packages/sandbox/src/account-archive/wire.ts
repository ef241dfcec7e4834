/** The shapes of an account archive's records. Nearly all numbers are texts there. */

export type TextIndices = [string, string]

export interface ArchiveMedia {
  expanded_url: string
  display_url: string
  url: string
  indices: TextIndices
  id_str: string
  id: string
  media_url: string
  media_url_https: string
  type: string
  sizes: Record<string, { w: string; h: string; resize: string }>
  video_info?: {
    aspect_ratio: TextIndices
    duration_millis?: string
    variants: { bitrate?: string; content_type: string; url: string }[]
  }
  source_status_id_str?: string
  source_status_id?: string
  source_user_id_str?: string
}

export interface ArchiveEntities {
  hashtags: { text: string; indices: TextIndices }[]
  symbols: { text: string; indices: TextIndices }[]
  user_mentions: { name: string; screen_name: string; indices: TextIndices; id_str: string; id: string }[]
  urls: { url: string; expanded_url: string; display_url: string; indices: TextIndices }[]
  media?: ArchiveMedia[]
}

export interface ArchiveTweet {
  edit_info: {
    initial: {
      editTweetIds: string[]
      editableUntil: string
      editsRemaining: string
      isEditEligible: boolean
    }
  }
  retweeted: boolean
  source: string
  entities: ArchiveEntities
  display_text_range: TextIndices
  favorite_count: string
  in_reply_to_status_id_str?: string
  in_reply_to_status_id?: string
  in_reply_to_user_id_str?: string
  in_reply_to_user_id?: string
  in_reply_to_screen_name?: string
  id_str: string
  id: string
  truncated: boolean
  retweet_count: string
  possibly_sensitive?: boolean
  created_at: string
  favorited: boolean
  full_text: string
  lang: string
  extended_entities?: { media: ArchiveMedia[] }
  community_id?: string
  community_id_str?: string
}

interface Stretch {
  fromIndex: string
  toIndex: string
}

export interface ArchiveNote {
  noteTweetId: string
  updatedAt: string
  lifecycle: { name: string; value: string; originalName: string; annotations: object }
  createdAt: string
  core: {
    text: string
    styletags: ({
      styleTypes: { name: string; value: string; originalName: string; annotations: object }[]
    } & Stretch)[]
    urls: ({ shortUrl: string; expandedUrl: string; displayUrl: string } & Stretch)[]
    mentions: ({ screenName: string } & Stretch)[]
    hashtags: ({ text: string } & Stretch)[]
    cashtags: ({ text: string } & Stretch)[]
  }
}
