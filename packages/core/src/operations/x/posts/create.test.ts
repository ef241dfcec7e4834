import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Acting, act, refusal, startActing } from '../../../testing/acting.ts'
import type { Context } from '../../operation.ts'
import { postCreate } from './create.ts'
import { postDelete } from './interactions.ts'

let owner: Acting
let second: Context
let enterprise: Context
beforeAll(async () => {
  owner = await startActing()
  second = owner.contextOf('second')
  enterprise = owner.contextOf('owner', { X_PLAN: 'enterprise' })
})
afterAll(() => owner.close())
beforeEach(async () => {
  await owner.reset()
  await owner.settings({ credits: null })
  for (const { x } of [owner.context, second, enterprise]) await x?.owner()
})

const create = (input: Parameters<typeof postCreate.run>[0], context = owner.context) =>
  act(postCreate, input, context) as Promise<{ id: string; url: string; text: string; cost: { usd: number } }>
const refused = (input: Parameters<typeof postCreate.run>[0], context = owner.context) =>
  refusal(postCreate, input, context)
const priceOfLast = async () => (await owner.bill()).charges.at(-1)?.price

describe('a post', () => {
  test('is published, read through the free door, and deleted', async () => {
    const text = 'Hello @ines_quillfen: fog & <b> until noon 🚲'
    const made = await create({ text })
    expect(made.url).toBe(`https://x.com/oskar_fenwall/status/${made.id}`)
    expect(made.cost.usd).toBe(0.015)
    expect((await owner.free(made.id)).body.status).toMatchObject({
      text,
      author: { screen_name: 'oskar_fenwall' },
    })
    expect(await act(postDelete, { id: made.id }, owner.context)).toMatchObject({
      deleted: true,
      cost: { usd: 0.005 },
    })
    expect((await owner.free(made.id)).status).toBe(404)
    expect((await refusal(postDelete, { id: made.id }, owner.context)).code).toBe('post_not_found')
  })

  test('with an address costs what that costs', async () => {
    for (const text of ['see https://harbour.example/log', 'see harbour.com/log']) {
      expect((await create({ text })).cost.usd).toBe(0.2)
      expect(await priceOfLast()).toBe(0.2)
    }
  })

  test('can be a poll, a quote, and limited in who may reply', async () => {
    const poll = { options: ['yes', 'no'], duration_minutes: 60 }
    const { id } = await create({ text: 'Tea?', poll, reply_settings: 'following' })
    expect((await owner.free(id)).body.status.poll.choices).toHaveLength(2)
    await owner.settings({ plan: 'enterprise' })
    const quote = await create({ text: 'this', quote_id: id }, enterprise)
    expect((await owner.free(quote.id)).body.status.quote.id).toBe(id)
    expect((await create({ text: '$MOSS and $FERRY' }, enterprise)).id).toMatch(/^\d+$/)
  })

  test('of an unknown owner has an address that X leads on', async () => {
    const { id, url } = await create({ text: 'who am I' }, owner.contextOf('owner'))
    expect(url).toBe(`https://x.com/i/status/${id}`)
  })
})

describe('a reply', () => {
  test('to an own post costs what a post does; where it was called for, less', async () => {
    const own = await create({ text: 'one' })
    expect((await create({ text: 'two', reply_to_id: own.id })).cost.usd).toBe(0.015)
    expect(await priceOfLast()).toBe(0.015)
    const call = await create({ text: '@oskar_fenwall who has the key?' }, second)
    const reply = await create({ text: 'not me', reply_to_id: call.id })
    expect([reply.cost.usd, await priceOfLast()]).toEqual([0.01, 0.01])
    const aside = await create({ text: '@thread_mill has it', reply_to_id: call.id })
    expect([aside.cost.usd, await priceOfLast()]).toEqual([0.01, 0.01])
    const linked = await create({ text: 'see harbour.com', reply_to_id: call.id })
    expect([linked.cost.usd, await priceOfLast()]).toEqual([0.2, 0.2])
    expect((await owner.free(reply.id)).body.status.replying_to.status).toBe(call.id)
  })

  test('that begins with the name that X would add is noted at the full price, the most that it can have cost', async () => {
    const call = await create({ text: '@oskar_fenwall who has the key?' }, second)
    const reply = await create({ text: '@ines_quillfen not me', reply_to_id: call.id })
    expect([reply.cost.usd, await priceOfLast()]).toEqual([0.015, 0.01])
  })

  test('that nobody called for is refused by X, and not paid for', async () => {
    const other = await create({ text: 'nobody asked' }, second)
    const before = (await owner.bill()).total
    expect(await refused({ text: 'well', reply_to_id: other.id })).toEqual({
      code: 'reply_not_allowed',
      message: expect.stringContaining('mentioned or quoted'),
    })
    expect((await owner.bill()).total).toBe(before)
  })
})

describe('what X would refuse is refused before it is sent', () => {
  const long = 'y'.repeat(257)
  const poll = { options: ['a', 'b'], duration_minutes: 5 }
  test.each<[string, Parameters<typeof postCreate.run>[0], RegExp]>([
    ['nothing', {}, /text unless it carries media/],
    ['blanks', { text: ' \n' }, /text unless it carries media/],
    ['281 letters', { text: 'y'.repeat(281) }, /exceeds 280 characters: it weighs 281/],
    ['141 letters that count twice', { text: '水'.repeat(141) }, /it weighs 282/],
    ['an address too much', { text: `${long} https://harbour.com/x` }, /it weighs 281/],
    ['a megabyte', { text: 'y'.repeat(1_000_000) }, /exceeds 280/],
    ['a byte order mark', { text: 'a\uFEFFb' }, /characters that X does not take/],
    ['no media ids', { text: 'x', media_ids: [] }, /at most 4 media items/],
    ['five media ids', { media_ids: ['1', '2', '3', '4', '5'] }, /at most 4 media items/],
    ['a media id that is none', { media_ids: ['a'] }, /media_ids: an id is 1 to 19 digits/],
    ['media and a poll', { text: 'x', media_ids: ['1'], poll }, /one only/],
    ['media and a quote', { text: 'x', media_ids: ['1'], quote_id: '20' }, /one only/],
    ['a poll and a quote', { text: 'x', poll, quote_id: '20' }, /one only/],
    ['a poll without text', { poll }, /text unless/],
    ['one option', { text: 'x', poll: { ...poll, options: ['a'] } }, /2 to 4 options/],
    ['five options', { text: 'x', poll: { ...poll, options: [...'abcde'] } }, /2 to 4 options/],
    ['an empty option', { text: 'x', poll: { ...poll, options: ['a', ''] } }, /2 to 4 options/],
    ['a long option', { text: 'x', poll: { ...poll, options: ['a', 'b'.repeat(26)] } }, /1 to 25/],
    ['a short poll', { text: 'x', poll: { ...poll, duration_minutes: 4 } }, /between 5 and 10080/],
    ['a long poll', { text: 'x', poll: { ...poll, duration_minutes: 10_081 } }, /between 5 and 10080/],
    ['other reply settings', { text: 'x', reply_settings: 'everyone' }, /reply_settings: one of following/],
    ['a reply to a word', { text: 'x', reply_to_id: 'abc' }, /reply_to_id: an id/],
    ['a reply to nothing', { text: 'x', reply_to_id: '' }, /reply_to_id: an id/],
  ])('%s', async (_, input, words) => {
    const before = (await owner.asked()).length
    expect(await refused(input)).toEqual({
      code: 'invalid_argument',
      message: expect.stringMatching(words),
    })
    expect(await refused({ ...input, dry_run: true })).toMatchObject({ code: 'invalid_argument' })
    expect(await owner.asked()).toHaveLength(before)
  })

  test.each([
    ['a quote', { text: 'x', quote_id: '20' }],
    ['two cashtags', { text: '$MOSS and $FERRY' }],
  ])('%s on a self-serve plan', async (_, input) => {
    const before = (await owner.asked()).length
    expect((await refused(input)).code).toBe('not_on_this_plan')
    expect(await owner.asked()).toHaveLength(before)
  })
})

test('lengths are X’s: an address counts 23, an emoji 2 however it is made up', async () => {
  for (const text of [
    `${'y'.repeat(256)} https://harbour.com/${'x'.repeat(300)}`,
    '水'.repeat(140),
    '👩‍👩‍👧‍👦'.repeat(140),
    'é'.repeat(280),
  ]) {
    expect((await create({ text })).id).toMatch(/^\d+$/)
  }
})

test('a verified account may write more', async () => {
  const { x } = owner.context
  if (!x) throw new Error('no account')
  const known = await x.owner()
  const verified: Context = {
    ...owner.context,
    x: {
      api: x.api,
      purse: x.purse,
      ledger: x.ledger,
      owner: () => x.owner(),
      knownOwner: { ...known, isVerified: true },
    },
  }
  expect((await refused({ text: 'y'.repeat(25_001) }, verified)).message).toMatch(/exceeds 25000/)
  // The sandbox's owner is not verified: what passes here is refused there.
  expect((await refused({ text: 'y'.repeat(281) }, verified)).code).toBe('text_too_long')
})

describe('what X refuses', () => {
  test('a duplicate', async () => {
    await create({ text: 'once' })
    expect(await refused({ text: ' once ' })).toEqual({
      code: 'duplicate_post',
      message: expect.stringContaining('duplicate'),
    })
  })

  test('media that are not there', async () => {
    expect(await refused({ text: 'x', media_ids: ['123'] })).toEqual({
      code: 'media_not_ready',
      message: expect.stringContaining('X rejected the media ids'),
    })
  })

  test('a reply to what is gone', async () => {
    expect((await refused({ text: 'x', reply_to_id: '1' })).code).toBe('not_authorized')
  })

  test('a quote of what is gone', async () => {
    await owner.settings({ plan: 'enterprise' })
    expect((await refused({ text: 'x', quote_id: '1' }, enterprise)).code).toBe('post_not_found')
  })

  test('a plan that is another than was set', async () => {
    const { id } = await create({ text: 'one' })
    expect((await refused({ text: 'x', quote_id: id }, enterprise)).code).toBe('not_on_this_plan')
  })

  test('without credits, at the spending limit, or of an app without a project', async () => {
    await owner.settings({ credits: 0 })
    expect((await refused({ text: 'x' })).code).toBe('credits_spent')
    await owner.settings({ credits: null, spendCap: 0 })
    expect((await refused({ text: 'x' })).code).toBe('spend_cap')
    await owner.settings({ spendCap: null, enrolled: false })
    expect((await refused({ text: 'x' })).code).toBe('not_enrolled')
  })

  test('with a token that may only read', async () => {
    expect((await refused({ text: 'x' }, owner.contextOf('read-only'))).code).toBe('read_only_token')
  })

  test('more posts than a day holds', async () => {
    const detail = 'You have reached the daily limit for sending posts.'
    const body = { detail, type: 'about:blank', title: 'Forbidden', status: 403 }
    const answer = await fetch(`${owner.url}/_sandbox/overrides`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ path: '/x-api/2/tweets', status: 403, body }]),
    })
    expect(answer.status).toBe(200)
    expect((await refused({ text: 'one too many' })).code).toBe('daily_posts')
    await fetch(`${owner.url}/_sandbox/overrides`, { method: 'DELETE' })
  })

  test('too often', async () => {
    await owner.settings({ rateLimits: { 'POST /2/tweets': { user: 1 } } })
    await create({ text: 'one' })
    expect((await refused({ text: 'two' })).code).toBe('rate_limited')
  })
})

test('an answer that comes too late may have been done', async () => {
  await owner.faults([{ door: 'x-api', path: '/2/tweets', kind: 'latency', delayMs: 4000 }])
  const hasty = owner.contextOf('owner', { POSTS_MIN_TIMEOUT_MS: '50' })
  expect((await refused({ text: 'late', timeout_ms: 1 }, hasty)).code).toBe('maybe_done')
  await owner.faults([])
})

test('a dry run shows what would be sent and costs nothing', async () => {
  const before = { asked: (await owner.asked()).length, total: (await owner.bill()).total }
  const input = { text: 'see harbour.com', reply_to_id: '20', dry_run: true }
  expect(await act(postCreate, input, owner.context)).toEqual({
    dry_run: {
      method: 'POST',
      path: '/2/tweets',
      body: { text: 'see harbour.com', reply: { in_reply_to_tweet_id: '20' } },
      would_cost_usd: 0.2,
    },
  })
  expect({ asked: (await owner.asked()).length, total: (await owner.bill()).total }).toEqual(before)
})
