import {
  type CircleDirection,
  type DirectionTally,
  INTERACTION_KINDS,
  type Interaction,
  type InteractionKind,
} from '../../domain/circle.ts'
import { compareIds } from '../../domain/snowflake.ts'

/** What an interaction counts on the day it happens. */
export const WEIGHTS: Readonly<Record<InteractionKind, number>> = {
  reply: 3,
  quote: 2.5,
  mention: 1.5,
  repost: 1,
}
const HALF_LIFE_MS = 30 * 86_400_000
/** Posts of each direction that an answer names. */
const MAX_SAMPLES = 3

/** An account of a circle with what it scored, before it is known who that is. */
export interface Scored {
  handle: string
  score: number
  outgoing: DirectionTally
  incoming: DirectionTally
  /** Unix milliseconds. */
  lastAt: number
}

/** What an interaction still counts. @param until Unix milliseconds, as is `at` */
export function weightOf(kind: InteractionKind, at: number, until: number): number {
  return WEIGHTS[kind] * 0.5 ** (Math.max(0, until - at) / HALF_LIFE_MS)
}

/** Both directions as one: what goes both ways counts for more than the sum. */
export function combined(outgoing: number, incoming: number): number {
  return outgoing + incoming + 2 * Math.sqrt(outgoing * incoming)
}

/**
 * All accounts of a circle, the highest score first, by handle where scores are equal. The order of the
 * interactions does not matter.
 * @param until when the circle ends, Unix milliseconds
 */
export function rank(interactions: Iterable<Interaction>, until: number): Scored[] {
  const byHandle = Map.groupBy(inOrder(interactions), ({ handle }) => handle.toLowerCase())
  return [...byHandle.values()].map((of) => scored(of, until)).sort(byScore)
}

/** Newest first: sums of fractions depend on their order. */
function inOrder(interactions: Iterable<Interaction>): Interaction[] {
  return [...interactions].sort(
    (a, b) =>
      b.at - a.at ||
      compareIds(b.id, a.id) ||
      compareText(a.direction, b.direction) ||
      compareText(a.kind, b.kind) ||
      compareText(a.handle, b.handle),
  )
}

function scored(interactions: readonly Interaction[], until: number): Scored {
  const [newest] = interactions as readonly [Interaction, ...Interaction[]]
  const outgoing = tally(interactions, 'outgoing', until)
  const incoming = tally(interactions, 'incoming', until)
  return {
    handle: newest.handle,
    score: rounded(combined(outgoing.score, incoming.score)),
    outgoing,
    incoming,
    lastAt: newest.at,
  }
}

function tally(all: readonly Interaction[], direction: CircleDirection, until: number): DirectionTally {
  const own = all.filter((interaction) => interaction.direction === direction)
  const sum = (some: readonly Interaction[]) =>
    rounded(some.reduce((total, { kind, at }) => total + weightOf(kind, at, until), 0))
  const kinds = INTERACTION_KINDS.flatMap((kind) => {
    const some = own.filter((interaction) => interaction.kind === kind)
    return some.length > 0 ? [[kind, { count: some.length, score: sum(some) }] as const] : []
  })
  return {
    score: sum(own),
    count: own.length,
    ...Object.fromEntries(kinds),
    post_ids: [...new Set(own.map(({ id }) => id))].slice(0, MAX_SAMPLES),
  }
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || compareText(a.handle.toLowerCase(), b.handle.toLowerCase())
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** More digits than these say nothing, and differ between machines. */
function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6
}
