import { submitFeedback } from '@x-md/core/operations/submit-feedback.ts'
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const submitFeedbackTool = defineTool({
  name: 'submit_feedback',
  operation: submitFeedback,
  use: '',
  args: z.strictObject(submitFeedback.input.shape),
  structured: z.object({ id: z.string() }),
  scope: 'feedback',
  toInput: (args) => args,
  answer: ({ id }) => ({ text: `Thank you, it is stored as ${id}.`, structured: { id } }),
})
