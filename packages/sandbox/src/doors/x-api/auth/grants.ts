import { createHash } from 'node:crypto'
import type { Account } from '../../../world/model.ts'
import { hashText } from '../../../world/random.ts'
import { sameText } from './verify.ts'

/** What an OAuth 2.0 token allows, as the 42 tools need it. */
export const SCOPES = [
  'tweet.read',
  'tweet.write',
  'users.read',
  'follows.read',
  'follows.write',
  'offline.access',
  'mute.read',
  'mute.write',
  'like.read',
  'like.write',
  'list.read',
  'list.write',
  'block.read',
  'block.write',
  'bookmark.read',
  'bookmark.write',
  'media.write',
]

export interface Grant {
  account: Account
  scopes: ReadonlySet<string>
}

interface Code extends Grant {
  challenge: string
  redirectUri: string
  /** Of the world's clock, Unix milliseconds. */
  until: number
}

interface Session extends Grant {
  until: number
}

const CODE_MS = 30_000
const TOKEN_MS = 7_200_000

/** Past this the oldest tokens are forgotten. */
const KEPT = 10_000

/** Codes and tokens that were given out. All of them begin with `sandbox-`; the same requests get the same ones. */
export class Grants {
  readonly #codes = new Map<string, Code>()
  readonly #access = new Map<string, Session>()
  readonly #refresh = new Map<string, Grant>()
  readonly #apps = new Set<string>()
  #count = 0

  appToken(): string {
    const [known] = this.#apps
    if (known !== undefined) return known
    const token = this.#name('app')
    this.#apps.add(token)
    return token
  }

  isAppToken(token: string): boolean {
    return this.#apps.has(token)
  }

  code(grant: Grant, challenge: string, redirectUri: string, now: number): string {
    const code = this.#name('code')
    keep(this.#codes, code, { ...grant, challenge, redirectUri, until: now + CODE_MS })
    return code
  }

  /** Tokens for a code, once, for whoever knows the verifier behind its challenge. */
  exchange(code: string, verifier: string, redirectUri: string, now: number) {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    if (!found || now > found.until || redirectUri !== found.redirectUri) return undefined
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    return sameText(challenge, found.challenge) ? this.#tokens(found, now) : undefined
  }

  /** New tokens for a refresh token, which is used up by it. */
  refresh(token: string, now: number) {
    const found = this.#refresh.get(token)
    this.#refresh.delete(token)
    return found && this.#tokens(found, now)
  }

  revoke(token: string): void {
    this.#access.delete(token)
    this.#refresh.delete(token)
    this.#apps.delete(token)
  }

  /** What an access token allows, as long as it is good. */
  session(token: string, now: number): Grant | undefined {
    const found = this.#access.get(token)
    return found && now <= found.until ? found : undefined
  }

  #tokens({ account, scopes }: Grant, now: number) {
    const access_token = this.#name('access')
    keep(this.#access, access_token, { account, scopes, until: now + TOKEN_MS })
    const answer = {
      token_type: 'bearer',
      expires_in: TOKEN_MS / 1000,
      access_token,
      scope: [...scopes].join(' '),
    }
    if (!scopes.has('offline.access')) return answer
    const refresh_token = this.#name('refresh')
    keep(this.#refresh, refresh_token, { account, scopes })
    return { ...answer, refresh_token }
  }

  #name(kind: string): string {
    const count = this.#count++
    return `sandbox-${kind}-${count}-${hashText(`${kind} ${count}`).toString(36)}`
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value)
  if (map.size <= KEPT) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}
