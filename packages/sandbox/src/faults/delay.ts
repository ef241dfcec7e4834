import type { Dice } from '../world/random.ts'
import type { Delay } from './fault.ts'

/** The z of a normal distribution's 99th percentile. */
const Z99 = 2.326_347_874

/** Milliseconds drawn from a delay: itself, between two bounds, or log-normal by its median and 99th percentile. */
export function drawDelay(delay: Delay, dice: Dice): number {
  if (typeof delay === 'number') return delay
  if ('min' in delay) return delay.min + dice.unit() * (delay.max - delay.min)
  const sigma = Math.log(delay.p99 / delay.p50) / Z99
  return delay.p50 * Math.exp(sigma * normal(dice))
}

/** A standard normal number (Box and Muller). */
function normal(dice: Dice): number {
  return Math.sqrt(-2 * Math.log(1 - dice.unit())) * Math.cos(2 * Math.PI * dice.unit())
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
