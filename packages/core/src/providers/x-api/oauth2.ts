import * as oauth from 'oauth4webapi'
import { XApiError } from './x-api-error.ts'

export interface OAuth2Options {
  /** Of the API, without a trailing slash. */
  base: string
  /** Of the page where a person allows it. */
  authorizeBase: string
  clientId: string
  /** Of a confidential client. */
  clientSecret?: string | undefined
  /** Milliseconds for one request. */
  timeoutMs: number
  /** Unix milliseconds. */
  now(): number
}

/** What lets an app act for a person who allowed it. */
export interface UserTokens {
  access: string
  /** Good for one refresh, which brings the next one. */
  refresh: string | undefined
  /** Unix milliseconds. */
  expiresAt: number
}

/** What a person is sent away with, and what they have to come back with. */
export interface Departure {
  address: URL
  state: string
  verifier: string
}

/** What bookmarks need, and a token that outlives two hours. */
const SCOPES = 'tweet.read users.read bookmark.read offline.access'

/** A token without a lifetime is renewed as X's own are. */
const DEFAULT_LIFETIME_S = 7200

/** X's OAuth 2.0 for the account of a person: the authorization code flow with PKCE (S256). */
export class OAuth2 {
  readonly #options: OAuth2Options
  readonly #server: oauth.AuthorizationServer
  readonly #client: oauth.Client

  constructor(options: OAuth2Options) {
    this.#options = options
    const { base, authorizeBase, clientId } = options
    this.#server = {
      issuer: base,
      authorization_endpoint: `${authorizeBase}/i/oauth2/authorize`,
      token_endpoint: `${base}/2/oauth2/token`,
      revocation_endpoint: `${base}/2/oauth2/revoke`,
    }
    this.#client = { client_id: clientId }
  }

  /** Where to send a person, who comes back to `redirectUri`. */
  async depart(redirectUri: string): Promise<Departure> {
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(this.#server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: this.#client.client_id,
      redirect_uri: redirectUri,
      scope: SCOPES,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    return { address, state, verifier }
  }

  /**
   * Takes the tokens for what a person came back with.
   * @throws XApiError `bad_credentials` where the person refused, or came back from elsewhere
   */
  arrive(back: URL, redirectUri: string, { state, verifier }: Departure): Promise<UserTokens> {
    return told(async () => {
      const code = oauth.validateAuthResponse(this.#server, this.#client, back, state)
      const answer = await oauth.authorizationCodeGrantRequest(
        this.#server,
        this.#client,
        this.#proof(),
        code,
        redirectUri,
        verifier,
        this.#requestOptions(),
      )
      return this.#tokens(await oauth.processAuthorizationCodeResponse(this.#server, this.#client, answer))
    })
  }

  /** @throws XApiError `bad_credentials` where the token has ended */
  refresh(token: string): Promise<UserTokens> {
    return told(async () => {
      const proof = this.#proof()
      const options = this.#requestOptions()
      const answer = await oauth.refreshTokenGrantRequest(this.#server, this.#client, proof, token, options)
      return this.#tokens(await oauth.processRefreshTokenResponse(this.#server, this.#client, answer))
    })
  }

  /** Ends a token. */
  revoke(token: string): Promise<void> {
    return told(async () => {
      const options = this.#requestOptions()
      const answer = await oauth.revocationRequest(this.#server, this.#client, this.#proof(), token, options)
      await oauth.processRevocationResponse(answer)
    })
  }

  #proof(): oauth.ClientAuth {
    const { clientSecret } = this.#options
    return clientSecret === undefined ? oauth.None() : oauth.ClientSecretBasic(clientSecret)
  }

  #requestOptions() {
    const isLoopback = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::|\/|$)/.test(this.#options.base)
    return {
      // A secret goes unencrypted to this machine only.
      [oauth.allowInsecureRequests]: isLoopback,
      signal: () => AbortSignal.timeout(this.#options.timeoutMs),
    }
  }

  #tokens({ access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse): UserTokens {
    return {
      access: access_token,
      refresh: refresh_token,
      expiresAt: this.#options.now() + (expires_in ?? DEFAULT_LIFETIME_S) * 1000,
    }
  }
}

/** The library's errors hold the answer, and that may hold tokens: none of them goes on. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refused =
      error instanceof oauth.AuthorizationResponseError ||
      (error instanceof oauth.ResponseBodyError && error.status < 500) ||
      error instanceof oauth.WWWAuthenticateChallengeError ||
      (error instanceof oauth.OperationProcessingError && error.code === oauth.INVALID_RESPONSE)
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new XApiError(refused ? 'bad_credentials' : isLate ? 'timed_out' : 'unavailable')
  }
}
