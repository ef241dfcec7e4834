import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import type { Person } from './draft.ts'
import { packPlace } from './ids.ts'
import type { Account } from './model.ts'
import { t } from './parts.ts'
import { Dice, hashText } from './random.ts'

/** The last account id that X gave out in sequence; later ones are snowflakes. */
const LAST_SEQUENTIAL_JOIN = Date.parse('2015-11-01T00:00:00Z')
const FIRST_JOIN = Date.parse('2006-03-21T20:50:14Z')

/** An account from a hand-written or drawn description; what that leaves open comes from the seed. */
export function makeAccount(seed: number, index: number, person: Person): Account {
  const dice = new Dice(hashText(`${seed} account ${person.handle}`))
  const joined = person.joined
    ? Date.parse(person.joined)
    : dice.int(Date.parse('2008-06-01T00:00:00Z'), Date.parse('2026-02-01T00:00:00Z'))
  const followers = person.followers ?? 12 + dice.skewed(400_000)
  const { kind: _kind, note: _note, bio, ...given } = person
  return {
    index,
    id: accountId(joined, index),
    bio: typeof bio === 'string' ? [t(bio)] : (bio ?? []),
    location: '',
    state: 'open',
    lang: 'en',
    zone: 0,
    volume: 0,
    avatar: `https://pbs.twimg.com/profile_images/${msToSnowflake(joined + 86_400_000 * dice.int(1, 300))}/${dice.token(8)}_normal.jpg`,
    following: 3 + dice.skewed(4_000),
    likes: dice.skewed(90_000),
    mediaCount: dice.skewed(3_000),
    ...(dice.chance(0.8) && {
      banner: `https://pbs.twimg.com/profile_banners/${accountId(joined, index)}/${Math.floor(joined / 1000) + dice.int(1e6, 3e7)}`,
    }),
    ...given,
    joined,
    followers,
  }
}

function accountId(joined: number, index: number): string {
  if (joined >= LAST_SEQUENTIAL_JOIN) return msToSnowflake(joined, packPlace({ account: index, ordinal: 0 }))
  const share = (joined - FIRST_JOIN) / (LAST_SEQUENTIAL_JOIN - FIRST_JOIN)
  return String(1_000 + Math.floor(share ** 1.6 * 4_100_000) * 1_000 + index)
}
