import { type Behaviour, proven, unproven } from '../behaviour.ts'

/** The ways of the API. What is `unproven` is a guess: no public record shows that X does so. */
export const X_API_HABITS: Behaviour[] = [
  proven('Requests are signed with OAuth 1.0a (HMAC-SHA1), or carry a bearer token of the app or of a user'),
  proven('Bookmarks refuse OAuth 1.0a with 403 unsupported-authentication; bookmarksOauth1 turns it'),
  proven('A token that may only read gets 403 oauth1-permissions from whatever writes'),
  proven('Gateway refusals are application/problem+json, the others application/json'),
  proven('A text that was posted gets 403 with about:blank: only its words tell'),
  proven('402, spend-cap and usage-cap leave the rate headers as they are'),
  proven('A lookup answers 200 with what was found, and an entry of errors for the rest'),
  proven('Search, counts and timelines take tweet.fields; vocabulary decides the words of the answer'),
  proven(
    'Pages hold at least 10 (search, quotes) or 5 (timelines, mentions, likes), and all of it is charged',
  ),
  proven('A resource is charged once on a UTC day'),
  proven('Searches find no reposts, whatever is:retweet says'),
  proven('Self-serve plans answer a post only where its author called for it, and their own posts'),
  unproven('Timestamps are good for 300 seconds, by the real clock or the world’s; which nonce is a replay'),
  unproven('The body of 401, and that of a token without the scope'),
  unproven('Counts refuse OAuth 1.0a; countsOauth1 turns it'),
  unproven(
    'Likes, follows and quotes on a self-serve plan get 403 client-forbidden; unlike and unfollow work',
  ),
  unproven('What post.fields and tweet.fields do when both are given: they add up'),
  unproven(
    'Which of several refusals comes first: signature, enrolment, kind of token, rate, money, parameters',
  ),
  unproven('The words of 400; that unknown parameters and fields get one'),
  unproven('Includes of the kind that the endpoint answers are charged; billIncludes ends it'),
  unproven(
    'Credits stop everything but uploads and tokens; the 402 comes once the balance is at or below nothing',
  ),
  unproven('Uploads cost nothing; uploadPrice is the price of each call'),
  unproven('A reply with an address costs what a post with an address does'),
  unproven(
    'What counts as an address: what twitter-text takes for one, and with a scheme any host with a dot',
  ),
  unproven('data is missing from an empty page; emptyData: "list" makes it []'),
  unproven('Likers are told of one’s own posts only, likes of oneself only; of others the page is empty'),
  unproven(
    'A protected or suspended author’s posts are not-authorized-for-resource; a suspended user is Forbidden',
  ),
  unproven('The body of a write on what is not there: 404 resource-not-found'),
  unproven('Indices of entities count code points'),
  unproven('The text of a repost is cut at 140 code points'),
  unproven('Rate windows begin with the first request and go by the world’s clock'),
  unproven('Limits of the app where only those of a user are published, and the other way round'),
  unproven('A video is pending, then in_progress, then done as often as STATUS was asked; media sets how'),
  unproven('An upload that is missing, expired, unfinished or failed gets 400 in a new post'),
  unproven('A repeated text is refused within 24 hours, and only as an answer to the same post'),
  unproven('community_id, geo and other rare fields of a new post are taken and have no effect'),
  unproven('An account can write 683 posts before a reset; then 403'),
]
