interface Behaviour {
  note: string
  /** False: no public record shows that the real endpoint does so. */
  proven: boolean
}

const yes = (note: string): Behaviour => ({ note, proven: true })
const no = (note: string): Behaviour => ({ note, proven: false })

/** The door's rules and habits, as the catalogue shows them. */
export const SYNDICATION_RULES = {
  /** Whether only the exact token will do; the fault `exact-token` turns it on. */
  exact_token: false,
  /** Whether a User-Agent that does not look like a browser's gets 403. */
  browser_user_agent: true,
  behaviours: [
    yes('200 with {} where there is no post, and 404'),
    yes('200 with a TweetTombstone whose reason is only prose'),
    yes('Indices count code points of the escaped text'),
    yes('note_tweet holds an id and no text: what stands in text is cut'),
    yes('parent and quoted_tweet go one level'),
    yes('entities may be missing altogether'),
    yes('A quote that cannot be shown is missing, and its address stays in the text'),
    yes('Error pages are HTML'),
    no('Any token that is not empty will do; an empty one gets 400'),
    no('A User-Agent that does not look like a browser’s gets 403'),
    no('The words of each tombstone, and which posts get one'),
    no('A cut text ends in "…" and a t.co link that is no entity'),
    no('A repost answers with the original post'),
    no('The fields of card, birdwatch_pivot and article'),
    no('A throttled endpoint answers 404'),
  ],
} as const
