import type { AccountErrorCode } from '../../errors.ts'

/** How any call in the name of an account can fail. */
export const CALL_ERRORS = [
  'no_account',
  'invalid_argument',
  'bad_credentials',
  'not_enrolled',
  'credits_spent',
  'spend_cap',
  'budget_spent',
  'budget_unknown',
  'rate_limited',
  'not_authorized',
  'invalid_request',
  'timed_out',
  'unavailable',
] as const satisfies readonly AccountErrorCode[]

/** And any that changes something. */
export const WRITE_ERRORS = [
  ...CALL_ERRORS,
  'read_only_token',
  'maybe_done',
  'declined',
] as const satisfies readonly AccountErrorCode[]
