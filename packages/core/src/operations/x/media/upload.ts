import { z } from 'zod'
import { AccountError } from '../../../errors.ts'
import { uploadMedia } from '../../../providers/x-api/upload.ts'
import { XApiError } from '../../../providers/x-api/x-api-error.ts'
import type { Context } from '../../operation.ts'
import { type AccountOperation, accountOf, COST, DRY_RUN, shown, TIMEOUT } from '../account-operation.ts'
import type { PricedCall } from '../call-x.ts'
import { timeLimit } from '../limits.ts'
import { MOST_BASE64_MB, type OpenMedia, openMedia } from './open-media.ts'

const NAME = 'x_media_upload'

const Input = z.strictObject({
  path: z.string().optional().describe('Absolute, in the media folder'),
  base64: z.string().optional().describe('Instead of path; needs mime'),
  mime: z.string().optional(),
  category: z.enum(['tweet_image', 'tweet_gif', 'tweet_video']),
  timeout_ms: TIMEOUT,
  dry_run: DRY_RUN,
})
type Given = z.infer<typeof Input>

const Output = z.looseObject({
  media_id: z.string().optional(),
  status: z.enum(['succeeded', 'pending']).optional(),
  cost: COST.optional(),
})

export const mediaUpload: AccountOperation<typeof Input, typeof Output> = {
  name: NAME,
  title: 'Upload media',
  summary: 'Upload an image, GIF or video for a post',
  description: `Uploads a file for one x_post_create: tweet_image to 5 MB, tweet_gif to 15, tweet_video to 512, base64 to ${MOST_BASE64_MB}. While pending, X encodes: post later.`,
  price: 'nothing',
  input: Input,
  output: Output,
  errors: [
    'invalid_argument',
    'media_outside_root',
    'media_too_large',
    'media_failed',
    'read_only_token',
    'bad_credentials',
    'not_enrolled',
    'invalid_request',
    'not_authorized',
    'rate_limited',
    'timed_out',
    'unavailable',
  ],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  cost: 'paid',
  write: {
    asksFirst: false,
    async plan(input, { config }) {
      const media = await openMedia(input, config.MEDIA_ROOT)
      await media.close()
      return beginning(input, media)
    },
  },
  async run(input, context) {
    const account = accountOf(context)
    const media = await openMedia(input, context.config.MEDIA_ROOT)
    try {
      if (input.dry_run) return { dry_run: shown(beginning(input, media)) }
      const { endpoint, estimate } = beginning(input, media)
      const { value, receipt } = await account.purse.pay(
        { by: NAME, endpoint, estimate, mayBeCharged: () => false },
        async () => ({ value: await upload(input, media, context), charge: { kind: 'media-upload' } }),
      )
      return { ...value, cost: receipt }
    } finally {
      await media.close()
    }
  },
}

/** The first request of an upload, which says what the others bring. */
function beginning({ category }: Given, { type, size }: OpenMedia): PricedCall {
  return {
    by: NAME,
    endpoint: 'POST /2/media/upload/initialize',
    call: {
      method: 'POST',
      path: '2/media/upload/initialize',
      json: { media_type: type, total_bytes: size, media_category: category },
    },
    estimate: { kind: 'media-upload' },
  }
}

async function upload({ category, timeout_ms }: Given, media: OpenMedia, context: Context) {
  const { config, signal: caller, onProgress } = context
  const bounds = {
    fallback: config.MEDIA_DEFAULT_TIMEOUT_MS,
    min: config.MEDIA_MIN_TIMEOUT_MS,
    max: config.MEDIA_MAX_TIMEOUT_MS,
  }
  const signal = timeLimit(timeout_ms, bounds, caller)
  const isTimeUp = () => signal.aborted && !caller?.aborted
  try {
    const { id, status, expiresIn } = await uploadMedia(accountOf(context).api, media, {
      type: media.type,
      category,
      chunkBytes: config.MEDIA_CHUNK_BYTES,
      pollMs: config.MEDIA_POLL_INTERVAL_MS,
      signal,
      isTimeUp,
      onProgress: (done) => onProgress?.({ done, total: media.size, message: 'Uploading' }),
    })
    return {
      media_id: id,
      status,
      size: media.size,
      mime: media.type,
      ...(expiresIn !== undefined && { expires_in_seconds: expiresIn }),
    }
  } catch (error) {
    if (isTimeUp()) throw new AccountError('timed_out', undefined, { cause: error })
    if (!(error instanceof XApiError)) throw error
    // Half an upload is nothing that happened: nobody sees it, and it ends by itself.
    const code = error.kind === 'not_found' ? 'invalid_request' : error.kind
    throw new AccountError(code, undefined, { retryAfter: error.retryAfter, cause: error })
  }
}
