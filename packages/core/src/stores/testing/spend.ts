import { openStore, type StoreSettings } from '../open-store.ts'
import type { Charge } from '../store.ts'

// A process of its own: so many callers take from the same quotas until they are refused, and give back every
// fifth time; it prints what they have spent. Arguments, as JSON: the store's settings, charges, callers.
const [settings, charges, callers] = process.argv.slice(2).map((text) => JSON.parse(text)) as [
  StoreSettings,
  Charge[],
  number,
]
const store = await openStore(settings, { now: Date.now })
const now = 0
let calls = 0
let refunds = 0
await Promise.all(
  Array.from({ length: callers }, async () => {
    while ((await store.take(charges, now)).taken) {
      calls += 1
      if (calls % 5 !== 0) continue
      refunds += 1
      await store.refund(charges, now)
    }
  }),
)
await store.close()
process.stdout.write(String(calls - refunds))
