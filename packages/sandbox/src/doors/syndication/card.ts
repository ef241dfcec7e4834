import type { Card, Poll, Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { isoSeconds } from '../fxtwitter/dates.ts'
import { shortUrl } from '../fxtwitter/wire-writer.ts'

type Values = Record<string, object>

const string = (value: string) => ({ string_value: value, type: 'STRING' })
const boolean = (value: boolean) => ({ boolean_value: value, type: 'BOOLEAN' })

/** What stands below a post in a frame: a poll, else the preview of a page. */
export function tweetCard(world: World, post: Post): object | undefined {
  if (post.poll) return pollCard(post.poll, post.at, world.now, post.media.length > 0)
  return post.card && pageCard(world, post, post.card)
}

/** X keeps polls in cards: labels and counts by their number, all of them as texts. */
function pollCard(poll: Poll, at: number, now: number, pictured: boolean): object {
  const values: Values = {}
  for (const [index, { label, votes }] of poll.choices.entries()) {
    values[`choice${index + 1}_label`] = string(label)
    if (!poll.countsHidden) values[`choice${index + 1}_count`] = string(String(votes))
  }
  values.end_datetime_utc = string(isoSeconds(poll.endsAt))
  values.last_updated_datetime_utc = string(isoSeconds(Math.min(now, poll.endsAt)))
  values.duration_minutes = string(String(Math.round((poll.endsAt - at) / 60_000)))
  values.counts_are_final = boolean(poll.endsAt <= now)
  values.api = string('capi://passthrough/1')
  values.card_url = string('https://x.com')
  return {
    card_platform: {
      platform: { audience: { name: 'production' }, device: { name: 'Swift', version: '12' } },
    },
    name: `poll${poll.choices.length}choice_${pictured ? 'image' : 'text_only'}`,
    url: `card://${at}`,
    binding_values: values,
  }
}

function pageCard(world: World, post: Post, card: Card): object {
  const short = world.links(post).body.find(({ url }) => url === card.url)
  const url = short ? shortUrl(short) : card.url
  const values: Values = { card_url: string(url) }
  if (card.title !== undefined) values.title = string(card.title)
  if (card.description !== undefined) values.description = string(card.description)
  if (card.domain !== undefined) values.domain = string(card.domain)
  if (card.domain !== undefined) values.vanity_url = string(card.domain)
  if (card.image?.url) {
    const { url, width, height, alt } = card.image
    values.thumbnail_image_original = { image_value: { url, width, height, alt }, type: 'IMAGE' }
  }
  return { name: card.name ?? 'summary', url, binding_values: values }
}
