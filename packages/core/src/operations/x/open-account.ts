import type { Config } from '../../config.ts'
import { worstPrice } from '../../money/prices.ts'
import type { Purse } from '../../money/purse.ts'
import { XApi } from '../../providers/x-api/client.ts'
import type { HttpClient } from '../../upstream/http-client.ts'
import type { Owner, XAccount } from './account.ts'
import { callX } from './call-x.ts'

/** The account whose keys are set; undefined unless all four are. */
export function openAccount(config: Config, http: HttpClient, now: () => number): XAccount | undefined {
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
    now,
  })
  return new KeyedAccount(api)
}

class KeyedAccount implements XAccount {
  readonly api: XApi
  readonly purse: Purse = {
    async pay(_payment, call) {
      const { value, charge } = await call()
      const billed = 'ids' in charge ? charge.ids.length : 1
      const most = worstPrice('ids' in charge ? { ...charge, most: billed } : charge)
      return { value, receipt: { usd: most / 1000, billed } }
    },
    left: async () => ({}),
  }
  #owner: Promise<Owner> | undefined
  knownOwner: Owner | undefined

  constructor(api: XApi) {
    this.api = api
  }

  owner(signal?: AbortSignal): Promise<Owner> {
    this.#owner ??= this.#ask(signal).catch((error) => {
      this.#owner = undefined
      throw error
    })
    return this.#owner
  }

  async #ask(signal: AbortSignal | undefined): Promise<Owner> {
    const { body, access } = await callX(this, {
      by: 'x_users_me',
      endpoint: 'GET /2/users/me',
      call: { method: 'GET', path: '2/users/me', query: { 'user.fields': ['verified'] } },
      estimate: { kind: 'user', most: 1 },
      signal,
    })
    const { id, username, verified } = body.data as { id: string; username: string; verified?: boolean }
    this.knownOwner = { id, username, access, isVerified: verified }
    return this.knownOwner
  }
}
