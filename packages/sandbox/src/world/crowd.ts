import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import { makeAccount } from './accounts.ts'
import type { Account } from './model.ts'
import { HANDLE_FIRST, TOPIC_WORDS } from './names.ts'
import { drawName } from './population.ts'
import { Dice, hash } from './random.ts'

/** Readers: people who follow and repost, and write nothing. */
export const CROWD_SIZE = 6_000

/** Beyond every account that can post, whose indices fit into 8 bits. */
export const FIRST_CROWD_INDEX = 256
const FIRST_JOIN = Date.parse('2016-01-01T00:00:00Z')
const LAST_JOIN = Date.parse('2026-08-01T00:00:00Z')

/** The reader of a number below `CROWD_SIZE`. The number stands in the handle and in the low bits of the id. */
export function crowdMember(seed: number, number: number): Account {
  const dice = new Dice(hash(seed, number, 0xc20d))
  const handle = `${dice.pick(HANDLE_FIRST)}_${String(number).padStart(4, '0')}`
  const joined = dice.int(FIRST_JOIN, LAST_JOIN)
  const id = msToSnowflake(joined, number)
  const { name, bank } = drawName(dice, number)
  return makeAccount(seed, FIRST_CROWD_INDEX + number, {
    handle,
    name,
    lang: bank.lang,
    id,
    joined: new Date(joined).toISOString(),
    bio: dice.chance(0.5) ? `Here for the ${dice.pick(TOPIC_WORDS)}.` : '',
    state: dice.chance(0.04) ? 'protected' : 'open',
    volume: 0,
    mediaCount: 0,
    ...(dice.chance(0.1) && { avatar: '' }),
    banner: '',
  })
}

/** The number in a handle that could be a reader's; undefined for any other. */
export function crowdNumberOf(handle: string): number | undefined {
  const number = Number(/_(\d{4})$/.exec(handle)?.[1] ?? Number.NaN)
  return number < CROWD_SIZE ? number : undefined
}

/** The number in an id that could be a reader's. */
export function crowdNumberIn(id: string): number | undefined {
  const number = Number(BigInt(id) & 0x3fffffn)
  return number < CROWD_SIZE ? number : undefined
}
