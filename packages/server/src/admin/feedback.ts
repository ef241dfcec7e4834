import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { FeedbackBox } from '@x-md/core/stores/feedback.ts'
import { z } from 'zod'
import type { Route } from '../http/surface.ts'
import { action, adminRoute, Lines } from './admin-route.ts'

/** `/api/admin/feedback`: what was sent to the keeper of the service, the newest first; `format=ndjson` exports it. */
export function adminFeedbackRoute(context: Context): Route {
  const box = new FeedbackBox(context.store, context)
  return adminRoute(context, {
    GET: {
      async run(_, { format }) {
        const entries = await box.list()
        if (format === 'ndjson') return new Lines(entries)
        if (format === undefined || format === 'json') return { feedback: entries, count: entries.length }
        throw new XmdError('invalid_format', 'Feedback is given as json or ndjson.')
      },
    },
    DELETE: action({
      input: z.strictObject({ id: z.string() }),
      async run({ id }) {
        if (!(await box.delete(id))) throw new XmdError('not_found', 'There is no such feedback.')
        return { deleted: true, id }
      },
    }),
  })
}
