import type { Availability } from '../../world/availability.ts'
import type { WireTweetTombstone } from './wire.ts'

const LINK = 'Learn more'
const HELP = 'https://help.x.com/rules-and-policies/notices-on-x'

/** X's own words; nothing else tells one reason from another. */
const PROSE: Record<Exclude<Availability, 'open'>, string> = {
  deleted: `This Post was deleted by the Post author. ${LINK}`,
  suspended: `This Post is from a suspended account. ${LINK}`,
  protected: `You’re unable to view this Post because this account owner limits who can view their Posts. ${LINK}`,
  blocked: `This Post is unavailable. ${LINK}`,
  // The world's posts that X holds back are held back for age.
  unavailable: `Age-restricted adult content. This content might not be appropriate for people under 18 years old. To view this media, you’ll need to log in to X. ${LINK}`,
}

export function tweetTombstone(reason: Exclude<Availability, 'open'>): WireTweetTombstone {
  const text = PROSE[reason]
  const ref = { __typename: 'TimelineUrl', url: HELP, url_type: 'ExternalUrl' } as const
  const entities = [{ from_index: text.length - LINK.length, to_index: text.length, ref }]
  return { __typename: 'TweetTombstone', tombstone: { text: { text, entities, rtl: false } } }
}
