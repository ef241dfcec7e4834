import { makeAccount } from './accounts.ts'
import type { Person } from './draft.ts'
import type { Account } from './model.ts'
import { BIO_LINK, BIOS, HANDLE_FIRST, HANDLE_LAST, NAME_BANKS, type NameBank, TOPIC_WORDS } from './names.ts'
import { t } from './parts.ts'
import { PEOPLE } from './people.ts'
import { Dice, hash } from './random.ts'

/** How many accounts the world holds, the hand-written ones included. */
const POPULATION = 204

/** Everybody: the hand-written people first, then those drawn from the seed. */
export function populate(seed: number): Account[] {
  const people: Person[] = [...PEOPLE]
  const taken = new Set(people.map((person) => person.handle.toLowerCase()))
  for (let i = 0; people.length < POPULATION; i++) {
    const person = drawPerson(new Dice(hash(seed, i, 0x9e09)), i)
    if (taken.has(person.handle.toLowerCase())) continue
    taken.add(person.handle.toLowerCase())
    people.push(person)
  }
  return people.map((person, index) => makeAccount(seed, index, person))
}

/** A name and the bank that it is from: every other one is English. */
export function drawName(dice: Dice, i: number): { name: string; bank: NameBank } {
  const bank = i % 2 === 0 ? NAME_BANKS[0]! : NAME_BANKS[(i >> 1) % NAME_BANKS.length]!
  const first = dice.pick(bank.first)
  const last = dice.pick(bank.last)
  const eastAsian = bank.join === ''
  const name =
    (eastAsian ? [last, first] : [first, last]).join(bank.join) +
    (dice.chance(0.12) ? ` ${dice.pick(['🌊', '🚲', '☁️', '🍞', '🦉'])}` : '')
  return { name, bank }
}

function drawPerson(dice: Dice, i: number): Person {
  const { name, bank } = drawName(dice, i)
  const handle = drawHandle(dice)
  const bio = dice.pick(BIOS).replaceAll('%', () => dice.pick(TOPIC_WORDS))
  const fate = dice.unit()
  return {
    handle,
    name,
    bio: dice.chance(0.25) && bio ? [t(bio), ...BIO_LINK(handle)] : bio,
    lang: bank.lang,
    zone: dice.pick(bank.zones),
    volume: dice.chance(0.05) ? 0 : Math.floor(20 + 8_000 * dice.unit() ** 3),
    refusedInWords: dice.chance(0.5),
    state: fate < 0.03 ? 'suspended' : fate < 0.08 ? 'protected' : 'open',
    location: dice.chance(0.4)
      ? dice.pick(['Norrby', 'Vellmar', 'the harbour', 'between trains', 'Mossgate'])
      : '',
    ...(dice.chance(0.1) && { avatar: '' }),
    ...(dice.chance(0.3) && {
      website: {
        url: `https://${handle.toLowerCase().replaceAll('_', '-')}.example/`,
        display: `${handle.toLowerCase().replaceAll('_', '-')}.example`,
      },
    }),
    ...(dice.chance(0.2) && { verification: { type: 'individual' as const } }),
  }
}

function drawHandle(dice: Dice): string {
  const first = dice.pick(HANDLE_FIRST)
  const last = dice.pick(HANDLE_LAST)
  const joined = dice.pick([`${first}_${last}`, `${last}${first}`, `${first}${last}`, `${first[0]}_${last}`])
  return `${joined.slice(0, 12)}${dice.chance(0.6) ? dice.int(2, 99) : ''}`.slice(0, 15).replace(/_+$/, '')
}
