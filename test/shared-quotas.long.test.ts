import { POLICIES, type PolicyName } from '@x-md/core/limits/policies.ts'
import { peek } from '@x-md/core/stores/counters.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Told, told, withinOneMinute } from './helpers/rate-limit.ts'
import {
  ADMIN_TOKEN,
  type ServiceProcess,
  SHARED_PLACES,
  type SharedPlace,
  searchSessions,
  startServiceProcess,
} from './helpers/service-processes.ts'

/** Quotas that two services share, while 50 callers together ask for more than there is. */

const CALLERS = 50
const POST = '/api/v1/posts?handle=jack&id=20&thread=off'

for (const { kind, missing, start } of SHARED_PLACES)
  describe.skipIf(missing)(`two services with ${kind}${missing ? ` (skipped: ${missing})` : ''}`, () => {
    let sandbox: Awaited<ReturnType<typeof startSandbox>>
    let place: SharedPlace
    let services: [ServiceProcess, ServiceProcess]
    beforeAll(async () => {
      sandbox = await startSandbox()
      place = await start()
      const env = { ...place.env, X_SEARCH_SESSIONS_JSON: searchSessions(4) }
      services = await Promise.all([
        startServiceProcess(sandbox.url, env),
        startServiceProcess(sandbox.url, env),
      ])
    })
    afterAll(async () => {
      for (const service of services) expect(await service.stop()).toEqual([])
      await place.stop()
      await sandbox.close()
    })

    const ask = async (index: number, path: string, headers: Record<string, string>) =>
      told(await fetch((services[index % 2] as ServiceProcess).url + path, { headers }))

    /** Units that callers have spent of a policy in this window, as the store counts them. */
    const used = async (name: PolicyName, caller: string) => {
      const { counter, windowSeconds } = POLICIES[name]
      const charge = { key: counter(caller), limit: 1_000_000, windowMs: windowSeconds * 1000 }
      const [state] = await peek(place.store, [charge], Date.now())
      return charge.limit - (state?.remaining ?? 0)
    }

    test('give one address its 600 calls a minute, and not one more', async () => {
      await withinOneMinute(async (attempt) => {
        const ip = `192.0.2.${attempt}`
        const answers: [Told[], Told[]] = [[], []]
        const caller = async (_: unknown, n: number) => {
          // Until both refuse: what one has set aside for itself is for whoever asks there.
          const refused = new Set<number>()
          for (let call = n; refused.size < 2; call++) {
            const answer = await ask(call, POST, { 'x-forwarded-for': ip })
            answers[(call % 2) as 0 | 1].push(answer)
            if (answer.status === 429) refused.add(call % 2)
          }
        }
        await Promise.all(Array.from({ length: CALLERS }, caller))
        const all = answers.flat()
        const passed = all.filter(({ status }) => status === 200)
        expect(passed.length + all.filter(({ code }) => code === 'rate_limited').length).toBe(all.length)
        expect(passed).toHaveLength(600)
        expect(await used('api-ip', ip)).toBe(600)
        for (const own of answers) {
          const left = own.filter(({ status }) => status === 200).map((answer) => remaining(answer, 'api-ip'))
          expect(new Set(left).size, 'no two calls are told that the same is left').toBe(left.length)
        }
      })
    })

    test('give one address its 5 searches a minute; a refused one spends nothing, a cached one is free', async () => {
      await withinOneMinute(async (attempt) => {
        const ip = `198.51.100.${attempt}`
        const path = (n: number) => `/api/v1/search?q=sea+${attempt}${n}&format=json`
        const headers = { 'x-forwarded-for': ip }
        const answers = await Promise.all(Array.from({ length: CALLERS }, (_, n) => ask(n, path(n), headers)))
        const passed = answers.filter(({ status }) => status === 200)
        expect(passed.map((answer) => remaining(answer, 'search-ip')).sort()).toEqual([0, 1, 2, 3, 4])
        expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(CALLERS - 5)
        expect([await used('search-ip', ip), await used('account-ip', ip)]).toEqual([5, 0])
        const known = answers.findIndex(({ status }) => status === 200)
        for (const service of [0, 1]) {
          expect(await ask(service, path(known), headers)).toMatchObject({ status: 200, cache: 'HIT' })
        }
        expect(await used('search-ip', ip)).toBe(5)
      })
    })

    test('give a key what accounts may be asked for it, whatever its addresses, and not one more', async () => {
      await withinOneMinute(async (attempt) => {
        const made = await fetch(`${services[0].url}/api/admin/keys`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
          body: JSON.stringify({ limitPer15m: 7 }),
        })
        const { key, secret } = (await made.json()) as { key: { id: string }; secret: string }
        const answers = await Promise.all(
          Array.from({ length: CALLERS }, (_, n) =>
            ask(n, `/api/v1/search?q=sea+${attempt}${n}&feed=photos&format=json`, {
              authorization: `Bearer ${secret}`,
              'x-forwarded-for': `203.0.113.${n}`,
            }),
          ),
        )
        const passed = answers.filter(({ status }) => status === 200)
        expect(passed.map((answer) => remaining(answer, 'account-key')).sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
        expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(CALLERS - 7)
        expect([await used('account-key', key.id), await used('search-key', key.id)]).toEqual([7, 7])
      })
    })
  })

function remaining({ policies }: Told, name: PolicyName): number {
  return policies.get(name)?.remaining ?? Number.NaN
}
