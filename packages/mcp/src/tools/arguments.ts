import { LIST_OPTIONS } from '@x-md/core/request/list-request.ts'
import { z } from 'zod'

/** A handle as people write it; the @ is taken off. What it is of, the tool says. */
export const HANDLE = z
  .string()
  .regex(/^@?[A-Za-z0-9_]{1,15}$/)
  .transform((text) => text.replace(/^@/, ''))

/** What every list takes. Its description says to go on with the cursor, and models pay for each word here. */
export const PAGING = {
  page: wordless(LIST_OPTIONS.page),
  limit: wordless(LIST_OPTIONS.limit),
  cursor: LIST_OPTIONS.cursor.describe('next_cursor of the last answer'),
  full: LIST_OPTIONS.full,
}

/** The same, without a description: its name and its bounds say all. */
export function wordless<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ description: undefined })
}
