import { loadConfig } from '@x-md/core/config.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { getPost } from '@x-md/core/operations/get-post.ts'
import { parsePostRequest } from '@x-md/core/request/post-request.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Reads of posts that exist, while the sources of X data misbehave. */

const READS = 2_000
const AT_ONCE = 16

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

interface Example {
  kind: string
  handle: string
  id: string
  text: string
  answers: { fxtwitter?: number; syndication?: number }
  syndication_says?: string
  long?: unknown
}

async function examples(): Promise<Example[]> {
  const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as { examples: Example[] }
  return world.examples.filter(
    ({ id, kind, answers, syndication_says }) =>
      id &&
      !kind.startsWith('t.co') &&
      !kind.startsWith('repost') &&
      answers.fxtwitter === 200 &&
      syndication_says === 'post',
  )
}

const faults = (list: object[]) =>
  fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(list) })

/** The words of a text without its addresses, which the sources write in different forms. */
const wordsOf = (text: string) => text.replace(/https?:\/\/\S+/g, '').trim()

/** Reads every example in turn until there were enough, and counts what came of it. */
async function readMany(count: number, thread: string) {
  const { context, close } = createContext(
    loadConfig({
      LOG_LEVEL: 'silent',
      CACHE_DISABLED: 'true',
      UPSTREAM_TIMEOUT_SECONDS: '3',
      FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
      SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
      TCO_BASE_URL: `${sandbox.url}/t.co`,
    }),
  )
  const posts = await examples()
  const expected = new Map<string, string>()
  for (const { handle, id } of posts) {
    const { posts: items } = await getPost.run(parsePostRequest({ handle, id, thread: 'off' }), context)
    expected.set(id, (items[0] as { text: string }).text)
  }
  return {
    close,
    run: async () => {
      const counts = { right: 0, cut: 0, retryable: 0 }
      const wrong: string[] = []
      let next = 0
      const worker = async () => {
        for (let n = next++; n < count; n = next++) {
          const { kind, handle, id } = posts[n % posts.length] as Example
          try {
            const answer = await getPost.run(parsePostRequest({ handle, id, thread }), context)
            const post = answer.posts.find((item) => item.id === id) as
              | { text: string; truncated?: boolean }
              | undefined
            if (!post) wrong.push(`${kind}: another post`)
            else if (post.truncated && answer.warnings.length > 0) counts.cut++
            else if (wordsOf(post.text) !== wordsOf(expected.get(id) ?? ''))
              wrong.push(`${kind}: ${JSON.stringify(post.text)}`)
            else counts.right++
          } catch (error) {
            if (error instanceof XmdError && error.entry.retryable) counts.retryable++
            else wrong.push(`${kind}: ${String(error)}`)
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      return { counts, wrong }
    },
  }
}

const KINDS = [
  { kind: 'rate-limit', headers: { 'retry-after': '1' } },
  { kind: 'rate-limit', body: 'html' },
  { kind: 'throttle-404' },
  { kind: '5xx' },
  { kind: 'html-200' },
  { kind: 'crash-page' },
  { kind: 'truncated-json' },
  { kind: 'reset' },
  { kind: 'reset', afterBytes: 100 },
  { kind: 'wrong-content-type' },
  { kind: 'empty-object' },
  { kind: 'fields-dropped' },
  { kind: 'indices-utf16' },
  { kind: 'indices-mixed' },
  { kind: 'latency', delayMs: { p50: 5, p99: 200 } },
]

describe('posts that exist', () => {
  test.each(['off', 'full'])('with a fifth of all answers faulty, thread=%s', async (thread) => {
    const reads = await readMany(READS, thread)
    await faults(KINDS.map((fault) => ({ ...fault, rate: 0.2 / KINDS.length })))
    const { counts, wrong } = await reads.run()
    await faults([])
    await reads.close()
    expect(wrong).toEqual([])
    expect(counts.right).toBeGreaterThanOrEqual(READS * 0.99)
  })

  test.each(['5xx', 'throttle-404', 'reset'])('with FxTwitter wholly in %s', async (kind) => {
    const reads = await readMany(READS / 10, 'off')
    await faults([{ door: 'fxtwitter', kind }])
    const { counts, wrong } = await reads.run()
    await faults([])
    await reads.close()
    // The second source tells less of some posts, but never something else.
    expect(wrong.filter((fault) => /not_found|cannot be read|another post/.test(fault))).toEqual([])
    expect(counts.right + counts.cut).toBeGreaterThan(0)
  })
})
