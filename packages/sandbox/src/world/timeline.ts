import { DEFAULT_NOW } from './clock.ts'
import type { Account } from './model.ts'
import { Dice, hash } from './random.ts'

/** When an account posted, and which of those posts continue a thread. Posts are numbered from old to new. */
export interface Timeline {
  /** Unix milliseconds, strictly rising. */
  times: Float64Array
  /** 0 for a post that stands alone or opens a thread, else its place after the opening post. */
  threadPlace: Uint8Array
}

const DAY = 86_400_000
const HOUR = 3_600_000
/** The world's time ends some months after its usual now, so that the clock can be moved on. */
const END = DEFAULT_NOW + 90 * DAY
const FIRST_SNOWFLAKE_DAY = Date.parse('2010-12-01T00:00:00Z')

/** How busy each hour of a day is, from midnight on. */
const HOURS = [2, 1, 0.4, 0.2, 0.2, 0.5, 2, 5, 7, 7, 6, 6, 8, 7, 6, 6, 6, 7, 8, 9, 10, 10, 8, 5]

/** Draws an account's days and bursts. The same for every clock, since it does not look at it. */
export function drawTimeline(seed: number, account: Account): Timeline {
  const volume = account.volume
  const times = new Float64Array(volume)
  const threadPlace = new Uint8Array(volume)
  if (volume === 0) return { times, threadPlace }
  const start = Math.max(account.joined, FIRST_SNOWFLAKE_DAY)
  const days = Math.max(1, Math.floor((END - start) / DAY))
  const weights = dayWeights(seed, account.index, days)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const dice = new Dice(hash(seed, account.index, 0x71e))
  const hours = cumulated(HOURS)
  let drawn = 0
  let soFar = 0
  for (let day = 0; day < days; day++) {
    soFar += weights[day]!
    const until = day === days - 1 ? volume : Math.floor((soFar / total) * volume)
    const count = until - drawn
    if (count <= 0) continue
    const midnight = start - (start % DAY) + (day + 1) * DAY - account.zone * HOUR
    fillDay(dice, hours, midnight, times.subarray(drawn, until), threadPlace.subarray(drawn, until))
    drawn = until
  }
  for (let i = 1; i < volume; i++) if (times[i]! <= times[i - 1]!) times[i] = times[i - 1]! + 1_001
  return { times, threadPlace }
}

/** Weekends are quieter, some weeks silent, a few days a storm. */
function dayWeights(seed: number, index: number, days: number): Float64Array {
  const weights = new Float64Array(days)
  for (let day = 0; day < days; day++) {
    const week = hash(seed, index, day / 7, 1) / 2 ** 32
    const luck = hash(seed, index, day, 2) / 2 ** 32
    const season = 1 + 0.5 * Math.sin(day / 61 + index)
    weights[day] = (week < 0.08 ? 0 : season * (day % 7 >= 5 ? 0.6 : 1)) * (luck > 0.985 ? 7 : 0.4 + luck)
  }
  weights[days - 1] = 1
  return weights
}

function cumulated(values: number[]): number[] {
  let sum = 0
  return values.map((value) => {
    sum += value
    return sum
  })
}

function fillDay(
  dice: Dice,
  hours: number[],
  midnight: number,
  times: Float64Array,
  places: Uint8Array,
): void {
  const total = hours[hours.length - 1]!
  const starts: { at: number; length: number }[] = []
  let left = times.length
  while (left > 0) {
    const mark = dice.unit() * total
    const hour = hours.findIndex((sum) => mark < sum)
    const length = Math.min(left, dice.chance(0.04) ? dice.int(2, 9) : 1)
    starts.push({ at: midnight + hour * HOUR + dice.int(0, HOUR - 1), length })
    left -= length
  }
  starts.sort((one, other) => one.at - other.at)
  let i = 0
  for (const { at, length } of starts) {
    let time = at
    for (let place = 0; place < length; place++) {
      times[i] = time
      places[i] = place
      time += dice.int(35_000, 240_000)
      i++
    }
  }
  // A thread's posts stay next to each other even when the next start falls into it.
  for (let j = 1; j < times.length; j++) if (times[j]! <= times[j - 1]!) times[j] = times[j - 1]! + 2_003
}

/** The number of posts written by an instant. */
export function countUntil(times: Float64Array, ms: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! <= ms) low = middle + 1
    else high = middle
  }
  return low
}
