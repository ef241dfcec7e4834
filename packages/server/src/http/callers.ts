import { XmdError } from '@x-md/core/errors.ts'
import type { PolicyName } from '@x-md/core/limits/policies.ts'
import { type CallerQuotas, type QuotaState, Quotas } from '@x-md/core/limits/quotas.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { type ApiKey, ApiKeys } from '@x-md/core/stores/api-keys.ts'
import { StoreError } from '@x-md/core/stores/store.ts'
import type { Context as HonoContext } from 'hono'
import { clientAddress } from './client-address.ts'

/** Whether a key was shown and what it is worth; `unverified`: the store of keys is down, so it counts as none. */
export type KeyStatus = 'anonymous' | 'valid' | 'invalid' | 'unverified'

/** What a route may cost its caller: the quotas that its answers tell. */
export type Scope = 'read' | 'search' | 'import' | 'circle' | 'feedback'

/** Who makes one call, and what is left to them. */
export interface Call {
  keyStatus: KeyStatus
  /** Whose key it is, where it is good. */
  keyId: string | undefined
  /** Absent where nobody is limited. */
  quotas: CallerQuotas | undefined
  /** Whether what is answered is for this caller alone. */
  isPrivate: boolean
}

/** Knows callers by their address and key, and lets them in as far as their quotas allow. */
export class Callers {
  readonly #address: (c: HonoContext) => string
  readonly #keys: ApiKeys
  readonly #quotas: Quotas | undefined
  readonly #isPrivate: boolean

  constructor({ config, now, store, accounts }: Context) {
    this.#address = clientAddress(config.X_MD_TRUSTED_PROXIES)
    this.#keys = new ApiKeys(store, { now })
    this.#quotas = config.X_MD_RATE_LIMITS ? new Quotas(store, { now, share: accounts }) : undefined
    this.#isPrivate = config.X_MD_REQUIRE_API_KEY
  }

  /**
   * Lets a call in. What is known of it is put down with `note` first, so that a refusal can tell it, too.
   * @param isPreview whether it draws a preview, for which a private service asks no key
   * @returns nothing when that needed no waiting, as it mostly is
   * @throws XmdError `invalid_key`, `unauthorized` or `rate_limited`
   */
  enter(c: HonoContext, scope: Scope, isPreview: boolean, note: (call: Call) => void): void | Promise<void> {
    const authorization = c.req.header('authorization')
    if (authorization !== undefined && /^bearer /i.test(authorization)) {
      return this.#enterWithKey(c, authorization.slice(7).trim(), scope, isPreview, note)
    }
    return this.#enter(c, undefined, 'anonymous', scope, isPreview, note)
  }

  async #enterWithKey(
    c: HonoContext,
    secret: string,
    scope: Scope,
    isPreview: boolean,
    note: (call: Call) => void,
  ): Promise<void> {
    let key: ApiKey | undefined
    let status: KeyStatus = 'unverified'
    try {
      key = await this.#keys.authenticate(secret)
      status = key ? 'valid' : 'invalid'
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
    await this.#enter(c, key, status, scope, isPreview, note)
  }

  #enter(
    c: HonoContext,
    key: ApiKey | undefined,
    keyStatus: KeyStatus,
    scope: Scope,
    isPreview: boolean,
    note: (call: Call) => void,
  ): void | Promise<void> {
    const quotas = this.#quotas?.of({ ip: this.#address(c), key }, key ? KEYED[scope] : OPEN[scope])
    note({ keyStatus, keyId: key?.id, quotas, isPrivate: this.#isPrivate || keyStatus === 'valid' })
    const refusal = this.#refusal(key, keyStatus, isPreview)
    if (!refusal) return quotas?.enter()
    return Promise.resolve(quotas?.enter()).then(() => {
      throw refusal
    })
  }

  /** Who guesses keys, or has none where one is asked for, is counted like everybody, and then told. */
  #refusal(key: ApiKey | undefined, status: KeyStatus, isPreview: boolean): XmdError | undefined {
    if (status === 'invalid') {
      return new XmdError('invalid_key', 'The key in Authorization is not known here, or not in force.')
    }
    if (!this.#isPrivate || key || isPreview) return undefined
    return new XmdError('unauthorized', 'This service answers callers with a key only.')
  }

  /** The quotas that a route goes by, for an answer that draws from none. */
  policies(scope: Scope): QuotaState[] {
    return this.#quotas?.of({ ip: '' }, OPEN[scope]).states() ?? []
  }
}

const OPEN: Readonly<Record<Scope, readonly PolicyName[]>> = {
  read: ['api-ip'],
  search: ['api-ip', 'search-ip', 'account-ip'],
  import: ['api-ip', 'import-ip', 'import-ip-day'],
  circle: ['api-ip', 'import-ip', 'import-ip-day', 'search-ip', 'account-ip'],
  feedback: ['api-ip', 'feedback-ip'],
}
const KEYED: Readonly<Record<Scope, readonly PolicyName[]>> = {
  read: ['api-ip'],
  search: ['api-ip', 'search-key', 'account-key'],
  import: ['api-ip', 'import-key'],
  circle: ['api-ip', 'import-key', 'search-key', 'account-key'],
  feedback: ['api-ip', 'feedback-ip'],
}
