import { sameHandle } from '../../domain/handle.ts'
import { AccountError } from '../../errors.ts'
import type { Estimate } from '../../money/prices.ts'
import type { Receipt } from '../../money/purse.ts'
import type { Context } from '../operation.ts'
import { accountOf } from './account-operation.ts'
import { usernameOf } from './arguments.ts'
import { findUserId, resolveUsernames } from './resolve-usernames.ts'

/**
 * The ids of accounts that a call is about, as far as they are known without paying. What is not known is held by a
 * placeholder and noted, so that a call can be shown before anything is asked.
 */
export class KnownIds {
  readonly #context: Context
  /** Ids that were looked up here, by names in small letters. */
  #found: ReadonlyMap<string, string> = new Map()
  readonly #missing = new Set<string>()
  #isOwnerMissing = false

  constructor(context: Context) {
    this.#context = context
  }

  /** The account that acts. */
  me(): string {
    const { knownOwner } = accountOf(this.#context)
    if (knownOwner) return knownOwner.id
    this.#isOwnerMissing = true
    return '{own id}'
  }

  /** @throws AccountError `invalid_argument` for what is no username */
  async of(given: string): Promise<string> {
    const username = usernameOf(given)
    const { knownOwner } = accountOf(this.#context)
    if (knownOwner && sameHandle(knownOwner.username, username)) return knownOwner.id
    const id = this.#found.get(username.toLowerCase()) ?? (await findUserId(username, this.#context))
    if (id !== undefined) return id
    this.#missing.add(username)
    return `{id of @${username}}`
  }

  /** What it costs at most to find what is missing; empty where nothing is. */
  get missing(): readonly Estimate[] {
    const users = this.#missing.size + (this.#isOwnerMissing ? 1 : 0)
    return users > 0 ? [{ kind: 'user', most: users }] : []
  }

  /**
   * Pays for what is missing; then nothing is.
   * @param by the tool that asks
   * @throws AccountError `user_not_found`, `user_suspended`
   */
  async lookUp(by: string): Promise<readonly Receipt[]> {
    const context = this.#context
    if (this.#isOwnerMissing) await accountOf(context).owner(context.signal)
    this.#isOwnerMissing = false
    const names = [...this.#missing]
    if (names.length === 0) return []
    const { ids, failures, receipts } = await resolveUsernames(names, context, by)
    const unknown = names.find((name) => !ids.has(name.toLowerCase()))
    if (unknown !== undefined) {
      const { code = 'user_not_found' } = failures.get(unknown.toLowerCase()) ?? {}
      throw code === 'user_not_found'
        ? new AccountError(code, `User not found: @${unknown}.`)
        : new AccountError(code)
    }
    this.#found = ids
    this.#missing.clear()
    return receipts
  }
}
