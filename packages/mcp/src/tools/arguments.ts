import { LIST_OPTIONS } from '@x-md/core/request/list-request.ts'
import { z } from 'zod'

/** A handle as people write it; the @ is taken off. */
export const HANDLE = z
  .string()
  .regex(/^@?[A-Za-z0-9_]{1,15}$/)
  .transform((text) => text.replace(/^@/, ''))
  .describe('Handle of the account')

/** What every list takes. */
export const PAGING = {
  page: LIST_OPTIONS.page.describe('A cursor is cheaper'),
  limit: LIST_OPTIONS.limit,
  cursor: LIST_OPTIONS.cursor.describe('next_cursor of the last answer'),
  full: LIST_OPTIONS.full,
}
