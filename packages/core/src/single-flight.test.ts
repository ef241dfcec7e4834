import { describe, expect, test } from 'vitest'
import { SingleFlight } from './single-flight.ts'

/** Work that ends by hand, or when it is told that nobody waits. */
function working() {
  let finish: (value: string) => void = () => undefined
  let signal: AbortSignal | undefined
  const start = (_: () => boolean, ended: AbortSignal) => {
    signal = ended
    return new Promise<string>((resolve, reject) => {
      finish = resolve
      ended.addEventListener('abort', () => reject(ended.reason))
    })
  }
  return { start, finish: (value: string) => finish(value), isEnded: () => signal?.aborted }
}

const fresh = () => Promise.reject(new Error('Should have joined'))

describe('work that is shared', () => {
  test('goes on when one of two leaves, and ends with the last', async () => {
    const flights = new SingleFlight()
    const { start, isEnded } = working()
    const [one, two] = [new AbortController(), new AbortController()]
    const first = flights.run('a', start, one)
    const second = flights.run('a', fresh, two)
    one.abort(new Error('one left'))
    await expect(first).rejects.toThrow('one left')
    expect(isEnded()).toBe(false)
    two.abort(new Error('two left'))
    await expect(second).rejects.toThrow('two left')
    expect(isEnded()).toBe(true)
  })

  test('goes on to its end for one who cannot leave', async () => {
    const flights = new SingleFlight()
    const { start, finish, isEnded } = working()
    const leaving = new AbortController()
    const stays = flights.run('a', start)
    const leaves = flights.run('a', fresh, leaving)
    leaving.abort(new Error('left'))
    await expect(leaves).rejects.toThrow('left')
    expect(isEnded()).toBe(false)
    finish('done')
    expect(await stays).toBe('done')
  })

  test('is begun anew by who comes after the last has left', async () => {
    const flights = new SingleFlight()
    const ended = working()
    const leaving = new AbortController()
    const left = flights.run('a', ended.start, leaving)
    leaving.abort(new Error('left'))
    expect(await flights.run('a', async () => 'anew')).toBe('anew')
    await expect(left).rejects.toThrow('left')
  })

  test('is not waited for by one who has left before', async () => {
    const flights = new SingleFlight()
    const { start, isEnded } = working()
    await expect(flights.run('a', start, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
      'gone',
    )
    expect(isEnded()).toBe(true)
  })

  test('that has ended is not told of those who leave later', async () => {
    const flights = new SingleFlight()
    const { start, finish, isEnded } = working()
    const leaving = new AbortController()
    const done = flights.run('a', start, leaving)
    finish('done')
    await done
    leaving.abort()
    expect(isEnded()).toBe(false)
  })
})
