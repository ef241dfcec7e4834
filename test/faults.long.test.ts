import { loadConfig } from '@x-md/core/config.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { getPost } from '@x-md/core/operations/get-post.ts'
import { parsePostRequest } from '@x-md/core/request/post-request.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Reads of posts that exist, while the sources of X data misbehave. */

const READS = 2_000
const AT_ONCE = 64

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

const TIMEOUT_SECONDS = 3
/** Sources that one read asks one after the other at most: the thread, the post twice, a cut post once more. */
const ASKED_IN_TURN = 4

/**
 * Reads every example in turn until there were enough, and counts what came of it: `right`, `cut` (and said to
 * be), or a `retryable` problem. Everything else is `wrong`.
 */
async function readMany(count: number, thread: string) {
  const { context, close } = createContext(
    loadConfig({
      LOG_LEVEL: 'silent',
      CACHE_DISABLED: 'true',
      UPSTREAM_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
      FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
      SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
      TCO_BASE_URL: `${sandbox.url}/t.co`,
    }),
  )
  const posts = await examples()
  // FxTwitter itself spoils some texts, without any fault: those may come as it writes them, or as they are.
  const accepted = new Map<string, Set<string>>()
  for (const { handle, id, text } of posts) {
    const { posts: items } = await getPost.run(parsePostRequest({ handle, id, thread: 'off' }), context)
    accepted.set(id, new Set([wordsOf(text), wordsOf((items[0] as ReadPost).text)]))
  }
  return {
    close,
    run: async () => {
      const counts = { right: 0, cut: 0, retryable: 0 }
      const wrong = new Set<string>()
      let next = 0
      const read = async ({ kind, handle, id }: Example) => {
        const started = performance.now()
        try {
          const answer = await getPost.run(parsePostRequest({ handle, id, thread }), context)
          const post = answer.posts.find((item) => item.id === id) as ReadPost | undefined
          if (!post) wrong.add(`${kind}: another post`)
          else if (accepted.get(id)?.has(wordsOf(post.text))) counts.right++
          else if (post.truncated && answer.warnings.length > 0) counts.cut++
          else wrong.add(`${kind}: ${JSON.stringify(post.text)}`)
        } catch (error) {
          if (!(error instanceof XmdError) || !error.entry.retryable) wrong.add(`${kind}: ${String(error)}`)
          else if (/[<{]/.test(error.message)) wrong.add(`${kind}: a body of upstream: ${error.message}`)
          else counts.retryable++
        }
        if (performance.now() - started > (TIMEOUT_SECONDS * ASKED_IN_TURN + 1) * 1000) {
          wrong.add(`${kind}: past its timeout`)
        }
      }
      const worker = async () => {
        for (let n = next++; n < count; n = next++) await read(posts[n % posts.length] as Example)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      return { counts, wrong: [...wrong] }
    },
  }
}

interface ReadPost {
  text: string
  truncated?: boolean
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

  test.each(['5xx', 'throttle-404', 'reset', 'html-200'])('with FxTwitter wholly in %s', async (kind) => {
    const reads = await readMany(READS, 'off')
    await faults([{ door: 'fxtwitter', kind }])
    const { counts, wrong } = await reads.run()
    await faults([])
    await reads.close()
    expect(wrong).toEqual([])
    expect(counts.right + counts.cut).toBeGreaterThanOrEqual(READS * 0.99)
  })
})
