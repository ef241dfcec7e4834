import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPost } from '../providers/fxtwitter/to-domain.ts'
import { RedisArchive } from './redis-archive.ts'
import { connectRedis } from './redis-connection.ts'
import type { RedisConnection } from './redis-store.ts'
import { StoreError } from './store.ts'
import { ALL, authorNamed, postAt } from './testing/archive-model.ts'
import { missingRedis, type RedisServer, startRedis } from './testing/redis-server.ts'

/** A connection that tells how long its requests and answers are, and that can be made to fail. */
class Watched implements RedisConnection {
  readonly name = 'redis'
  readonly cluster = false
  readonly #connection: RedisConnection
  longest = 0
  /** Commands that still get through. */
  left = Number.POSITIVE_INFINITY
  commands: string[] = []

  constructor(url: string) {
    this.#connection = connectRedis([url])
  }

  async command(parts: Parameters<RedisConnection['command']>[0]): Promise<unknown> {
    if (this.left-- <= 0) throw new Error('Connection lost at redis://user:secret@host')
    this.commands.push(parts[0])
    const reply = await this.#connection.command(parts)
    this.longest = Math.max(this.longest, JSON.stringify(parts).length, JSON.stringify(reply).length)
    return reply
  }

  close(): Promise<void> {
    return this.#connection.close()
  }
}

const who = authorNamed('1', 'somebody')
/** A text that does not shrink. */
const noise = (seed: number, length: number) => {
  let state = seed + 1
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return String.fromCharCode(0x4e00 + ((state >> 8) % 20_000))
  }).join('')
}

const missing = missingRedis()
describe.skipIf(missing)(`an archive in Redis${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: RedisServer
  let redis: Watched
  let archive: RedisArchive
  beforeAll(async () => {
    server = await startRedis()
    redis = new Watched(server.url)
    archive = new RedisArchive(redis, { readPost: toPost, pausesMs: [20, 200] })
    await archive.enter(who)
  })
  afterAll(async () => {
    await archive.close()
    await server.stop()
  })

  const large = Array.from({ length: 120 }, (_, n) => postAt(who, n, { text: noise(n, 8000) }))

  test('what is more than a request holds is there as a whole, or not at all', async () => {
    redis.left = 3
    await expect(archive.add('1', large, { lo: 1n, hi: 9n })).rejects.toThrow(StoreError)
    redis.left = Number.POSITIVE_INFINITY
    expect(await archive.summary('1')).toEqual({ count: 0 })
    expect((await archive.find('somebody'))?.covered).toEqual([])

    redis.longest = 0
    await archive.add('1', large, { lo: 1n, hi: 9n })
    expect(await Array.fromAsync(archive.posts('1', ALL, 500))).toEqual(large.toReversed())
    expect((await archive.find('somebody'))?.covered).toEqual([{ lo: 1n, hi: 9n }])
    // Altogether they are more than two megabytes.
    expect(redis.longest).toBeLessThan(1_000_000)
    const waiting = (await redis.command(['KEYS', 'hist:*:waiting:*'])) as string[]
    for (const key of waiting) expect(await redis.command(['PTTL', key])).toBeGreaterThan(0)
  })

  test('all keys of an account share what stands in braces, and the handle has a key of its own', async () => {
    const keys = ((await redis.command(['KEYS', 'hist:*'])) as string[]).filter((key) => !/waiting/.test(key))
    expect(keys.sort()).toEqual([
      'hist:accounts',
      'hist:{1}:account',
      'hist:{1}:data',
      'hist:{1}:handles',
      'hist:{1}:post',
      'hist:{1}:words',
      'hist:{somebody}',
    ])
  })

  test('counting reads no posts, and a few posts are read without the others', async () => {
    redis.longest = 0
    expect(await archive.count('1', ALL)).toBe(120)
    expect((await archive.summary('1')).count).toBe(120)
    expect(redis.longest).toBeLessThan(5000)
    redis.commands = []
    expect(await Array.fromAsync(archive.posts('1', ALL, 5))).toHaveLength(5)
    expect(redis.commands.length).toBeLessThan(4)
  })

  test('a post takes a third of its JSON', async () => {
    const them = authorNamed('2', 'chatty')
    them.description = 'Collects barometers, and writes about each of them at some length. '.repeat(3)
    await archive.enter(them)
    const posts = Array.from({ length: 30 }, (_, n) => postAt(them, n, { text: `${n} ${noise(n, 20)}` }))
    await archive.add('2', posts)
    const bodies = (await redis.command(['HVALS', 'hist:{2}:data'])) as string[]
    expect(bodies.join('').length).toBeLessThan(JSON.stringify(posts).length / 3)
  })

  test('whoever deletes an account does not make the posts of a walk unreadable that goes on', async () => {
    const other = new RedisArchive(connectRedis([server.url]), { readPost: toPost })
    const them = authorNamed('3', 'walked')
    await archive.enter(them)
    await archive.add('3', [postAt(them, 1)])
    await other.delete('3')
    await archive.add('3', [postAt(them, 2)])
    expect((await Array.fromAsync(other.posts('3', ALL, 9))).map(({ text }) => text)).toEqual(['Minute 2'])
    await other.close()
  })

  test('a Redis that is away for a moment is waited for; one that stays away is told without secrets', async () => {
    redis.left = 0
    const adding = archive.add('1', [postAt(who, 500)])
    await sleep(100)
    redis.left = Number.POSITIVE_INFINITY
    await adding
    expect(await archive.count('1', ALL)).toBe(121)
    redis.left = 0
    await expect(archive.find('somebody')).rejects.toThrow(/^The redis store cannot be reached$/)
    redis.left = Number.POSITIVE_INFINITY
  })
})
