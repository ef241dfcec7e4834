import { setTimeout as wait } from 'node:timers/promises'

/** What one answer says of quotas. */
export interface Told {
  status: number
  code: string | undefined
  cache: string | null
  retryAfter: string | null
  /** What is left of each policy, and in how many seconds its window ends. */
  policies: Map<string, { remaining: number; reset: number }>
}

/**
 * Reads an answer and its rate limit headers.
 * @throws what in them contradicts the rest
 */
export async function told(answer: Response): Promise<Told> {
  const { headers, status } = answer
  const text = await answer.text()
  const code = status >= 400 ? (JSON.parse(text) as { code: string }).code : undefined
  const policies = readPolicies(headers.get('ratelimit') ?? '')
  const quotas = readQuotas(headers.get('ratelimit-policy') ?? '')
  const retryAfter = headers.get('retry-after')
  const faults: string[] = []
  for (const [name, { remaining, reset }] of policies) {
    const quota = quotas.get(name)
    if (!quota) faults.push(`${name} has no policy`)
    else if (remaining > quota.units || reset < 1 || reset > quota.seconds)
      faults.push(`${name} is out of range`)
  }
  const [[tightest] = []] = [
    [...policies].sort(([, a], [, b]) => a.remaining - b.remaining || a.reset - b.reset),
  ]
  const triple = ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)))
  if (tightest) {
    const [name, { remaining, reset }] = tightest
    const meant = [quotas.get(name)?.units, remaining, reset]
    if (String(triple) !== String(meant)) faults.push(`the three headers say ${triple}, not ${meant}`)
  }
  const spent = [...policies.values()].filter(({ remaining }) => remaining === 0)
  if (code === 'rate_limited' && !spent.some(({ reset }) => String(reset) === retryAfter)) {
    faults.push(`refused until ${retryAfter} without a policy that says so`)
  }
  if (faults.length > 0) throw new Error(`${status}: ${faults.join('; ')}\n${[...headers].join('\n')}`)
  return { status, code, cache: headers.get('x-cache'), retryAfter, policies }
}

function readPolicies(header: string) {
  const found = header.matchAll(/"([\w-]+)";r=(\d+);t=(\d+)/g)
  return new Map([...found].map(([, name = '', r, t]) => [name, { remaining: Number(r), reset: Number(t) }]))
}

function readQuotas(header: string) {
  const found = header.matchAll(/"([\w-]+)";q=(\d+);w=(\d+)/g)
  return new Map([...found].map(([, name = '', q, w]) => [name, { units: Number(q), seconds: Number(w) }]))
}

/**
 * Does work within one window of a minute: it waits for the next one when little is left of this, and does it
 * again when the window ended meanwhile.
 * @param work what is done; the number tells its callers apart from those of an earlier try
 */
export async function withinOneMinute<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  const enough = 20_000
  for (let attempt = 0; attempt < 3; attempt++) {
    const left = 60_000 - (Date.now() % 60_000)
    // The first moments are left out, too: clocks of processes are read at different times.
    if (left < enough) await wait(left + 100)
    const minute = Math.floor(Date.now() / 60_000)
    const result = await work(attempt)
    if (Math.floor(Date.now() / 60_000) === minute) return result
  }
  throw new Error('This machine is too slow to do that within a minute')
}
