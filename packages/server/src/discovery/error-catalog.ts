import { ERRORS, type ErrorCode, type ErrorEntry } from '@x-md/core/errors.ts'
import type { Endpoint } from './endpoints.ts'

const entries = Object.entries<ErrorEntry>(ERRORS) as [ErrorCode, ErrorEntry][]

/** Every code with what a client has to know of it. */
export const ERROR_CATALOG = entries.map(([code, { status, title, resolution }]) => ({
  code,
  status,
  title,
  resolution,
}))

/** How a request can fail before or around any operation: its address, its key, its allowance, a fault of ours. */
const EVERYWHERE: readonly ErrorCode[] = [
  'invalid_option',
  'invalid_key',
  'unauthorized',
  'rate_limited',
  'internal_error',
]

/** The codes that a GET of an endpoint can answer with, in the order of the catalogue. */
export function codesOf({ operations, types, errors = [], never = [] }: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...EVERYWHERE,
    ...operations.flatMap((operation) => operation.errors),
    ...(types.length > 1 ? (['not_acceptable'] as const) : []),
    ...errors,
  ])
  for (const code of never) codes.delete(code)
  return entries.map(([code]) => code).filter((code) => codes.has(code))
}
