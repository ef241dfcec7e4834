import { beforeEach, expect, test } from 'vitest'
import { MemoryBreaker } from './memory-breaker.ts'

let now = 0
let breaker: MemoryBreaker
beforeEach(() => {
  now = 1_000_000
  breaker = new MemoryBreaker(() => now)
})

/** Fails, waits until it may be asked again, and says how many minutes that took. */
async function strike(): Promise<number> {
  await breaker.fail()
  await breaker.fail()
  const rest = ((await breaker.openUntil()) ?? now) - now
  now += rest
  expect(await breaker.openUntil()).toBeUndefined()
  return rest / 60_000
}

test('what fails rests a minute, then twice as long each time, up to half an hour', async () => {
  expect(await breaker.openUntil()).toBeUndefined()
  const rests: number[] = []
  for (let time = 0; time < 8; time++) rests.push(await strike())
  expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
})

test('a success, or half an hour of silence, makes it forget', async () => {
  expect([await strike(), await strike()]).toEqual([1, 2])
  await breaker.succeed()
  expect([await strike(), await strike()]).toEqual([1, 2])
  now += 30 * 60_000
  expect(await strike()).toBe(1)
})
