import { setTimeout as wait } from 'node:timers/promises'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ADMIN_TOKEN,
  type ServiceProcess,
  SHARED_PLACES,
  type SharedPlace,
  startServiceProcess,
} from './helpers/service-processes.ts'

/** Two services whose walks share three places, by what reaches the source; and what becomes of a dead one's. */

const HANDLES = [
  'ines_quillfen',
  'brix_lumenaar',
  'pelagic_press',
  'marta_brenkel',
  'thread_mill',
  'samar_dahwani',
  'mossgate_radio',
  'byeolmaru_han',
  'lindqvarn_links',
  'vera_ostrowin',
]
const PLACES = 3
/** A walk of more than a minute, where a page takes a second. */
const SLOW = '&concurrency=1&max_posts=5000'
/** How long a place outlives its process, and how often it is renewed meanwhile. */
const LEASE_MS = 30_000
const RENEWAL_MS = LEASE_MS / 3
/** What a busy machine adds. */
const SLACK_MS = 8_000

for (const { kind, missing, start } of SHARED_PLACES)
  describe.skipIf(missing)(`two services with ${kind}${missing ? ` (skipped: ${missing})` : ''}`, () => {
    let sandbox: Awaited<ReturnType<typeof startSandbox>>
    let place: SharedPlace
    let services: [ServiceProcess, ServiceProcess]
    let addresses = 0
    beforeAll(async () => {
      sandbox = await startSandbox()
      place = await start()
      services = await Promise.all([
        startServiceProcess(sandbox.url, place.env),
        startServiceProcess(sandbox.url, place.env),
      ])
    })
    afterAll(async () => {
      for (const { child } of services) child.kill('SIGKILL')
      await place.stop()
      await sandbox.close()
    })

    const pageTakes = async (delayMs: number): Promise<void> => {
      await fetch(`${sandbox.url}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ kind: 'latency', path: '/2/profile/*/statuses', delayMs }]),
      })
    }
    /** Headers of a caller that nobody else is. */
    const stranger = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` })
    const keyHolder = async () => {
      const made = await fetch(`${services[1].url}/api/admin/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
        body: JSON.stringify({ label: 'Import' }),
      })
      const { secret } = (await made.json()) as { secret: string }
      return { ...stranger(), authorization: `Bearer ${secret}` }
    }
    /** Asks for a history, line by line: the head comes as soon as the walk is let in. */
    const walk = async (service: number, handle: string, headers: Record<string, string>, options = '') => {
      const leaving = new AbortController()
      const url = `${(services[service] as ServiceProcess).url}/${handle}/posts?format=ndjson&refresh=true${options}`
      const answer = await fetch(url, { headers, signal: leaving.signal })
      if (answer.status === 200) {
        const body = answer.text()
        // Some are left, and some go with their service; who needs the body awaits it.
        body.catch(() => undefined)
        return { isIn: true, body, leave: () => leaving.abort() }
      }
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await answer.json()).toMatchObject({ code: 'import_busy' })
      return { isIn: false, body: Promise.resolve(''), leave: () => undefined }
    }
    const placesTaken = async () => {
      const rooms = ['import:active', 'import:active:kept']
      const names = rooms.flatMap((room) => [0, 1, 2].map((n) => `lease:${room}:${n}`))
      return (await place.store.getMany(names)).filter((holder) => holder !== undefined).length
    }
    const untilFree = async () => {
      while ((await placesTaken()) > 0) await wait(100)
    }

    test('never walk more than three histories at once, however many ask', async () => {
      await pageTakes(200)
      const since = Date.now()
      const refusals = await Promise.all(
        HANDLES.map(async (handle, n) => {
          const headers = await keyHolder()
          for (let refused = 0; ; refused++) {
            const { isIn, body } = await walk(
              (n + refused) % 2,
              handle,
              headers,
              '&concurrency=2&max_posts=200',
            )
            if (!isIn) {
              await wait(50 + ((n * 37) % 100))
              continue
            }
            expect(JSON.parse((await body).trimEnd().split('\n').at(-1) as string)).toMatchObject({
              meta: { handle },
            })
            return refused
          }
        }),
      )
      expect(refusals.filter((refused) => refused > 0).length).toBeGreaterThanOrEqual(HANDLES.length - PLACES)
      const answer = await fetch(`${sandbox.url}/_sandbox/requests?since=${since}`)
      const log = (await answer.json()) as { path: string; at: number }[]
      const spans = HANDLES.map((handle) => {
        const times = log.filter(({ path }) => path.includes(`/${handle}/statuses`)).map(({ at }) => at)
        return { from: Math.min(...times), to: Math.max(...times) }
      })
      const atOnce = spans.map(({ from }) => spans.filter((one) => one.from <= from && one.to >= from).length)
      expect(Math.max(...atOnce)).toBe(PLACES)
    })

    test('keep the third place for who has a key', async () => {
      await untilFree()
      await pageTakes(500)
      const first = await walk(0, 'ines_quillfen', stranger(), '&concurrency=1')
      const second = await walk(1, 'brix_lumenaar', stranger(), '&concurrency=1')
      expect([first.isIn, second.isIn]).toEqual([true, true])
      expect((await walk(0, 'pelagic_press', stranger())).isIn).toBe(false)
      expect((await walk(1, 'pelagic_press', stranger())).isIn).toBe(false)
      const holder = await keyHolder()
      const third = await walk(0, 'pelagic_press', holder, '&concurrency=1')
      expect(third.isIn).toBe(true)
      expect((await walk(1, 'marta_brenkel', holder)).isIn).toBe(false)
      for (const { leave, body } of [first, second, third]) {
        leave()
        await body.catch(() => undefined)
      }
    })

    test('give the places of one that was killed to the other, within their lease', async () => {
      await untilFree()
      // No walk may end by itself before the lease of the one that was killed.
      await pageTakes(3000)
      const walks = [
        await walk(0, 'ines_quillfen', await keyHolder(), SLOW),
        await walk(0, 'brix_lumenaar', await keyHolder(), SLOW),
        await walk(1, 'pelagic_press', await keyHolder(), SLOW),
      ]
      expect(walks.map(({ isIn }) => isIn)).toEqual([true, true, true])
      const [waiting, another, late] = [await keyHolder(), await keyHolder(), await keyHolder()]
      expect((await walk(1, 'marta_brenkel', waiting)).isIn).toBe(false)
      // Each place was renewed at some time since; let it be well into its period.
      await wait(RENEWAL_MS + 2000)
      expect(await placesTaken()).toBe(PLACES)

      services[0].child.kill('SIGKILL')
      const killedAt = performance.now()
      await Promise.allSettled([walks[0]?.body, walks[1]?.body])
      let next = await walk(1, 'ines_quillfen', waiting, SLOW)
      expect(next.isIn).toBe(false)
      while (!next.isIn) {
        expect(performance.now() - killedAt).toBeLessThan(LEASE_MS + SLACK_MS)
        await wait(200)
        next = await walk(1, 'ines_quillfen', waiting, SLOW)
      }
      const ms = performance.now() - killedAt
      expect(ms).toBeGreaterThan(LEASE_MS - RENEWAL_MS - SLACK_MS)
      expect(ms).toBeLessThan(LEASE_MS + SLACK_MS)
      // The other's own walk has not lost its place, so there is one left besides.
      await wait(SLACK_MS)
      const fourth = await walk(1, 'brix_lumenaar', another, SLOW)
      expect(fourth.isIn).toBe(true)
      expect((await walk(1, 'marta_brenkel', late)).isIn).toBe(false)
      expect(await placesTaken()).toBe(PLACES)
      for (const { leave, body } of [next, fourth, walks[2] as typeof next]) {
        leave()
        await body.catch(() => undefined)
      }
    })
  })
