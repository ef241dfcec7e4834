import { expect, test } from 'vitest'
import { MemoryBreaker } from './memory-breaker.ts'

test('what fails rests a minute, then twice as long each time, up to half an hour', async () => {
  let now = 1_000_000
  const breaker = new MemoryBreaker(() => now)
  const rests: number[] = []
  expect(await breaker.restsFor('a')).toBe(0)
  for (let time = 0; time < 8; time++) {
    await breaker.failed('a')
    await breaker.failed('a')
    const rest = await breaker.restsFor('a')
    rests.push(rest / 60_000)
    now += rest
    expect(await breaker.restsFor('a')).toBe(0)
  }
  expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  expect(await breaker.restsFor('b')).toBe(0)
})

test('a success, or half an hour of silence, makes it forget', async () => {
  let now = 1_000_000
  const breaker = new MemoryBreaker(() => now)
  const strike = async () => {
    await breaker.failed('a')
    const rest = await breaker.restsFor('a')
    now += rest
    return rest / 60_000
  }
  expect([await strike(), await strike()]).toEqual([1, 2])
  await breaker.succeeded('a')
  expect([await strike(), await strike()]).toEqual([1, 2])
  now += 30 * 60_000
  expect(await strike()).toBe(1)
})
