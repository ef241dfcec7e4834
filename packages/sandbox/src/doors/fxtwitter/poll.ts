import type { Poll } from '../../world/model.ts'
import { isoSeconds } from './dates.ts'
import type { WirePoll } from './wire.ts'

/**
 * A poll as FxTwitter gives it. It keeps the choices in an object by label, so equal labels become one (the
 * last count wins) and labels that are whole numbers come first, in order. Undefined when X tells no counts.
 */
export function wirePoll(poll: Poll, now: number): WirePoll | undefined {
  if (poll.countsHidden) return undefined
  const byLabel: Record<string, number> = {}
  let total = 0
  for (const { label, votes } of poll.choices) {
    byLabel[label] = votes
    total += votes
  }
  return {
    ends_at: isoSeconds(poll.endsAt),
    time_left_en: timeLeft(poll.endsAt - now),
    total_votes: total,
    choices: Object.entries(byLabel).map(([label, count]) => ({
      label,
      count,
      percentage: total > 0 ? Math.round((count / total) * 1000) / 10 : 0,
    })),
  }
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

function timeLeft(ms: number): string {
  for (const [unit, size] of UNITS) {
    const count = Math.floor(ms / size)
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'}`
  }
  return 'Final results'
}
