import type { Part } from '../model.ts'
import { a, c, h, t } from '../parts.ts'
import type { Dice } from '../random.ts'
import { englishPost, englishReply } from './english.ts'
import { PHRASES } from './languages.ts'

const TAGS = ['ferries', 'tidewatch', 'breadtalk', 'oldmaps', 'mossmonday', 'naïve', 'Zürichsee', 'stairs']
const TICKERS = ['NRBY', 'MOSS', 'TIDE', 'BRIX']

/** A sentence or two in a language. */
export function sentence(dice: Dice, lang: string, reply = false): string {
  const phrases = PHRASES[lang]
  if (!phrases) return reply ? englishReply(dice) : englishPost(dice)
  if (reply && dice.chance(0.6)) return dice.pick(phrases.replies)
  const one = `${dice.pick(phrases.starts)}${phrases.join}${dice.pick(phrases.ends)}`
  return dice.chance(0.25) ? `${one}${dice.chance(0.5) ? '\n' : phrases.join}${dice.pick(phrases.ends)}` : one
}

/** The body of an ordinary post: words, and now and then a tag, a ticker or a link. */
export function composeBody(dice: Dice, lang: string, reply: boolean): Part[] {
  const parts: Part[] = []
  if (dice.chance(0.06)) parts.push(t(dice.pick(['🌊 ', '🚲💨 ', '👩🏽‍🚀 ', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 ', '𝒩𝑜𝓉𝑒: '])))
  parts.push(t(sentence(dice, lang, reply)))
  if (dice.chance(0.12)) {
    const tags = PHRASES[lang]?.tags ?? TAGS
    parts.push(t(dice.chance(0.3) ? '\n' : ' '), h(dice.pick(tags)))
    if (dice.chance(0.3)) parts.push(t(' '), h(dice.pick(tags)))
  }
  if (dice.chance(0.02)) parts.push(t(' & '), c(dice.pick(TICKERS)))
  if (!reply && dice.chance(0.14)) parts.push(t(dice.chance(0.2) ? '\n\n' : ' '), a(inventedUrl(dice)))
  return parts
}

function inventedUrl(dice: Dice): string {
  const host = dice.pick([
    'harbour-gazette.example',
    'norrby-instruments.example',
    'www.moss-weekly.example',
    'maps.delta.example',
    'mossgate-radio.example',
  ])
  const path = dice.pick([
    '/2026/tide-tables',
    '/notes/on_glue',
    `/a/${dice.token(6)}`,
    '/recipes/rye-(dark)',
    '/timetable?line=2&day=sat',
    '/',
  ])
  return `https://${host}${path}`
}
