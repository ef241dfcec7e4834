import { toPost } from '../../providers/fxtwitter/to-domain.ts'
import { openArchive } from '../open-archive.ts'
import { openStore, type StoreSettings } from '../open-store.ts'
import { authorNamed, postAt } from './archive-model.ts'

// A process of its own: adds every other page of a history, two posts and a stretch each, and prints how many.
// Arguments, as JSON: the store's settings, which half, pages altogether.
const [settings, half, pages] = process.argv.slice(2).map((text) => JSON.parse(text)) as [
  StoreSettings,
  number,
  number,
]
const store = await openStore(settings, { now: Date.now })
const archive = await openArchive(settings, store, { readPost: toPost })
const who = authorNamed('12', `shared_${half}`)
const { account } = await archive.enter(who)
let added = 0
for (let page = half; page < pages; page += 2) {
  const posts = [postAt(who, page), postAt(who, page, { low: 1, kind: 'reply' })]
  await archive.add(account, posts, { lo: BigInt(page * 10), hi: BigInt(page * 10 + 10) })
  added += 1
}
await archive.close()
await store.close()
process.stdout.write(String(added))
