import { z } from 'zod'
import { XmdError } from '../errors.ts'
import { FEEDBACK_KINDS, type Feedback, FeedbackBox, SENTIMENTS } from '../stores/feedback.ts'
import { StoreError } from '../stores/store.ts'
import { defineOperation } from './operation.ts'

const MAX_MESSAGE = 4000
const MAX_TITLE = 200
const MAX_URL = 2048
/** Seconds in which somebody may have emptied the box. */
const A_DAY = 86_400

const FeedbackRequest = z.object({
  message: z.string().trim().min(1).max(MAX_MESSAGE).describe('What to tell, in full'),
  title: z.string().trim().min(1).max(MAX_TITLE).optional().describe('In one line'),
  kind: z.enum(FEEDBACK_KINDS).optional(),
  sentiment: z.enum(SENTIMENTS).optional(),
  contextUrl: z
    .url({ protocol: /^https?$/ })
    .max(MAX_URL)
    .optional()
    .describe('The address that it is about'),
})

export const submitFeedback = defineOperation({
  name: 'submit_feedback',
  title: 'Send feedback',
  summary: 'A word to the people who run this service',
  description:
    'Sends a bug, a wish, a question or praise about x.md itself to the people who run it; it never writes to X. Use it when the user meets a fault, misses something or wants to say what worked. Leave out secrets and personal data.',
  input: FeedbackRequest,
  output: z.object({ id: z.string().describe('Id of what was stored') }),
  errors: ['rate_limited', 'upstream_unavailable', 'internal_error'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  cost: 'free',
  async run(input, { store, now, quotas }) {
    if (quotas) await quotas.spend('feedback-ip')
    const feedback = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const entry = await new FeedbackBox(store, { now }).add(feedback as Feedback).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
      throw new XmdError('upstream_unavailable', 'What you wrote could not be stored now.', { cause: error })
    })
    if (entry) return { id: entry.id }
    throw new XmdError('rate_limited', 'The letter box of this service is full, so nothing was stored.', {
      retryAfter: A_DAY,
    })
  },
})
