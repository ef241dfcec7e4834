import type { Config } from '../../config.ts'
import { AccountError, type AccountErrorCode } from '../../errors.ts'
import type { Context } from '../operation.ts'
import type { Owner, XAccount } from './account.ts'
import { mediaRootFault } from './media/media-root.ts'

/** How long X may take to say whose keys they are, in milliseconds. */
export const CHECK_MS = 15_000

const KEYS = ['X_API_KEY', 'X_API_KEY_SECRET', 'X_ACCESS_TOKEN', 'X_ACCESS_TOKEN_SECRET'] as const

/**
 * Finds out before anything else whether the account can be acted for at all. X is asked once, for $0.010 at most, and
 * who it is stays known from then on.
 * @param options.isReadOnly nothing will be written, so neither a folder of media nor the right to write is needed
 * @throws AccountError whose message is one line for whoever sets the server up
 */
export async function checkAccount(
  { config, x, signal }: Pick<Context, 'config' | 'x' | 'signal'>,
  { isReadOnly, timeoutMs = CHECK_MS }: { isReadOnly: boolean; timeoutMs?: number },
): Promise<Owner> {
  const missing: string[] = KEYS.filter((name) => !config[name])
  if (!isReadOnly && !config.MEDIA_ROOT) missing.push('MEDIA_ROOT')
  if (!x || missing.length > 0) throw new AccountError('no_account', whereFrom(missing))
  if (!isReadOnly) await checkMediaRoot(config)
  const owner = await askOwner(x, { config, signal, timeoutMs })
  // X does not always say what a token may do, and silence is no refusal.
  if (!isReadOnly && owner.access === 'read') throw new AccountError('read_only_token', READ_ONLY_TOKEN)
  return owner
}

const READ_ONLY_TOKEN =
  'the access token is read-only: set the app permissions to Read and Write in the X Developer Console, then regenerate the Access Token and Secret (a token keeps the rights that it was made with; a new API key changes nothing), or start with --read-only'

function whereFrom(missing: readonly string[]): string {
  const keys = missing.filter((name) => name !== 'MEDIA_ROOT')
  return [
    `not set: ${missing.join(', ')}.`,
    ...(keys.length > 0
      ? [
          'The four keys come from https://developer.x.com: your app, its permissions set to Read and Write, then Keys and tokens.',
        ]
      : []),
    ...(missing.includes('MEDIA_ROOT')
      ? ['MEDIA_ROOT is the absolute path of a folder of its own that uploads are read from.']
      : []),
    'With --sandbox nothing is needed.',
  ].join(' ')
}

async function checkMediaRoot({ MEDIA_ROOT: root }: Config): Promise<void> {
  if (root === undefined) return
  const fault = await mediaRootFault(root)
  if (fault) throw new AccountError('invalid_argument', `${fault}: ${root}`)
}

async function askOwner(
  x: XAccount,
  { config, signal, timeoutMs }: { config: Config; signal: AbortSignal | undefined; timeoutMs: number },
): Promise<Owner> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await x.owner(signal ? AbortSignal.any([signal, timeout]) : timeout)
  } catch (error) {
    if (signal?.aborted) throw error
    if (timeout.aborted) {
      const waited = `X did not answer within ${timeoutMs / 1000} s: can ${config.X_API_BASE_URL} be reached from here?`
      throw new AccountError('timed_out', waited, { cause: error })
    }
    if (!(error instanceof AccountError)) throw error
    throw new AccountError(error.code, lineFor(error, config), { retryAfter: error.retryAfter, cause: error })
  }
}

/** What whoever sets the server up can do; a model could do nothing about any of it. */
const LINES: Partial<Record<AccountErrorCode, string>> = {
  read_only_token: READ_ONLY_TOKEN,
  bad_credentials:
    'X rejected the keys: compare X_API_KEY, X_API_KEY_SECRET, X_ACCESS_TOKEN and X_ACCESS_TOKEN_SECRET with Keys and tokens of your app at https://developer.x.com; what was revoked there has to be made anew',
  not_enrolled:
    'X does not know the app of these keys as part of a project: move it to a Pay-per-use project at https://developer.x.com',
  credits_spent: 'the project has no X API credits left: buy some at https://developer.x.com',
  budget_spent:
    'the start-up check costs $0.010, which the budget does not leave: raise X_BUDGET_USD_DAY or X_BUDGET_USD_MONTH, or wait until it begins anew',
}

function lineFor({ code, message, retryAfter }: AccountError, { X_API_BASE_URL }: Config): string {
  const known = LINES[code]
  if (known !== undefined) return known
  if (code === 'rate_limited') {
    return `X lets these keys ask no more for now: start again in ${retryAfter ?? 900} s`
  }
  if (code === 'unavailable' || code === 'timed_out') {
    return `the X API does not answer as it should: can ${X_API_BASE_URL} be reached from here?`
  }
  return message.replace(/ Do not retry\.$/, '')
}
