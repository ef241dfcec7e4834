import { toCounters, toPolicies } from './counters.ts'
import type { Charge, SetOptions, Store, StoreName, Taken } from './store.ts'

/** A way to a Redis: one command, and its reply as strings, whole numbers, null and arrays of these. */
export interface RedisConnection {
  readonly name: StoreName
  /** Whether keys lie on several servers, so that a command may have only one. */
  readonly cluster: boolean
  command(parts: [name: string, ...args: (string | number)[]]): Promise<unknown>
  close(): Promise<void>
}

const SET_IF_EQUAL = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) else redis.call('SET', KEYS[1], ARGV[2]) end
return 1`

/** Deletes a key that has a value. */
export const DELETE_IF_EQUAL = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`

// Milliseconds that the set is kept, then the members. Replies with 1 for each that was new.
const CLAIM = `
local reply, isNew = {}, redis.call('EXISTS', KEYS[1]) == 0
for i = 2, #ARGV do reply[i - 1] = redis.call('SADD', KEYS[1], ARGV[i]) end
if isNew then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return reply`

// For each key: limit, cost, milliseconds that the counter is kept. Replies with 1 or 0 and what is then used.
const TAKE = `
local reply, used = {1}, redis.call('MGET', unpack(KEYS))
for i = 1, #KEYS do
  reply[i + 1] = tonumber(used[i] or 0)
  local cost = tonumber(ARGV[3 * i - 1])
  if cost > 0 and reply[i + 1] + cost > tonumber(ARGV[3 * i - 2]) then reply[1] = 0 end
end
if reply[1] == 0 then return reply end
for i = 1, #KEYS do
  if tonumber(ARGV[3 * i - 1]) > 0 then
    reply[i + 1] = redis.call('INCRBY', KEYS[i], ARGV[3 * i - 1])
    redis.call('PEXPIRE', KEYS[i], ARGV[3 * i])
  end
end
return reply`

// For each key: cost.
const REFUND = `
for i = 1, #KEYS do
  local back = math.min(tonumber(ARGV[i]), tonumber(redis.call('GET', KEYS[i]) or 0))
  if back > 0 then redis.call('DECRBY', KEYS[i], back) end
end`

/** A store in Redis, by whatever way its commands get there. Each call that must not be torn is one script. */
export class RedisStore implements Store {
  readonly name: StoreName
  readonly #connection: RedisConnection

  constructor(connection: RedisConnection) {
    this.name = connection.name
    this.#connection = connection
  }

  async get(key: string): Promise<string | undefined> {
    return toValue(await this.#connection.command(['GET', key]))
  }

  async getMany(keys: readonly string[]): Promise<(string | undefined)[]> {
    if (keys.length === 0) return []
    if (this.#connection.cluster) return Promise.all(keys.map((key) => this.get(key)))
    const values = (await this.#connection.command(['MGET', ...keys])) as unknown[]
    return values.map(toValue)
  }

  async set(key: string, value: string, { ttlMs, onlyIf }: SetOptions = {}): Promise<boolean> {
    const ttl = ttlMs === undefined ? [] : [Math.max(1, Math.ceil(ttlMs))]
    if (typeof onlyIf === 'object')
      return (await this.#eval(SET_IF_EQUAL, [key], [onlyIf.equals, value, ...ttl])) === 1
    const options = [...(onlyIf === 'absent' ? ['NX'] : []), ...ttl.flatMap((ms) => ['PX', ms])]
    return (await this.#connection.command(['SET', key, value, ...options])) === 'OK'
  }

  async delete(key: string, { equals }: { equals?: string } = {}): Promise<boolean> {
    if (equals !== undefined) return (await this.#eval(DELETE_IF_EQUAL, [key], [equals])) === 1
    return (await this.#connection.command(['DEL', key])) === 1
  }

  async addMember(set: string, member: string): Promise<void> {
    await this.#connection.command(['SADD', set, member])
  }

  async removeMember(set: string, member: string): Promise<void> {
    await this.#connection.command(['SREM', set, member])
  }

  async members(set: string): Promise<string[]> {
    return ((await this.#connection.command(['SMEMBERS', set])) as unknown[]).map(String)
  }

  async claim(set: string, members: readonly string[], ttlMs: number): Promise<boolean[]> {
    if (members.length === 0) return []
    const reply = await this.#eval(CLAIM, [set], [Math.max(1, Math.ceil(ttlMs)), ...members])
    return (reply as unknown[]).map((added) => Number(added) === 1)
  }

  /**
   * On a cluster the counters of one call may lie on several servers, which change nothing together, unless they
   * have one hash tag. There each is charged by itself, and when one refuses, those before it are given back: for a moment another caller
   * may be refused too early, but none is ever let through beyond a limit.
   */
  async take(charges: readonly Charge[], now: number): Promise<Taken> {
    if (this.#together(charges).length <= 1) return this.#takeTogether(charges, now)
    const spent: Charge[] = []
    const policies = []
    for (const charge of charges) {
      const one = await this.#takeTogether([charge], now)
      if (!one.taken) {
        await this.refund(spent, now)
        return { taken: false, policies: (await this.take(charges.map(free), now)).policies }
      }
      spent.push(charge)
      policies.push(...one.policies)
    }
    return { taken: true, policies }
  }

  async refund(charges: readonly Charge[], at: number): Promise<void> {
    await Promise.all(
      this.#together(toCounters(charges, at)).map((group) =>
        this.#eval(
          REFUND,
          group.map(({ key }) => key),
          group.map(({ cost }) => cost),
        ),
      ),
    )
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  async #takeTogether(charges: readonly Charge[], now: number): Promise<Taken> {
    const counters = toCounters(charges, now)
    const reply = await this.#eval(
      TAKE,
      counters.map(({ key }) => key),
      counters.flatMap(({ limit, cost, ttlMs }) => [limit, cost, ttlMs]),
    )
    const [taken, ...used] = reply as number[]
    return { taken: taken === 1, policies: toPolicies(charges, used, now) }
  }

  /** In groups that one command may have: on a cluster, of one hash tag. */
  #together<T extends { key: string }>(items: readonly T[]): T[][] {
    if (!this.#connection.cluster) return [[...items]]
    return [...Map.groupBy(items, ({ key }) => /\{([^}]+)\}/.exec(key)?.[1] ?? key).values()]
  }

  #eval(script: string, keys: string[], args: (string | number)[]): Promise<unknown> {
    return this.#connection.command(['EVAL', script, keys.length, ...keys, ...args])
  }
}

function free(charge: Charge): Charge {
  return { ...charge, cost: 0 }
}

function toValue(reply: unknown): string | undefined {
  return reply === null ? undefined : String(reply)
}
