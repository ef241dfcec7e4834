import { loadConfig } from '../../../config.ts'
import { openStore } from '../../../stores/open-store.ts'
import { createContext } from '../../create-context.ts'
import { callX } from '../call-x.ts'

// A process of its own: it writes so many posts at once, until all are written or refused, and prints how many were
// refused for the budget. Arguments: how many, and what the texts begin with. The rest is in the environment.
const [count, prefix] = process.argv.slice(2)
const config = loadConfig(process.env)
const store = await openStore(config, { now: Date.now })
const { context, close } = createContext(config, { store })
const results = await Promise.allSettled(
  Array.from({ length: Number(count) }, (_, index) =>
    callX(context.x as NonNullable<typeof context.x>, {
      by: 'a test',
      endpoint: 'POST /2/tweets',
      call: { method: 'POST', path: '2/tweets', json: { text: `${prefix} ${index}` } },
      estimate: { kind: 'post-create' },
    }),
  ),
)
await close()
const codes = results.map((result) => (result.status === 'rejected' ? String(result.reason.code) : 'written'))
process.stdout.write(JSON.stringify(codes))
