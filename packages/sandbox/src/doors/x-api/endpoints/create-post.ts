import * as z from 'zod'
import type { Account, Media, Part, Post } from '../../../world/model.ts'
import type { NewPost } from '../../../world/overlay.ts'
import { plainParts } from '../../../world/plain-text.ts'
import { ORDINARY_WEIGHT } from '../../../world/weight.ts'
import type { World } from '../../../world/world.ts'
import { APP } from '../auth/credentials.ts'
import { type ApiAnswer, type ApiRequest, type Endpoint, writing } from '../endpoint.ts'
import type { RequestKind } from '../money/prices.ts'
import { textOf } from '../objects/text.ts'
import { ID } from '../parameters.ts'
import { forbidden, invalid, invalidRequest, notOnThisPlan } from '../problem.ts'
import { readJson } from '../read-json.ts'
import { sightOf } from '../sight.ts'
import { mediaOf, processingOf } from '../state/uploads.ts'
import { partsOf, weightOf } from '../written-text.ts'
import { targetPost } from './common.ts'
import { isInvited, mayAnswer } from './reply-rules.ts'

const id = z.string().regex(ID)
const settings = z.enum(['following', 'mentionedUsers', 'subscribers', 'verified'])

const createSchema = z.strictObject({
  text: z.string().optional(),
  reply: z
    .strictObject({
      in_reply_to_tweet_id: id,
      exclude_reply_user_ids: z.array(id).optional(),
      auto_populate_reply_metadata: z.boolean().optional(),
    })
    .optional(),
  quote_tweet_id: id.optional(),
  media: z
    .strictObject({
      media_ids: z.array(id).min(1).max(4),
      tagged_user_ids: z.array(id).max(10).optional(),
    })
    .optional(),
  poll: z
    .strictObject({
      options: z.array(z.string().min(1).max(25)).min(2).max(4),
      duration_minutes: z.int().min(5).max(10_080),
      reply_settings: settings.optional(),
    })
    .optional(),
  reply_settings: settings.optional(),
  // Taken, and without effect here.
  geo: z.strictObject({ place_id: z.string().optional() }).optional(),
  community_id: id.optional(),
  share_with_followers: z.boolean().optional(),
  for_super_followers_only: z.boolean().optional(),
  made_with_ai: z.boolean().optional(),
  paid_partnership: z.boolean().optional(),
  nullcast: z.boolean().optional(),
  card_uri: z.string().optional(),
  direct_message_deep_link: z.string().optional(),
  edit_options: z.strictObject({ previous_post_id: id }).optional(),
})

type Given = z.infer<typeof createSchema>

/** What a verified account may write. */
const LONG_WEIGHT = 25_000
/** A text must not repeat any of the account's posts of so many hours. */
const REPEAT_MS = 24 * 3_600_000

function create(request: ApiRequest): ApiAnswer {
  const { api, world } = request
  const author = request.viewer!
  request.query.finish()
  const given = readJson(createSchema, request.json)
  refuseMixtures(given)
  if (given.edit_options) throw forbidden('You are not permitted to edit this post.')
  const body = partsOf(world, (given.text ?? '').trim())
  refuseText(request, author, body, given)
  const parent = given.reply && answered(request, given.reply.in_reply_to_tweet_id)
  const quoted = given.quote_tweet_id === undefined ? undefined : quotable(request, given.quote_tweet_id)
  refuseRepetition(world, author, body, parent)
  const media = attached(request, given.media?.media_ids ?? [])

  const draft: NewPost = {
    lang: author.lang,
    ...addressed(body, author, parent, given.reply?.exclude_reply_user_ids ?? []),
    media,
    source: APP.name,
    counts: { replies: 0, reposts: 0, likes: 0, quotes: 0, bookmarks: 0, views: 0 },
    ...(weightOf(body) > ORDINARY_WEIGHT && { long: true }),
    ...(parent && { replyTo: parent.id }),
    ...(quoted && { quote: quoted.id }),
    ...(given.reply_settings && { replySettings: given.reply_settings }),
    ...(given.poll && {
      poll: {
        choices: given.poll.options.map((label) => ({ label, votes: 0 })),
        endsAt: world.now + given.poll.duration_minutes * 60_000,
      },
    }),
  }
  const post = world.write(author, draft)
  if (!post) throw forbidden('You have reached the daily limit for sending posts.')
  const { text } = textOf(world, post)
  const data = { id: post.id, text, edit_history_tweet_ids: [post.id] }
  const kind = priceOf(body, api.settings.plan === 'self-serve' && parent && isInvited(world, author, parent))
  return { status: 201, body: { data }, charges: [{ kind }] }
}

function priceOf(body: readonly Part[], invited: boolean | undefined): RequestKind {
  if (body.some(({ kind }) => kind === 'link')) return 'post-create-with-url'
  return invited ? 'post-create-summoned' : 'post-create'
}

function refuseMixtures({ text, media, poll, quote_tweet_id, card_uri }: Given): void {
  const attachments = Object.entries({ media, poll, quote_tweet_id, card_uri }).filter(
    ([, one]) => one !== undefined,
  )
  if (attachments.length > 1) {
    const names = attachments.map(([name]) => name)
    throw invalidRequest([
      {
        parameters: Object.fromEntries(names.map((name) => [name, []])),
        message: `$: only one of [${names.join(',')}]`,
      },
    ])
  }
  if (!text?.trim() && !media && !card_uri)
    throw invalid('text', text ?? '', '$.text: is required, unless there are media')
}

function refuseText({ api }: ApiRequest, author: Account, body: readonly Part[], { text = '' }: Given): void {
  const longest = author.verification ? LONG_WEIGHT : ORDINARY_WEIGHT
  if (weightOf(body) > longest)
    throw forbidden(
      'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
    )
  const cashtags = body.filter(({ kind }) => kind === 'cashtag').length
  if (api.settings.plan === 'self-serve' && cashtags > 1) {
    throw forbidden(`A post may hold one cashtag on your plan; [${text}] holds ${cashtags}.`)
  }
}

function answered(request: ApiRequest, parentId: string): Post {
  const { api, world, viewer } = request
  const parent = world.post(parentId)
  if (!parent || sightOf(api, viewer, parent) !== 'seen') {
    throw forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.')
  }
  if (!mayAnswer(request, viewer!, parent)) {
    throw forbidden(
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
    )
  }
  return parent
}

function quotable(request: ApiRequest, quotedId: string): Post {
  const { api, world, viewer } = request
  const quoted = targetPost(request, quotedId, 'quote_tweet_id')
  if (api.settings.plan === 'enterprise') return quoted
  if (quoted.author === viewer || isInvited(world, viewer!, quoted)) throw notOnThisPlan(APP.id)
  throw forbidden(
    'Quoting this post is not allowed because you have not been mentioned or are not part of the conversation thread of the post you are quoting.',
  )
}

function refuseRepetition(world: World, author: Account, body: Part[], parent: Post | undefined): void {
  const text = plainParts(body)
  if (text === '') return
  for (const id of world.timeline(author).slice(-200)) {
    const post = world.post(id)
    if (!post || post.gone || post.repostOf || post.at < world.now - REPEAT_MS) continue
    if (post.replyTo === parent?.id && plainParts(post.body) === text) {
      throw forbidden('You are not allowed to create a Tweet with duplicate content.')
    }
  }
}

function attached({ api, world, viewer }: ApiRequest, ids: readonly string[]): Media[] {
  return ids.map((mediaId) => {
    const upload = api.uploads.find(mediaId, viewer, world.now)
    const state = upload && processingOf(upload, api.settings.media)?.state
    const media = upload?.finalized && (state ?? 'succeeded') === 'succeeded' ? mediaOf(upload) : undefined
    if (!media) throw invalid('media.media_ids', mediaId, 'Your media IDs are invalid.')
    return media
  })
}

/** A reply names the author whom it answers before its text, hidden, unless that is left out. */
function addressed(
  body: Part[],
  author: Account,
  parent: Post | undefined,
  without: readonly string[],
): Pick<NewPost, 'body' | 'replyPrefix'> {
  if (!parent || parent.author === author || without.includes(parent.author.id)) return { body }
  const { handle, id } = parent.author
  const [first, second, ...rest] = body
  const named = first?.kind === 'mention' && first.id === id
  const after =
    second?.kind === 'text' ? [{ ...second, text: second.text.trimStart() }] : second ? [second] : []
  return { body: named ? [...after, ...rest] : body, replyPrefix: [{ kind: 'mention', handle, id }] }
}

export const CREATE_ENDPOINTS: readonly Endpoint[] = [
  writing('POST', '/2/tweets', {
    limit: { user: 100, userDay: 10_000, appDay: 10_000 },
    scopes: ['tweet.write'],
    run: create,
  }),
]
