import { z } from 'zod'
import type { ReadKind } from '../../../money/prices.ts'
import { COST } from '../account-operation.ts'
import { defineRead } from '../account-read.ts'
import { USER_FIELDS } from '../fields.ts'
import { nextOf, PAGE, pageQuery } from '../page.ts'
import { usersView } from '../user-view.ts'
import { CALL_ERRORS } from '../write-errors.ts'

const Input = z.strictObject({ username: z.string(), ...PAGE })
const OwnInput = z.strictObject(PAGE)

/** A page of accounts. */
const USERS = z.object({
  users: z.array(z.looseObject({ id: z.string() })),
  next_token: z.string().optional(),
  cost: COST,
})

/** What a page of accounts is called and where it is. */
interface Page {
  name: string
  title: string
  summary: string
  description: string
  price: string
  kind: ReadKind
  /** The last part of its path. */
  place: string
}

/** A page of accounts that stand in some relation to one, which anybody may see. */
function connections({ kind, place, ...said }: Page) {
  return defineRead({
    ...said,
    group: 'USERS',
    input: Input,
    output: USERS,
    errors: [...CALL_ERRORS, 'user_not_found', 'user_suspended'],
    async plan(given, ids, { config }) {
      const id = await ids.of(given.username)
      const query = pageQuery(given, config, 'USERS')
      return {
        by: said.name,
        endpoint: `GET /2/users/{id}/${place}`,
        call: {
          method: 'GET',
          path: `2/users/${id}/${place}`,
          query: { ...query, 'user.fields': USER_FIELDS },
        },
        estimate: { kind, most: query.max_results, owned: config.X_OWNED_READS && id === ids.me() },
        about: 'user',
      }
    },
    answer: (body) => ({ users: usersView(body).map((user) => ({ ...user })), ...nextOf(body) }),
  })
}

/** A page of accounts that the account itself keeps away. */
function ownPage({ kind, place, ...said }: Page) {
  return defineRead({
    ...said,
    group: 'USERS',
    input: OwnInput,
    output: USERS,
    errors: CALL_ERRORS,
    plan(given, ids, { config }) {
      const query = pageQuery(given, config, 'USERS')
      return {
        by: said.name,
        endpoint: `GET /2/users/{id}/${place}`,
        call: {
          method: 'GET',
          path: `2/users/${ids.me()}/${place}`,
          query: { ...query, 'user.fields': USER_FIELDS },
        },
        estimate: { kind, most: query.max_results, owned: config.X_OWNED_READS },
        about: 'user',
      }
    },
    answer: (body) => ({ users: usersView(body).map((user) => ({ ...user })), ...nextOf(body) }),
  })
}

const SMALL = 'Ask for as few as will do: up to 1000 a page, 100 by default.'
const PRICE_OF_FOLLOWS = '$0.010 an account, $0.001 of the own account, $0.010 more for a new username'

export const userFollowers = connections({
  name: 'x_user_followers',
  title: 'Read who follows an account',
  summary: 'Who follows an account',
  description: `Reads a page of an account's followers. ${SMALL}`,
  price: PRICE_OF_FOLLOWS,
  kind: 'follow',
  place: 'followers',
})

export const userFollowing = connections({
  name: 'x_user_following',
  title: 'Read whom an account follows',
  summary: 'Whom an account follows',
  description: `Reads a page of the accounts that an account follows. ${SMALL}`,
  price: PRICE_OF_FOLLOWS,
  kind: 'follow',
  place: 'following',
})

export const usersMuted = ownPage({
  name: 'x_users_muted',
  title: 'Read whom the account mutes',
  summary: 'Whom the account mutes',
  description: 'Reads a page of the accounts that the own account mutes.',
  price: '$0.001 an account',
  kind: 'mute',
  place: 'muting',
})

export const usersBlocked = ownPage({
  name: 'x_users_blocked',
  title: 'Read whom the account blocks',
  summary: 'Whom the account blocks',
  description: 'Reads a page of the accounts that the own account blocks.',
  price: '$0.001 an account',
  kind: 'block',
  place: 'blocking',
})
