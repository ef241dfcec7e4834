import type { Circle, CircleCoverage, CircleMember, DirectionTally } from '../domain/circle.ts'
import { INTERACTION_KINDS } from '../domain/circle.ts'
import { document } from './conversation-markdown.ts'
import { formatCount, formatDate, plural } from './format.ts'
import { type Line, paragraph, single, words } from './pieces.ts'
import { person } from './post-markdown.ts'

const FLAVOUR = 'markdown'

const PLURALS = { reply: 'replies', quote: 'quotes', mention: 'mentions', repost: 'reposts' } as const

const WARNINGS: ReadonlyMap<string, string> = new Map([
  [
    'own_posts_capped',
    'Only the newest posts of the account were read; older ones of this time are missing.',
  ],
  ['own_posts_incomplete', 'Some posts of the account could not be read; ask again with the same until.'],
  ['own_posts_failed', 'The posts of the account could not be read; ask again with the same until.'],
  ['search_failed', 'X could not be searched, so only a sample of replies tells what others wrote.'],
  ['search_capped', 'There were more posts by others than one circle reads; the newest were taken.'],
  ['search_incomplete', 'The search for posts by others is not at its end; ask again with the same until.'],
  ['replies_incomplete', 'Some replies could not be read; ask again with the same until.'],
  ['profiles_missing', 'Some members are known by their handles only.'],
  ['mentions_unknown', 'The source did not say whom some posts name, so those mentions are not counted.'],
])

const SEARCH: Readonly<Record<CircleCoverage['search']['state'], string>> = {
  pending: 'not begun',
  complete: 'all that X gave',
  page_budget: 'the newest, up to the limit of a circle',
  empty_page: 'up to an empty page of X',
  repeated_cursor: 'up to where X led back',
  time: 'as far as the time allowed',
  failed: 'up to a failure',
}

/** A circle as one Markdown document: who, in order, then what that was made of. */
export function circleMarkdown(circle: Circle): string {
  const { profile, handle, window, members, count, coverage, interactions, warnings = [] } = circle
  const owner = person(profile ?? { screen_name: handle })
  const total = interactions.outgoing + interactions.incoming
  return document([
    [`# ${single(['Circle of ', owner], FLAVOUR)}`],
    [
      `From ${formatDate(window.since)} to ${formatDate(window.until)}: ${plural(total, 'interaction')} with ${plural(count, 'account')}. Incoming: ${coverage.label}.`,
    ],
    members.length > 0 ? members.map(memberLine) : ['No interactions were found.'],
    ...(count > members.length ? [[`${formatCount(count - members.length)} more are not shown.`]] : []),
    ['## What this is made of'],
    coverageLines(coverage),
    [
      'What others did is a sample, so a larger score may only mean that more was read; it is no proof of a closer tie.',
    ],
    paragraph(
      warnings.map((warning): Line => ['Warning: ', words(WARNINGS.get(warning) ?? warning)]),
      FLAVOUR,
    ),
  ])
}

function memberLine(member: CircleMember): string {
  const { rank, name, handle, score, outgoing, incoming } = member
  const line: Line = [
    person({ name, screen_name: handle }),
    ` — ${formatScore(score)}: to them ${talliedText(outgoing)}; from them ${talliedText(incoming)}`,
  ]
  return `${rank}. ${single(line, FLAVOUR)}`
}

/** What one direction holds, in words: `2 replies, 1 quote`. */
export function talliedText(tally: DirectionTally): string {
  const parts = INTERACTION_KINDS.flatMap((kind) => {
    const count = tally[kind]?.count ?? 0
    return count > 0 ? [plural(count, kind, PLURALS[kind])] : []
  })
  return parts.join(', ') || 'nothing'
}

/** A score with two decimals. */
export function formatScore(score: number): string {
  return score.toFixed(2)
}

function coverageLines({ own_posts, search, replies, profiles }: CircleCoverage): string[] {
  const oldest = own_posts.oldest ? `, back to ${formatDate(own_posts.oldest)}` : ''
  return [
    `- Own posts: ${own_posts.state}, ${plural(own_posts.posts, 'post')}${oldest}`,
    `- Search: ${SEARCH[search.state]}; ${plural(search.posts, 'post')} on ${plural(search.pages, 'page')}`,
    `- Reply sample: ${replies.asked} of ${replies.chosen} chosen posts asked for, of ${formatCount(replies.candidates)} with replies; ${plural(replies.posts, 'post')}`,
    `- Profiles: ${profiles.missing.length} of the members missing`,
  ]
}
