import { describe, expect, test } from 'vitest'
import { createSandbox } from '../app.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import type { WireStatus } from './fxtwitter/wire.ts'
import { tweetResult } from './syndication/door.ts'
import type { WireTweet } from './syndication/wire.ts'

const { app, world } = createSandbox()
const { examples } = catalogue(world)

const isTweet = (answer: object): answer is WireTweet => 'id_str' in answer

const SIGNS = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const decode = (text: string) => text.replace(/&(?:amp|lt|gt);/g, (sign) => SIGNS[sign as keyof typeof SIGNS])

/** A reader of the syndication door, apart from any of ours: expands the links, drops those of media, decodes. */
function read({ text, display_text_range: [from, to], entities }: WireTweet): string {
  const letters = Array.from(text)
  const links = [
    ...(entities?.urls ?? []),
    ...(entities?.media ?? []).map((media) => ({ ...media, expanded_url: '' })),
  ].toSorted((one, other) => one.indices[0] - other.indices[0])
  let out = ''
  let at = from
  for (const { indices, expanded_url } of links) {
    if (indices[0] < at || indices[1] > to) continue
    out += decode(letters.slice(at, indices[0]).join('')) + expanded_url
    at = indices[1]
  }
  return out + decode(letters.slice(at, to).join(''))
}

describe('both doors say the same of every example', () => {
  test.each(examples.map((example) => [example.kind, example] as const))('%s', async (_kind, example) => {
    const answer = tweetResult(world, example.id)
    const headers = { 'user-agent': 'same-text-test/1.0' }
    const fx = await app.request(`/fxtwitter/2/status/${example.id}`, { headers })
    expect(isTweet(answer)).toBe(fx.status === 200)
    if (!isTweet(answer)) return
    const { status } = (await fx.json()) as { status: WireStatus }
    expect([answer.id_str, answer.user.screen_name]).toEqual([status.id, status.author.screen_name])

    let text = read(answer).trim()
    // What X adds to a text and a person does not see: the addresses of what is shown below it.
    if (example.quote) text = text.replace(/\s*https:\/\/twitter\.com\/(?:i\/web|\w+)\/status\/\d+$/, '')
    if (example.article) text = text.replace(/\s*https?:\/\/(?:x\.com\/i\/article|t\.co)\/\w+$/, '')
    if (example.kind === 'repost/cut-in-a-link') text = text.replace(/https:\/\/t\.co\/\w+…$/, '…')
    const { text: truth } = example
    if (answer.note_tweet) expect(truth.startsWith(text.replace(/…$/, '').trimEnd())).toBe(true)
    else expect(text).toBe(truth)
  })
})
