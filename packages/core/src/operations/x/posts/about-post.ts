import { z } from 'zod'
import { COST } from '../account-operation.ts'
import { defineRead } from '../account-read.ts'
import { idOf } from '../arguments.ts'
import { POST_QUERY, USER_FIELDS } from '../fields.ts'
import { nextOf, PAGE } from '../page.ts'
import { usersView } from '../user-view.ts'
import { CALL_ERRORS } from '../write-errors.ts'
import { FEWEST, ITEM, POSTS, queryOf, shownOf } from './read-page.ts'

const Input = z.strictObject({ id: z.string(), ...PAGE })
const Users = z.object({ users: z.array(ITEM), next_token: z.string().optional(), cost: COST })

export const postsQuotes = defineRead({
  name: 'x_posts_quotes',
  title: 'Read quotes of a post',
  summary: 'Posts that quote a post',
  description: `Reads a page of posts that quote a post. Ask for the smallest max_results that answers. X bills at least ${FEWEST.quotes} a page.`,
  price: '$0.005 a post',
  group: 'POSTS',
  input: Input,
  output: POSTS,
  errors: [...CALL_ERRORS, 'usage_cap', 'post_not_found'],
  plan(given, _ids, { config }) {
    const query = queryOf(given, config, FEWEST.quotes)
    return {
      by: 'x_posts_quotes',
      endpoint: 'GET /2/tweets/{id}/quote_tweets',
      call: {
        method: 'GET',
        path: `2/tweets/${idOf(given.id, 'id')}/quote_tweets`,
        query: { ...query, ...POST_QUERY },
      },
      estimate: { kind: 'post', most: query.max_results },
    }
  },
  answer: (body, given, { config }) => shownOf(body, given, config),
})

/** A page of those who did something with a post. */
function people(said: { name: string; title: string; summary: string; description: string; place: string }) {
  const { place, ...names } = said
  return defineRead({
    ...names,
    price: '$0.010 an account',
    group: 'POSTS',
    input: Input,
    output: Users,
    errors: [...CALL_ERRORS, 'post_not_found'],
    plan(given, _ids, { config }) {
      const query = queryOf(given, config)
      return {
        by: names.name,
        endpoint: `GET /2/tweets/{id}/${place}`,
        call: {
          method: 'GET',
          path: `2/tweets/${idOf(given.id, 'id')}/${place}`,
          query: { ...query, 'user.fields': USER_FIELDS },
        },
        estimate: { kind: 'user', most: query.max_results },
      }
    },
    answer: (body) => ({ users: usersView(body).map((user) => ({ ...user })), ...nextOf(body) }),
  })
}

export const postLikedBy = people({
  name: 'x_post_liked_by',
  title: 'Read who likes a post',
  summary: 'Who likes a post of the own account',
  description:
    'Reads a page of the accounts that like a post. X tells them of own posts only; of others none come. Ask for the smallest max_results that answers.',
  place: 'liking_users',
})

export const postRepostedBy = people({
  name: 'x_post_reposted_by',
  title: 'Read who reposted a post',
  summary: 'Who reposted a post',
  description:
    'Reads a page of the accounts that reposted a post. Ask for the smallest max_results that answers.',
  place: 'retweeted_by',
})
