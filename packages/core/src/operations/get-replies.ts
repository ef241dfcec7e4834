import { z } from 'zod'
import { Post } from '../domain/post.ts'
import { choose } from '../providers/choose.ts'
import { document } from '../render/conversation-markdown.ts'
import { toIso } from '../render/format.ts'
import { postBlocks } from '../render/post-markdown.ts'
import { MAX_REPLIES, RepliesRequest } from '../request/replies-request.ts'
import type { CacheStatus } from '../stores/cache.ts'
import { directReplies } from './assemble-conversation.ts'
import { withSignal } from './derived-context.ts'
import { type Context, defineOperation, PUBLIC_READ, READ_ERRORS } from './operation.ts'
import { withMoreReplies } from './read-conversation.ts'
import { resolveReference } from './resolve-reference.ts'
import { missingPost, rememberMiss, toCallerError, unlessMissing } from './upstream-failure.ts'

/** Replies change faster than posts; an answer is good for this long. */
const TTL_MS = 600_000

export const GetRepliesOutput = z.object({
  resource: z.literal('replies'),
  posts: z.array(Post).describe('Direct replies, newest first'),
  page: z.literal(1),
  limit: z.number().int(),
  source: z.string().describe('The provider that answered'),
  markdown: z.string(),
  cache: z.enum(['hit', 'miss', 'bypass']),
  fetched_at: z.string().optional().describe('When it was read from the provider, ISO 8601'),
})
export type GetRepliesOutput = z.infer<typeof GetRepliesOutput>

export const getReplies = defineOperation({
  name: 'get_replies',
  title: 'Read the replies to a post',
  summary: 'A sample of the newest direct replies to a post',
  description:
    'Reads direct replies to a post, newest first. It is what X shows of them first, at most 100: neither all replies nor a page that can be continued.',
  input: RepliesRequest,
  output: GetRepliesOutput,
  errors: ['invalid_option', 'invalid_format', ...READ_ERRORS],
  ...PUBLIC_READ,
  async run(input, context) {
    const { id } = await resolveReference({ id: input.id, handle: 'i' }, context)
    const { value, status } = await context.cache
      .read(`replies:${id}`, (signal) => rememberMiss(read(id, withSignal(context, signal))), {
        bypass: input.nocache,
        caller: context,
      })
      .catch((error: unknown) => {
        throw toCallerError(error)
      })
    const reading = unlessMissing(value)
    return context.written.of(reading, [input.limit, input.full, status].join(':'), () =>
      present(reading, input, status, context.now()),
    )
  },
})

interface Reading {
  id: string
  replies: Post[]
  source: string
  fetchedAt: string
}

async function read(id: string, context: Context) {
  const { outcome, source } = await choose(context.providers, (provider) =>
    provider.getConversation?.(id, 'recent', undefined, context.signal),
  )
  if (outcome.kind !== 'found') throw missingPost(id, outcome)
  const conversation = await withMoreReplies(outcome.value, id, 'recent', MAX_REPLIES, context)
  const replies = directReplies(conversation.post, conversation.replies, 'recent')
  const value: Reading = {
    id,
    replies: replies.map((reply) => ({ ...reply, context: 'reply' })),
    source,
    fetchedAt: toIso(context.now() / 1000) as string,
  }
  const ttlMs = Math.min(TTL_MS, context.config.CACHE_TTL_SECONDS * 1000)
  return { value, ttlMs, staleMs: ttlMs, weight: replies.length }
}

function present(reading: Reading, input: RepliesRequest, cache: CacheStatus, now: number): GetRepliesOutput {
  const posts = reading.replies.slice(0, input.limit)
  const shown = new Map([[reading.id, '']])
  const options = { flavour: 'markdown' as const, full: input.full, now, level: 2, shown }
  const blocks = posts.flatMap((post, index) =>
    postBlocks(post, { ...options, label: `Reply ${index + 1}/${posts.length}` }),
  )
  return {
    resource: 'replies',
    posts,
    page: 1,
    limit: input.limit,
    source: reading.source,
    markdown: document([
      [`# Replies to ${reading.id}`],
      ...(posts.length > 0 ? blocks : [['No replies were found.']]),
    ]),
    cache,
    fetched_at: reading.fetchedAt,
  }
}
