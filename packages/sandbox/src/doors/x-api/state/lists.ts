import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import type { Account } from '../../../world/model.ts'
import { hash, hashText } from '../../../world/random.ts'
import type { World } from '../../../world/world.ts'
import { APP } from '../auth/credentials.ts'

/** A list of accounts, as its owner made it. */
export interface XList {
  id: string
  owner: Account
  name: string
  description: string
  private: boolean
  /** Unix milliseconds. */
  createdAt: number
  /** Ids, the latest first. */
  members: string[]
  /** Besides those who follow it through the door. */
  followers: number
}

interface FirstList {
  owner: string
  name: string
  description: string
  private?: true
  members: number
  created: string
}

/** The lists that there are from the start. */
const FIRST: readonly FirstList[] = [
  {
    owner: APP.owner,
    name: 'Harbours',
    description: 'Who is in, who is out',
    members: 18,
    created: '2019-03-07T08:11:12Z',
  },
  {
    owner: APP.owner,
    name: 'Quiet corner',
    description: '',
    private: true,
    members: 4,
    created: '2022-11-20T19:45:00Z',
  },
  {
    owner: 'ines_quillfen',
    name: 'Birds & bread',
    description: 'birds first',
    members: 9,
    created: '2018-06-01T10:00:00Z',
  },
  {
    owner: 'ines_quillfen',
    name: 'Not for you',
    description: '',
    private: true,
    members: 2,
    created: '2024-01-15T06:30:00Z',
  },
  {
    owner: 'VellmarWeather',
    name: 'Everyone who writes',
    description: 'All of them, to read page by page',
    members: 150,
    created: '2017-02-03T04:05:06Z',
  },
]

/** All lists, those from the start first. */
export class Lists {
  readonly #world: World
  readonly #lists = new Map<string, XList>()
  #count = 0

  constructor(world: World) {
    this.#world = world
    for (const first of FIRST) {
      const owner = world.accountByHandle(first.owner)!
      const createdAt = Date.parse(first.created)
      const members = world.accounts
        .filter((one) => one !== owner && one.state === 'open' && one.volume > 0 && one.joined <= world.now)
        .map(({ id, index }) => ({ id, luck: hash(world.seed, index, hashText(first.name)) }))
        .sort((one, other) => one.luck - other.luck)
        .slice(0, first.members)
        .map(({ id }) => id)
      this.#add({
        ...first,
        private: first.private === true,
        owner,
        createdAt,
        members,
        followers: members.length % 7,
      })
    }
  }

  create(owner: Account, given: { name: string; description: string; private: boolean }): XList {
    return this.#add({ ...given, owner, createdAt: this.#world.now, members: [], followers: 0 })
  }

  delete(list: XList): void {
    this.#lists.delete(list.id)
  }

  /** A list that a caller can see: any but the private ones of others. */
  find(id: string, viewer: Account | undefined): XList | undefined {
    const list = this.#lists.get(id)
    return list && this.#isVisible(list, viewer) ? list : undefined
  }

  /** The lists of an account that a caller can see, the latest first. */
  ownedBy(owner: Account, viewer: Account | undefined): XList[] {
    return [...this.#lists.values()]
      .filter((list) => list.owner === owner && this.#isVisible(list, viewer))
      .reverse()
  }

  /** The lists that an account is on, as far as a caller can see them. */
  holding(account: Account, viewer: Account | undefined): XList[] {
    return [...this.#lists.values()]
      .filter((list) => list.members.includes(account.id) && this.#isVisible(list, viewer))
      .reverse()
  }

  #isVisible(list: XList, viewer: Account | undefined): boolean {
    return (!list.private || list.owner === viewer) && list.createdAt <= this.#world.now
  }

  #add(list: Omit<XList, 'id'>): XList {
    const added = { ...list, id: msToSnowflake(list.createdAt, this.#count++) }
    this.#lists.set(added.id, added)
    return added
  }
}
