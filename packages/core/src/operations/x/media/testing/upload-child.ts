import { loadConfig } from '../../../../config.ts'
import { createContext } from '../../../create-context.ts'
import { withSignal } from '../../../derived-context.ts'
import { mediaUpload } from '../upload.ts'

/**
 * Uploads a file in a process of its own, told by the environment, and prints how much larger the process became.
 * Before that it uploads it up to `UPLOAD_WARM_BYTES`, so that what any upload needs is there.
 */
const { UPLOAD_PATH = '', UPLOAD_WARM_BYTES = '0', ...env } = process.env
const { context, close } = createContext(loadConfig(env))

async function upload(most = Number.POSITIVE_INFINITY): Promise<unknown> {
  const left = new AbortController()
  const ending = withSignal(context, left.signal, ({ done }) => {
    if (done >= most) left.abort(new Error('enough'))
  })
  return mediaUpload.run({ path: UPLOAD_PATH, category: 'tweet_video' }, ending)
}

await upload(Number(UPLOAD_WARM_BYTES)).catch(() => undefined)
const before = process.memoryUsage().rss
let most = before
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
}, 5)
const result = await upload()
clearInterval(watch)
process.stdout.write(JSON.stringify({ result, growth: most - before }))
await close()
