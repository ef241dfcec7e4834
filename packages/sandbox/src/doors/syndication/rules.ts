import { proven, unproven } from '../behaviour.ts'

/** The door's rules and habits, as the catalogue shows them. */
export const SYNDICATION_RULES = {
  /** Whether only the exact token will do; the fault `exact-token` turns it on. */
  exact_token: false,
  /** Whether a User-Agent that does not look like a browser's gets 403. */
  browser_user_agent: true,
  behaviours: [
    proven('200 with {} where there is no post, and 404'),
    proven('200 with a TweetTombstone whose reason is only prose'),
    proven('Indices count code points of the escaped text'),
    proven('note_tweet holds an id and no text: what stands in text is cut'),
    proven('parent and quoted_tweet go one level'),
    proven('entities may be missing altogether'),
    proven('A quote that cannot be shown is missing, and its address stays in the text'),
    proven('Error pages are HTML'),
    unproven('Any token that is not empty will do; an empty one gets 400'),
    unproven('A User-Agent that does not look like a browser’s gets 403'),
    unproven('The words of each tombstone, and which posts get one'),
    unproven('A cut text ends in "…" and a t.co link that is no entity'),
    unproven('A repost answers with the original post'),
    unproven('The fields of card, birdwatch_pivot and article'),
    unproven('A throttled endpoint answers 404'),
  ],
} as const
