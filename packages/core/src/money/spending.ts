import { dayOf, type Ledger, monthOf } from './ledger.ts'

/** What some calls cost together, in US dollars. */
export interface Spending {
  calls: number
  usd: number
}

export interface SpendingReport {
  currency: 'USD'
  today: { day: string; usd: number; budget?: number; left?: number }
  this_month: { month: string; usd: number; budget?: number; left?: number }
  /** Newest first; days without calls are left out. */
  days: (Spending & { day: string })[]
  /** Over these days, the dearest first. */
  by_tool: (Spending & { tool: string })[]
  /** Calls that X never answered, or whose process died: they may have cost what stands here, or nothing. */
  unsettled: Spending
}

const DAY_MS = 86_400_000

/**
 * What an account has spent.
 * @param days UTC days to look back, this one counted
 * @throws StoreError
 */
export async function spendingOf(ledger: Ledger, now: number, days: number): Promise<SpendingReport> {
  const [spent, left] = await Promise.all([ledger.spent(now), ledger.left(now)])
  const byDay = new Map<string, Sum>()
  const byTool = new Map<string, Sum>()
  const unsettled: Sum = { calls: 0, mills: 0 }
  for (let index = 0; index < days; index++) {
    const at = now - index * DAY_MS
    for await (const { by, mills, state } of ledger.lines(at)) {
      if (state === 'refused') continue
      for (const [sums, name] of [
        [byDay, dayOf(at)],
        [byTool, by],
      ] as const) {
        add(sums.get(name) ?? sums.set(name, { calls: 0, mills: 0 }).get(name)!, mills)
      }
      if (state !== 'charged') add(unsettled, mills)
    }
  }
  const of = (mills: number, rest: number | undefined) => ({
    usd: mills / 1000,
    ...(rest !== undefined && { budget: (mills + rest) / 1000, left: rest / 1000 }),
  })
  return {
    currency: 'USD',
    today: { day: dayOf(now), ...of(spent.day, left.day) },
    this_month: { month: monthOf(now), ...of(spent.month, left.month) },
    days: [...byDay].map(([day, sum]) => ({ day, ...spending(sum) })),
    by_tool: [...byTool]
      .sort(([, a], [, b]) => b.mills - a.mills)
      .map(([tool, sum]) => ({ tool, ...spending(sum) })),
    unsettled: spending(unsettled),
  }
}

interface Sum {
  calls: number
  mills: number
}

function add(sum: Sum, mills: number): void {
  sum.calls += 1
  sum.mills += mills
}

function spending({ calls, mills }: Sum): Spending {
  return { calls, usd: mills / 1000 }
}
