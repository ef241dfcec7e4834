import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../../config.ts'
import { OAuth2, type UserTokens } from '../../../providers/x-api/oauth2.ts'
import { XApiError } from '../../../providers/x-api/x-api-error.ts'
import { SingleFlight } from '../../../single-flight.ts'
import { IN_MEMORY } from '../../../stores/data-file.ts'
import { TokenFile } from './token-file.ts'

/** A token that ends within this is renewed before it is used. */
const EARLY_MS = 60_000

/** A renewal is never given up half-way, since the new token would be lost: this is how long a program may wait for it. */
const TIMEOUT_MS = 10_000

/** What `x-md login` works with; undefined where no client or no folder is set up. */
export function openLogin(config: Config, now: () => number): { oauth: OAuth2; file: TokenFile } | undefined {
  const { X_OAUTH2_CLIENT_ID: clientId, X_MD_DATA_DIR, X_API_BASE_URL: base } = config
  if (!clientId || X_MD_DATA_DIR === IN_MEMORY) return undefined
  const oauth = new OAuth2({
    base,
    authorizeBase: config.X_AUTHORIZE_BASE_URL,
    clientId,
    clientSecret: config.X_OAUTH2_CLIENT_SECRET,
    timeoutMs: Math.min(TIMEOUT_MS, config.UPSTREAM_TIMEOUT_SECONDS * 1000),
    now,
  })
  return { oauth, file: new TokenFile(X_MD_DATA_DIR, { client: clientId, base }) }
}

/** The token of the account's login, renewed in time; a function that gives undefined where nobody is logged in. */
export function openUserToken(
  config: Config,
  now: () => number,
): ((signal?: AbortSignal) => Promise<string | undefined>) | undefined {
  const login = openLogin(config, now)
  if (!login) return undefined
  const flights = new SingleFlight()
  return async (signal) => {
    // The file is read each time: another process may have renewed it, and the token from before has ended.
    const tokens = await login.file.read()
    if (!tokens || tokens.expiresAt - now() > EARLY_MS) return tokens?.access
    const renewed = await flights.run('token', () => renew(login, tokens), { signal })
    return renewed?.access
  }
}

async function renew(
  { oauth, file }: { oauth: OAuth2; file: TokenFile },
  tokens: UserTokens,
): Promise<UserTokens | undefined> {
  if (tokens.refresh === undefined) return undefined
  try {
    const renewed = await oauth.refresh(tokens.refresh)
    const next = { ...renewed, refresh: renewed.refresh ?? tokens.refresh }
    // Kept before it is used: the one before is good no more.
    await file.write(next)
    return next
  } catch (error) {
    if (!(error instanceof XApiError) || error.kind !== 'bad_credentials') throw error
    // Another process was first and is about to keep what it got, or the login has ended.
    for (let asked = 0; asked < 5; asked++) {
      const current = await file.read()
      if (current?.refresh !== tokens.refresh) return current
      await sleep(100)
    }
    return undefined
  }
}
