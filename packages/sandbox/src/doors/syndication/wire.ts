/** The shapes of the syndication endpoint's answers. Optional keys are missing where they do not apply. */

export type Indices = [number, number]

export interface WireEntities {
  hashtags: { indices: Indices; text: string }[]
  urls: { display_url: string; expanded_url: string; indices: Indices; url: string }[]
  user_mentions: { id_str: string; indices: Indices; name: string; screen_name: string }[]
  symbols: { indices: Indices; text: string }[]
  media?: { display_url: string; expanded_url: string; indices: Indices; url: string }[]
}

export interface WireTweetUser {
  id_str: string
  name: string
  screen_name: string
  profile_image_url_https: string
  profile_image_shape: 'Circle' | 'Square'
  verified: boolean
  verified_type?: 'Business' | 'Government'
  is_blue_verified: boolean
}

/** What a post, the post it answers and the post it quotes have in common. */
export interface WireTweetBase {
  lang: string
  created_at: string
  display_text_range: Indices
  entities?: WireEntities
  id_str: string
  text: string
  user: WireTweetUser
  edit_control: {
    edit_tweet_ids: string[]
    editable_until_msecs: string
    is_edit_eligible: boolean
    edits_remaining: string
  }
  isEdited: boolean
  isStaleEdit: boolean
  /** The text is cut; the rest is not to be had here. */
  note_tweet?: { id: string }
  favorite_count: number
  mediaDetails?: object[]
}

/** The answered or the quoted post. */
export interface WireRelatedTweet extends WireTweetBase {
  reply_count: number
  retweet_count: number
  self_thread?: { id_str: string }
}

export interface WireTweet extends WireTweetBase {
  __typename: 'Tweet'
  conversation_count: number
  news_action_type: 'conversation'
  photos?: object[]
  video?: object
  quoted_tweet?: WireRelatedTweet
  in_reply_to_screen_name?: string
  in_reply_to_status_id_str?: string
  in_reply_to_user_id_str?: string
  parent?: WireRelatedTweet
  possibly_sensitive?: boolean
  card?: object
  birdwatch_pivot?: object
  article?: object
}

export interface WireTweetTombstone {
  __typename: 'TweetTombstone'
  tombstone: {
    text: {
      text: string
      entities: {
        from_index: number
        to_index: number
        ref: { __typename: 'TimelineUrl'; url: string; url_type: 'ExternalUrl' }
      }[]
      rtl: boolean
    }
  }
}
