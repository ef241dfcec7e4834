import { z } from 'zod'
import { defineRead } from '../account-read.ts'
import { POST_QUERY } from '../fields.ts'
import { PAGE } from '../page.ts'
import { CALL_ERRORS } from '../write-errors.ts'
import { FEWEST, POSTS, queryOf, shownOf } from './read-page.ts'

/** A page of posts that only the account itself is shown, or that are about it. */
interface Timeline {
  name: string
  title: string
  summary: string
  description: string
  price: string
  /** The last part of its path. */
  place: string
  fewest?: number
  /** Whether X counts it as the account's own. */
  isOwned: boolean
  auth?: 'oauth2'
}

function timeline({ place, fewest, isOwned, auth, ...said }: Timeline) {
  return defineRead({
    ...said,
    group: 'POSTS',
    input: z.strictObject(PAGE),
    output: POSTS,
    errors: [...CALL_ERRORS, 'usage_cap', ...(auth ? (['wrong_credentials_kind'] as const) : [])],
    plan(given, ids, { config }) {
      const query = queryOf(given, config, fewest)
      return {
        by: said.name,
        endpoint: `GET /2/users/{id}/${place}`,
        call: {
          method: 'GET',
          path: `2/users/${ids.me()}/${place}`,
          query: { ...query, ...POST_QUERY },
          ...(auth && { auth }),
        },
        estimate: { kind: 'post', most: query.max_results, owned: isOwned && config.X_OWNED_READS },
        about: 'user',
      }
    },
    answer: (body, given, { config }) => shownOf(body, given, config),
  })
}

const FEW = 'Ask for the smallest max_results that answers.'
const AT_LEAST_FIVE = `${FEW} X bills at least ${FEWEST.timeline} a page.`
/** Of what X counts as the account's own. */
const OWN_PRICE = '$0.001 a post if the account owns the app, else $0.005'

export const postsMentions = timeline({
  name: 'x_posts_mentions',
  title: 'Read mentions',
  summary: 'Posts that mention the own account',
  description: `Reads a page of posts that mention the own account. ${AT_LEAST_FIVE}`,
  price: OWN_PRICE,
  place: 'mentions',
  fewest: FEWEST.timeline,
  isOwned: true,
})

export const postsHome = timeline({
  name: 'x_posts_home',
  title: 'Read the home timeline',
  summary: 'What those post whom the own account follows',
  description: `Reads a page of what those post whom the own account follows, newest first. ${FEW}`,
  price: '$0.005 a post',
  place: 'timelines/reverse_chronological',
  isOwned: false,
})

export const postsLiked = timeline({
  name: 'x_posts_liked',
  title: 'Read liked posts',
  summary: 'Posts that the own account likes',
  description: `Reads a page of posts that the own account likes. ${AT_LEAST_FIVE}`,
  price: OWN_PRICE,
  place: 'liked_tweets',
  fewest: FEWEST.timeline,
  isOwned: true,
})

export const bookmarksList = timeline({
  name: 'x_bookmarks_list',
  title: 'Read bookmarks',
  summary: 'Posts that the own account has bookmarked',
  description: `Reads a page of the own bookmarks, once the person ran \`x-md login\`. ${FEW}`,
  price: OWN_PRICE,
  place: 'bookmarks',
  isOwned: true,
  auth: 'oauth2',
})
