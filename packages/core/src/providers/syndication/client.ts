import type { Post } from '../../domain/post.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { GoneReason, Outcome, Provider } from '../provider.ts'
import { TweetTombstone } from './schema.ts'
import { toPost } from './to-domain.ts'
import { syndicationToken } from './token.ts'

/** What X's own embed script asks for; without it some parts of a post stay out. */
const FEATURES = [
  'tfw_timeline_list:',
  'tfw_follower_count_sunset:true',
  'tfw_tweet_edit_backend:on',
  'tfw_refsrc_session:on',
  'tfw_fosnr_soft_interventions_enabled:on',
  'tfw_show_birdwatch_pivots_enabled:on',
  'tfw_show_business_verified_badge:on',
  'tfw_duplicate_scribes_to_settings:on',
  'tfw_use_profile_image_shape_enabled:on',
  'tfw_show_blue_verified_badge:on',
  'tfw_legacy_timeline_sunset:true',
  'tfw_show_gov_verified_badge:on',
  'tfw_show_business_affiliate_badge:on',
  'tfw_tweet_edit_frontend:on',
].join(';')

/**
 * Single posts from X's embed endpoint: one level of quote, nothing below the post, long texts cut. It says
 * `{}` where it has no post, and gives a reason only in prose.
 */
export class Syndication implements Provider {
  readonly name = 'syndication'
  readonly #upstream: Upstream

  constructor(upstream: Upstream) {
    this.#upstream = upstream
  }

  async getPost(id: string, signal?: AbortSignal): Promise<Outcome<Post>> {
    const query = new URLSearchParams({ id, lang: 'en', token: syndicationToken(id), features: FEATURES })
    const { status, body } = await this.#upstream.getJson(`tweet-result?${query}`, signal)
    const tombstone = TweetTombstone.safeParse(body).data
    if (tombstone) return fromProse(tombstone.tombstone?.text?.text ?? '')
    if (status === 404 || isEmpty(body)) return { kind: 'unsure' }
    const post = toPost(body)
    if (status === 200 && post) return { kind: 'found', value: post }
    throw new UpstreamError('status', `X's embed endpoint answered ${status} in an unknown shape`, {
      status,
      retryable: status === 200,
    })
  }
}

function isEmpty(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length === 0
}

const PROSE: readonly [RegExp, GoneReason][] = [
  [/age-restricted|adult content|sensitive/i, 'age_restricted'],
  [/suspended/i, 'suspended'],
  [/protect|private|limits who can/i, 'private'],
  [/delet|no longer exists/i, 'deleted'],
  [/withheld|unavailable in your/i, 'withheld'],
]

/** Any tombstone is X's own word that the post is not to be seen; only why is guessed. */
function fromProse(text: string): Outcome<never> {
  return { kind: 'gone', reason: PROSE.find(([pattern]) => pattern.test(text))?.[1] ?? 'unavailable' }
}
