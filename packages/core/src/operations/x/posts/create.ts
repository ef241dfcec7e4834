import { z } from 'zod'
import { statusUrl } from '../../../domain/status-url.ts'
import { AccountError } from '../../../errors.ts'
import type { Charge, Estimate } from '../../../money/prices.ts'
import type { XApiAnswer } from '../../../providers/x-api/client.ts'
import { accountOf } from '../account-operation.ts'
import { defineWrite, WRITE_OPTIONS } from '../account-write.ts'
import { idOf } from '../arguments.ts'
import { WRITE_ERRORS } from '../write-errors.ts'
import { measure, type PostText } from './post-text.ts'

/** What a post may weigh, and what one of a verified account may. */
const LONGEST = 280
const LONGEST_OF_VERIFIED = 25_000
/** UTF-16 units: more than fits, but for addresses of thousands of letters. */
const MOST_UNITS = 5_000

const REPLY_SETTINGS = ['following', 'mentionedUsers', 'subscribers', 'verified']

const Input = z.strictObject({
  text: z.string().optional(),
  reply_to_id: z.string().optional(),
  quote_id: z.string().optional(),
  media_ids: z.array(z.string()).optional().describe('1 to 4, of x_media_upload'),
  poll: z
    .strictObject({
      options: z.array(z.string()).describe('2 to 4 of 1 to 25 characters'),
      duration_minutes: z.int().describe('5 to 10080'),
    })
    .optional(),
  reply_settings: z.string().meta({ enum: REPLY_SETTINGS }).optional(),
  ...WRITE_OPTIONS,
})
type Given = z.infer<typeof Input>

export const postCreate = defineWrite({
  name: 'x_post_create',
  title: 'Publish a post',
  summary: 'Publish a post in the name of the account',
  description:
    'Publishes a post: public, at once. Needs text (280 characters as X weighs them; a link counts 23, emoji and CJK 2) or media; media_ids, poll and quote_id exclude each other. On self-serve plans X takes replies only to own posts and to those that mention or quote the account, and no quotes.',
  price: '$0.015, with a link $0.200',
  group: 'POSTS',
  input: Input,
  errors: [
    ...WRITE_ERRORS,
    'post_not_found',
    'duplicate_post',
    'text_too_long',
    'daily_posts',
    'reply_not_allowed',
    'quote_not_allowed',
    'not_on_this_plan',
    'media_not_ready',
  ],
  isDestructive: false,
  isIdempotent: false,
  asksFirst: true,
  async plan(given, _ids, context) {
    const { text = '', reply_to_id, quote_id, media_ids, poll, reply_settings } = given
    const isEnterprise = context.config.X_PLAN === 'enterprise'
    refuseMixtures(given, isEnterprise)
    const isVerified = accountOf(context).knownOwner?.isVerified === true
    const measured = await measure(text, isVerified ? LONGEST_OF_VERIFIED : MOST_UNITS)
    refuseText(measured, isEnterprise, isVerified)
    const estimate: Estimate = { kind: measured.hasLink ? 'post-create-with-url' : 'post-create' }
    const json = {
      ...(text !== '' && { text }),
      ...(reply_to_id !== undefined && { reply: { in_reply_to_tweet_id: idOf(reply_to_id, 'reply_to_id') } }),
      ...(quote_id !== undefined && { quote_tweet_id: idOf(quote_id, 'quote_id') }),
      ...(media_ids && { media: { media_ids: media_ids.map((id) => idOf(id, 'media_ids')) } }),
      ...(poll && { poll: { options: poll.options, duration_minutes: poll.duration_minutes } }),
      ...(reply_settings !== undefined && { reply_settings }),
    }
    return {
      by: 'x_post_create',
      endpoint: 'POST /2/tweets',
      call: { method: 'POST', path: '2/tweets', json },
      estimate,
      charge: (body) => chargeOf(body, given, { estimate, isEnterprise }),
    }
  },
  answer(body, _given, context) {
    const { id, text } = createdIn(body)
    return { id, url: statusUrl(id, accountOf(context).knownOwner?.username), text }
  },
})

function refuseMixtures(given: Given, isEnterprise: boolean): void {
  const { text = '', quote_id, media_ids, poll, reply_settings } = given
  if (media_ids && (media_ids.length < 1 || media_ids.length > 4)) {
    refuse('A post carries at most 4 media items, and at least one where media_ids is given.')
  }
  if ([quote_id, media_ids, poll].filter((one) => one !== undefined).length > 1) {
    refuse('Of media_ids, poll and quote_id a post can have one only.')
  }
  if (text.trim() === '' && !media_ids) refuse('A post needs text unless it carries media.')
  if (poll && !isPoll(poll)) {
    refuse('A poll needs 2 to 4 options of 1 to 25 characters and a duration between 5 and 10080 minutes.')
  }
  if (reply_settings !== undefined && !REPLY_SETTINGS.includes(reply_settings)) {
    refuse(`Invalid reply_settings: one of ${REPLY_SETTINGS.join(', ')}.`)
  }
  if (quote_id !== undefined && !isEnterprise) throw new AccountError('not_on_this_plan')
}

function isPoll({ options, duration_minutes }: NonNullable<Given['poll']>): boolean {
  const areGood = options.every((option) => option.trim() !== '' && [...option].length <= 25)
  return (
    areGood &&
    options.length >= 2 &&
    options.length <= 4 &&
    duration_minutes >= 5 &&
    duration_minutes <= 10_080
  )
}

function refuseText({ weight, isBroken, cashtags }: PostText, isEnterprise: boolean, isVerified: boolean) {
  const longest = isVerified ? LONGEST_OF_VERIFIED : LONGEST
  if (weight > longest) {
    refuse(`Post text exceeds ${longest} characters: it weighs ${weight}, a link 23, emoji and CJK 2 each.`)
  }
  if (isBroken) refuse('The text holds characters that X does not take (U+FFFE, U+FEFF or U+FFFF).')
  if (cashtags > 1 && !isEnterprise) {
    throw new AccountError(
      'not_on_this_plan',
      `X takes one cashtag in a post on its self-serve plans, not ${cashtags}. Leave the others out.`,
    )
  }
}

function refuse(message: string): never {
  throw new AccountError('invalid_argument', message)
}

function createdIn({ data }: XApiAnswer['body']): { id: string; text: string } {
  const { id, text } = (data ?? {}) as { id?: unknown; text?: unknown }
  return { id: String(id ?? ''), text: String(text ?? '') }
}

/**
 * A reply to another's post is cheaper where that post called for it, and on self-serve plans X takes no others. That
 * it is another's shows in the answer: its text begins with a name that was not sent. Where the text that was sent
 * begins with the same name, nothing tells, and the full price is charged.
 */
function chargeOf(
  body: XApiAnswer['body'],
  { text = '', reply_to_id }: Given,
  { estimate, isEnterprise }: { estimate: Estimate; isEnterprise: boolean },
): Charge {
  const named = firstName(createdIn(body).text)
  const wasCalled = !isEnterprise && reply_to_id !== undefined && named !== '' && named !== firstName(text)
  if (estimate.kind === 'post-create' && wasCalled) return { kind: 'post-create-summoned' }
  return estimate as Charge
}

/** The name that a text begins with, in small letters; empty where it begins with none. */
function firstName(text: string): string {
  return (/^\s*[@＠](\w+)/.exec(text)?.[1] ?? '').toLowerCase()
}
