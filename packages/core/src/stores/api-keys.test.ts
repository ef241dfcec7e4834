import { beforeEach, expect, test } from 'vitest'
import { type ApiKey, ApiKeys } from './api-keys.ts'
import { type Store, StoreError } from './store.ts'
import { overEveryStore } from './testing/over-every-store.ts'

overEveryStore((bench) => {
  let now: number
  const clock = { now: () => now }
  beforeEach(() => {
    now = bench.place.now()
  })
  let keys: ApiKeys
  let elsewhere: ApiKeys
  const create = (label?: string) => keys.create({ label, limitPer15m: 40 })
  const idOf = async (secret: string, from = elsewhere) => (await from.authenticate(secret))?.id
  beforeEach(() => {
    keys = new ApiKeys(bench.store, clock)
    elsewhere = new ApiKeys(bench.other, clock)
  })

  test('a key opens with its secret, and only its hash is stored', async () => {
    const { key, secret } = await create(' Reading room ')
    expect(secret).toMatch(/^xmd_[0-9a-f]{48}$/)
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      label: 'Reading room',
      limitPer15m: 40,
      disabled: false,
      createdAt: new Date(now).toISOString(),
    })
    expect(await elsewhere.authenticate(secret)).toMatchObject({ id: key.id, limitPer15m: 40 })
    const record = (await bench.store.get(`apikey:rec:${key.id}`)) as string
    expect(record).not.toContain(secret.slice(4))
    expect(await bench.store.get(`apikey:hash:${JSON.parse(record).hash}`)).toBe(key.id)
    expect(await bench.store.members('apikeys:ids')).toContain(key.id)
    expect(JSON.stringify(await keys.list())).not.toContain('hash')
  })

  test('labels are cut at 80 characters, and none is "unnamed"', async () => {
    expect((await create('👩'.repeat(100))).key.label).toBe('👩'.repeat(80))
    expect((await create('  ')).key.label).toBe('unnamed')
    expect((await create()).key.label).toBe('unnamed')
  })

  test('other secrets open nothing, and what cannot be one is not looked up', async () => {
    const { secret } = await create()
    const last = secret.endsWith('0') ? '1' : '0'
    expect(await idOf(secret.slice(0, -1) + last)).toBeUndefined()
    const closed = { name: 'memory', get: () => Promise.reject(new Error('asked')) } as unknown as Store
    const never = new ApiKeys(closed, clock)
    for (const wrong of [
      '',
      'xmd_',
      secret.toUpperCase(),
      `${secret}0`,
      ` ${secret}`,
      `${secret}\n`,
      'x'.repeat(1e6),
    ])
      expect(await never.authenticate(wrong)).toBeUndefined()
  })

  test('a key is changed field by field', async () => {
    const { key, secret } = await create('before')
    expect(await keys.update(key.id, { importLimit: 5 })).toEqual({ ...key, importLimit: 5 })
    expect(await keys.update(key.id, { label: 'after', limitPer15m: 7 })).toMatchObject({
      label: 'after',
      limitPer15m: 7,
      importLimit: 5,
      disabled: false,
    })
    expect(await keys.update(key.id, { importLimit: null })).not.toHaveProperty('importLimit')
    expect(await keys.get(key.id)).toMatchObject({ label: 'after', limitPer15m: 7 })
    await keys.update(key.id, { disabled: true })
    expect(await idOf(secret)).toBeUndefined()
    await keys.update(key.id, { disabled: false })
    expect(await idOf(secret)).toBe(key.id)
  })

  test('ids that do not exist or are none change nothing', async () => {
    for (const id of ['0'.repeat(12), '', '*', '../x', 'a'.repeat(13)]) {
      expect(await keys.get(id)).toBeUndefined()
      expect(await keys.update(id, { disabled: true })).toBeUndefined()
      expect(await keys.rotate(id)).toBeUndefined()
      expect(await keys.revoke(id)).toBe(false)
    }
  })

  test('what is revoked, disabled or rotated elsewhere ends within five seconds, here at once', async () => {
    const end: Record<string, (id: string) => Promise<unknown>> = {
      revoke: (id) => keys.revoke(id),
      disable: (id) => keys.update(id, { disabled: true }),
      rotate: (id) => keys.rotate(id),
    }
    for (const ending of Object.values(end)) {
      const { key, secret } = await create()
      expect(await idOf(secret)).toBe(key.id)
      expect(await idOf(secret, keys)).toBe(key.id)
      await ending(key.id)
      expect(await idOf(secret, keys)).toBeUndefined()
      now += 5001
      expect(await idOf(secret)).toBeUndefined()
    }
  })

  test('a new secret opens the same key', async () => {
    const { key, secret: old } = await create()
    const rotated = await keys.rotate(key.id)
    expect(rotated?.key).toEqual(key)
    expect(rotated?.secret).not.toBe(old)
    expect(await idOf(rotated?.secret as string)).toBe(key.id)
  })

  test('a revoked key leaves nothing', async () => {
    const { key } = await create()
    const { hash } = JSON.parse((await bench.store.get(`apikey:rec:${key.id}`)) as string)
    expect(await keys.revoke(key.id)).toBe(true)
    expect(await keys.revoke(key.id)).toBe(false)
    expect(await bench.store.getMany([`apikey:rec:${key.id}`, `apikey:hash:${hash}`])).toEqual([
      undefined,
      undefined,
    ])
    expect(await bench.store.members('apikeys:ids')).not.toContain(key.id)
  })

  test('use is noted, but not more often than every 30 seconds', async () => {
    const { key, secret } = await create()
    const used = async (): Promise<ApiKey['lastUsedAt']> => {
      await keys.authenticate(secret)
      return (await elsewhere.get(key.id))?.lastUsedAt
    }
    const first = new Date(now).toISOString()
    expect(await used()).toBe(first)
    now += 29_000
    expect(await used()).toBe(first)
    now += 5001
    expect(await used()).toBe(new Date(now).toISOString())
  })

  test('changes at one time are all made, and a use does not undo them', async () => {
    const { key, secret } = await create()
    await Promise.all([
      keys.update(key.id, { label: 'together' }),
      elsewhere.update(key.id, { limitPer15m: 3 }),
      keys.update(key.id, { disabled: true }),
      elsewhere.authenticate(secret),
      new ApiKeys(bench.store, clock).authenticate(secret),
    ])
    expect(await keys.get(key.id)).toMatchObject({ label: 'together', limitPer15m: 3, disabled: true })
  })

  test('keys are listed in the order in which they were made', async () => {
    const made: string[] = []
    for (let n = 0; n < 3; n++) {
      now += 1000
      made.push((await create()).key.id)
    }
    expect((await elsewhere.list()).map(({ id }) => id).filter((id) => made.includes(id))).toEqual(made)
  })
})

test('keys cannot be told good from bad, and say so', async () => {
  const broken = { get: () => Promise.reject(new StoreError('down')) } as unknown as Store
  await expect(new ApiKeys(broken, { now: () => 0 }).authenticate(`xmd_${'0'.repeat(48)}`)).rejects.toThrow(
    StoreError,
  )
})
