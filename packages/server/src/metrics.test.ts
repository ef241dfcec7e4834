import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from './testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ X_MD_METRICS: 'true' })
})
afterAll(() => service.close())

/** The values of a metric, by its labels as they are written. */
async function figures(name: string): Promise<Record<string, number>> {
  const text = await (await service.get('/metrics')).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`))
  return Object.fromEntries(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

test('figures under load agree with what the sources were asked', async () => {
  const faults = [
    { kind: '5xx', rate: 0.2 },
    { kind: 'reset', rate: 0.1 },
  ]
  await fetch(`${service.sandbox}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(faults) })
  const posts = service.examples.filter(({ id }) => id).slice(0, 120)
  const read = async ({ handle, id }: (typeof posts)[number]) => {
    const answer = await service.get(`/api/v1/posts?handle=${handle}&id=${id}`)
    await answer.text()
    return answer.status
  }
  const statuses: number[] = []
  const queue = [...posts, ...posts]
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for (let post = queue.pop(); post; post = queue.pop()) statuses.push(await read(post))
    }),
  )
  await fetch(`${service.sandbox}/_sandbox/faults`, { method: 'POST', body: '[]' })

  const asked = (await (await fetch(`${service.sandbox}/_sandbox/requests`)).json()) as { path: string }[]
  const sent = await figures('x_md_upstream_requests_total')
  for (const [label, door] of [
    ['fxtwitter', '/fxtwitter/'],
    ['syndication', '/syndication/'],
  ]) {
    const count = asked.filter(({ path }) => path.startsWith(door as string)).length
    expect(sent[`{upstream="${label}"}`] ?? 0, label).toBe(count)
  }
  const answered = await figures('x_md_upstream_answers_total')
  const total = (values: Record<string, number>) =>
    Object.values(values).reduce((sum, value) => sum + value, 0)
  expect(total(answered)).toBe(total(sent))
  const served = await figures('x_md_requests_total')
  for (const status of new Set(statuses)) {
    const told = Object.entries(served).filter(
      ([labels]) => labels.includes('route="/api/v1/posts"') && labels.includes(`status="${status}"`),
    )
    expect(total(Object.fromEntries(told)), String(status)).toBe(
      statuses.filter((each) => each === status).length,
    )
  }
})

test('no label holds what a caller sent', async () => {
  await service.get('/some-strange-place/<script>?q=secret')
  await service.get('/jack/status/20?q=secret')
  const text = await (await service.get('/metrics')).text()
  expect(text.split('\n').filter((line) => /secret|strange|script>/.test(line))).toEqual([])
})

test('each label names the route that answered', async () => {
  await Promise.all(['/healthz', '/oembed?url=x', '/no/such/place'].map((path) => service.get(path)))
  const routes = Object.keys(await figures('x_md_requests_total')).map(
    (labels) => /route="([^"]*)"/.exec(labels)?.[1],
  )
  expect(routes).toEqual(expect.arrayContaining(['/healthz', '/oembed', 'none']))
})
