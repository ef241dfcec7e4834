import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Leases } from './lease.ts'
import { type Store, StoreError } from './store.ts'
import { overEveryStore } from './testing/over-every-store.ts'

overEveryStore((bench) => {
  let leases: Leases
  let elsewhere: Leases
  const make = (ttlMs: number) => {
    const options = { name: randomUUID(), slots: 3, ttlMs }
    leases = new Leases(bench.store, options)
    elsewhere = new Leases(bench.other, options)
    return options
  }

  test('no more slots are held than there are, whoever asks', async () => {
    make(60_000)
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? leases : elsewhere).acquire()),
    )
    const held = taken.flatMap((lease) => lease ?? [])
    expect(held.length).toBeLessThanOrEqual(3)
    while (held.length < 3) held.push((await leases.acquire()) as (typeof held)[0])
    expect(await elsewhere.acquire()).toBeUndefined()
    await held[1]?.release()
    const next = await elsewhere.acquire()
    expect(next?.signal.aborted).toBe(false)
    expect(await leases.acquire()).toBeUndefined()
    // A slot that was released twice is not taken from its next holder.
    await held[1]?.release()
    expect(await leases.acquire()).toBeUndefined()
    for (const lease of [held[0], held[2], next]) await lease?.release()
  })

  test('a slot that another holds is lost, and its loss is told', async () => {
    const { name } = make(300)
    const lease = await leases.acquire()
    await bench.store.set(`lease:${name}:0`, 'another')
    for (let tries = 0; !lease?.signal.aborted && tries < 100; tries++) await sleep(50)
    expect(lease?.signal.aborted).toBe(true)
    await lease?.release()
    expect(await bench.store.get(`lease:${name}:0`)).toBe('another')
  })

  if (bench.kind === 'memory') return

  test('slots are held for as long as their process lives, and free soon after', async () => {
    const { name } = make(1500)
    const dying = bench.place.open()
    const lease = await new Leases(dying, { name, slots: 3, ttlMs: 1500 }).acquire()
    for (let n = 0; n < 4; n++) {
      await Promise.all([bench.place.pass(500), sleep(500)])
      await sleep(50)
    }
    expect(lease?.signal.aborted).toBe(false)
    expect(await bench.store.get(`lease:${name}:0`)).toBeDefined()
    await dying.close()
    await bench.place.pass(1600)
    expect(await bench.store.get(`lease:${name}:0`)).toBeUndefined()
    for (let tries = 0; !lease?.signal.aborted && tries < 100; tries++) await sleep(50)
    expect(lease?.signal.aborted).toBe(true)
    await lease?.release()
  })
})

test('no slot is given', async () => {
  const broken = { getMany: () => Promise.reject(new StoreError('down')) } as unknown as Store
  await expect(new Leases(broken, { name: 'l', slots: 1, ttlMs: 1000 }).acquire()).rejects.toThrow(StoreError)
})
