import { createHmac } from 'node:crypto'
import type { Config } from '@x-md/core/config.ts'

/** Who called, as far as an event may know: names that lead back to nobody. */
export interface CallerIds {
  distinctId: string
  callerId: string | undefined
}

/**
 * Names callers for events. A key's name depends on the project's token, so another token is another name. An
 * address has a name for one day (UTC), which only the secret of the shared store can make; without that
 * secret it has none.
 */
export function callerIds(
  projectToken: string,
  { KV_REST_API_TOKEN, UPSTASH_REDIS_REST_TOKEN }: Config,
): (caller: { keyId: string | undefined; address: string | undefined; now: number }) => CallerIds {
  const secret = KV_REST_API_TOKEN ?? UPSTASH_REDIS_REST_TOKEN
  return ({ keyId, address, now }) => {
    if (keyId !== undefined) {
      const id = `key_${digest(projectToken, `key:${keyId}`)}`
      return { distinctId: id, callerId: id }
    }
    if (secret === undefined || address === undefined) return { distinctId: ANONYMOUS, callerId: undefined }
    const salt = digest(secret, `callers:${new Date(now).toISOString().slice(0, 10)}`)
    return { distinctId: ANONYMOUS, callerId: `ip_${digest(salt, address)}` }
  }
}

const ANONYMOUS = 'anonymous'

function digest(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex').slice(0, 32)
}
