import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { AccountError } from '../../errors.ts'
import { type Budget, Ledger } from '../../money/ledger.ts'
import type { Purse } from '../../money/purse.ts'
import { StorePurse } from '../../money/store-purse.ts'
import { XApi } from '../../providers/x-api/client.ts'
import type { Cache } from '../../stores/cache.ts'
import type { Store } from '../../stores/store.ts'
import type { HttpClient } from '../../upstream/http-client.ts'
import type { Owner, XAccount } from './account.ts'
import { callX, type PricedCall } from './call-x.ts'
import { openUserToken } from './login/user-token.ts'
import { PaidReads } from './paid-reads.ts'

interface AccountOptions {
  http: HttpClient
  store: Store
  cache: Cache
  log: Logger
  /** Unix milliseconds. */
  now(): number
}

/** The account whose keys are set; undefined unless all four are. */
export function openAccount(
  config: Config,
  { http, store, cache, log, now }: AccountOptions,
): XAccount | undefined {
  const { X_API_KEY, X_API_KEY_SECRET, X_ACCESS_TOKEN, X_ACCESS_TOKEN_SECRET } = config
  if (!X_API_KEY || !X_API_KEY_SECRET || !X_ACCESS_TOKEN || !X_ACCESS_TOKEN_SECRET) return undefined
  const api = new XApi(http, {
    base: config.X_API_BASE_URL,
    keys: {
      apiKey: X_API_KEY,
      apiSecret: X_API_KEY_SECRET,
      accessToken: X_ACCESS_TOKEN,
      accessSecret: X_ACCESS_TOKEN_SECRET,
    },
    userToken: openUserToken(config, now),
    vocabulary: config.X_API_VOCABULARY,
    trace: config.X_DEBUG ? (request) => log.debug(request, 'X API') : undefined,
    now,
  })
  const budget = budgetOf(config)
  const account = accountKey(config)
  const ledger = new Ledger(store, account, budget)
  const purse = new StorePurse({ ledger, budget, log, now })
  const reads = config.X_CACHE_PAID_READS ? new PaidReads({ cache, store, account, now }) : undefined
  return new KeyedAccount({ api, purse, ledger, reads })
}

/** In thousandths of a dollar, rounded down: a budget is never more than what was said. */
function budgetOf({ X_BUDGET_USD_DAY, X_BUDGET_USD_MONTH }: Config): Budget {
  const mills = (usd: number | undefined) => (usd === undefined ? undefined : Math.floor(usd * 1000 + 1e-6))
  return { day: mills(X_BUDGET_USD_DAY), month: mills(X_BUDGET_USD_MONTH) }
}

/** What an account is called where it is remembered: of its app and its token, and leading to neither. */
function accountKey({ X_API_KEY, X_ACCESS_TOKEN }: Config): string {
  return createHash('sha256')
    .update(JSON.stringify([X_API_KEY, X_ACCESS_TOKEN]))
    .digest('hex')
    .slice(0, 16)
}

class KeyedAccount implements XAccount {
  readonly api: XApi
  readonly purse: Purse
  readonly ledger: Ledger
  readonly reads: PaidReads | undefined
  #owner: Promise<Owner> | undefined
  knownOwner: Owner | undefined

  constructor({ api, purse, ledger, reads }: Pick<XAccount, 'api' | 'purse' | 'ledger' | 'reads'>) {
    this.api = api
    this.purse = purse
    this.ledger = ledger
    this.reads = reads
  }

  owner(signal?: AbortSignal): Promise<Owner> {
    this.#owner ??= this.#ask(signal).catch((error) => {
      this.#owner = undefined
      throw error
    })
    return this.#owner
  }

  async #ask(signal: AbortSignal | undefined): Promise<Owner> {
    const me: PricedCall = {
      by: 'x_users_me',
      endpoint: 'GET /2/users/me',
      call: { method: 'GET', path: '2/users/me', query: { 'user.fields': ['verified'] } },
      estimate: { kind: 'user', most: 1 },
      signal,
    }
    // What is kept proves nothing about keys that may have been changed since; it serves where money is spent.
    const { body, access } = await callX(this, { ...me, isFresh: true }).catch((error) => {
      if (error instanceof AccountError && error.code === 'budget_spent') return callX(this, me)
      throw error
    })
    const { id, username, verified } = body.data as { id: string; username: string; verified?: boolean }
    this.knownOwner = { id, username, access, isVerified: verified }
    return this.knownOwner
  }
}
