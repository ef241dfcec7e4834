import { startSandbox } from '@x-md/sandbox/start.ts'
import { loadConfig } from '../../../config.ts'
import { parseImportRequest } from '../../../request/import-request.ts'
import { createContext } from '../../create-context.ts'
import { type ImportPostsOutput, importPosts } from '../../import-posts.ts'

/** What goes wrong with the pages of a timeline on a bad day. */
const BAD_DAY = [
  { kind: 'short-page', rate: 0.1 },
  { kind: 'empty-page', rate: 0.05 },
  { kind: 'rate-limit', rate: 0.05, headers: { 'retry-after': '1' } },
  { kind: '5xx', rate: 0.05 },
  { kind: 'pages-overlap', rate: 0.2 },
].map((fault) => ({ ...fault, path: '/2/profile/*/statuses' }))

/**
 * Imports all that X serves of an account, on a bad day of a world of its own.
 * @returns what the answer says of itself, and which posts are not in it
 */
export async function importOnABadDay(seed: number, handle: string) {
  const sandbox = await startSandbox({ seed })
  const config = loadConfig({
    FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
    LOG_LEVEL: 'silent',
  })
  const { context, close } = createContext(config, { now: () => sandbox.world.now })
  try {
    await fetch(`${sandbox.url}/_sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(BAD_DAY),
    })
    const request = parseImportRequest({ handle, max_posts: '5000' }, context.now())
    const answer = (await importPosts.run(request, context)) as Extract<ImportPostsOutput, { meta: unknown }>
    const timeline = `${sandbox.url}/_sandbox/world/timelines/${handle}?with_replies=1`
    const truth = (await (await fetch(timeline)).json()) as { posts: { id: string }[] }
    const given = new Set(answer.posts.map(({ id }) => id))
    const wanted = new Set(truth.posts.slice(0, 3200).map(({ id }) => id))
    return { meta: answer.meta, given, lost: [...wanted].filter((id) => !given.has(id)) }
  } finally {
    await close()
    await sandbox.close()
  }
}
