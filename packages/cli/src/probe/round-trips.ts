import type { Exchange } from './exchange.ts'

export interface RoundTrips {
  method: string
  /** Those that were answered; the figures are null when none was. */
  answered: number
  asked: number
  median_ms: number | null
  min_ms: number | null
  max_ms: number | null
}

const TRIPS = 5

/** Asks for the same five times, one after the other, over what is open already. */
export async function timeTrips(
  method: string,
  trip: (number: number) => Promise<Exchange>,
): Promise<RoundTrips> {
  const times: number[] = []
  for (let number = 1; number <= TRIPS; number++) {
    const { answer, ms } = await trip(number)
    if (answer.kind === 'result' || answer.kind === 'error') times.push(ms)
  }
  times.sort((a, b) => a - b)
  const middle = times.length / 2
  const [low, high] = [times[Math.ceil(middle) - 1], times[Math.floor(middle)]]
  return {
    method,
    answered: times.length,
    asked: TRIPS,
    median_ms: low === undefined || high === undefined ? null : Math.round((low + high) * 5) / 10,
    min_ms: times[0] ?? null,
    max_ms: times.at(-1) ?? null,
  }
}
