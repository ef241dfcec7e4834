import { Post } from '@x-md/core/domain/post.ts'
import { FxTwitter } from '@x-md/core/providers/fxtwitter/client.ts'
import { PostAnswer } from '@x-md/core/providers/fxtwitter/schema.ts'
import { HttpClient, type RequestOptions } from '@x-md/core/upstream/http-client.ts'
import { Upstream } from '@x-md/core/upstream/upstream.ts'
import type { Check } from './check.ts'
import { compareKeys } from './compare-keys.ts'

/** What every post that FxTwitter serves has, though our schemas could do without most of it. */
const EXPECTED = [
  'id',
  'url',
  'text',
  'created_at',
  'created_timestamp',
  'author.id',
  'author.name',
  'author.screen_name',
  'likes',
  'replies',
  'reposts',
  'lang',
  'raw_text.text',
  'raw_text.facets',
]

/** Keys that upstream is known to send and that are passed on unread, in a post or its quote. */
const PASSED_ON = new Set([
  'author',
  'author.type',
  'author.verification.verified_at',
  'embed_card',
  'media.all[].publisher',
  'media.mosaic',
  'media.videos[].publisher',
  'provider',
  'replying_to.profile_url',
])

const TIMEOUT_MS = 15_000

/** Keeps what upstream really sent, which the provider's own conversion no longer shows. */
class RecordingClient extends HttpClient {
  readonly bodies: unknown[] = []

  override async getJson(url: URL, options?: RequestOptions) {
    const answer = await super.getJson(url, options)
    this.bodies.push(answer.body)
    return answer
  }
}

/**
 * Reads a post in every way that the provider knows, and compares what came with what our schemas expect.
 * A missing key fails; an unknown one is only told, since everything unknown is passed on.
 */
export async function checkShape(bases: readonly string[], id: string, userAgent: string): Promise<Check> {
  const name = `shape of ${id}`
  const http = new RecordingClient({ userAgent, timeoutMs: TIMEOUT_MS, maxBytes: 32 * 1024 * 1024 })
  try {
    const fxtwitter = new FxTwitter(new Upstream(http, { bases, deadlineMs: TIMEOUT_MS }))
    const outcomes = [
      await fxtwitter.getPost(id),
      await fxtwitter.getAuthorThread(id),
      await fxtwitter.getConversation(id, 'top'),
    ]
    const misses = outcomes.filter(({ kind }) => kind !== 'found').length
    if (misses > 0)
      return { name, status: 'fail', detail: `${misses} of ${outcomes.length} reads found nothing` }
    return { name, ...drift(http.bodies) }
  } catch (error) {
    return { name, status: 'fail', detail: error instanceof Error ? error.message : String(error) }
  } finally {
    await http.close()
  }
}

/** Compares upstream's answers with the schemas. */
export function drift(bodies: readonly unknown[]): Pick<Check, 'status' | 'detail'> {
  const unknown = new Set<string>()
  const missing = new Set<string>()
  let posts = 0
  for (const body of bodies) {
    const { status, tweet, thread, replies, ...envelope } = body as Record<string, unknown>
    for (const key of compareKeys(PostAnswer, envelope, []).unknown) unknown.add(key)
    for (const wire of [status ?? tweet, ...list(thread), ...list(replies)]) {
      if ((wire as { type?: unknown } | null)?.type === 'tombstone') continue
      posts++
      const result = compareKeys(Post, wire, EXPECTED)
      for (const key of result.unknown) unknown.add(key)
      for (const key of result.missing) missing.add(key)
    }
  }
  const strange = [...unknown].filter((key) => !PASSED_ON.has(key.replace(/^(?:quote\.)+/, ''))).sort()
  const news = strange.length > 0 ? `; unknown to us: ${strange.join(', ')}` : ''
  return missing.size > 0
    ? { status: 'fail', detail: `missing: ${[...missing].sort().join(', ')}${news}` }
    : { status: 'ok', detail: `${posts} ${posts === 1 ? 'post' : 'posts'} as expected${news}` }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
