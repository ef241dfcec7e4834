import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { Client, OAuth1 } from '@xdevplatform/xdk'
import { type ITwitterApiClientPlugin, TwitterApi, type TwitterApiTokens } from 'twitter-api-v2'
import { startSandbox } from '../../../start.ts'
import { APP, CLIENT, USER_TOKENS } from '../auth/credentials.ts'

export type Who = 'owner' | 'read-only' | 'second'

const [owner, readOnly, second] = USER_TOKENS
const TOKENS = { owner: owner!, 'read-only': readOnly!, second: second! }

/** A sandbox on a socket, and others' clients of its API. */
export async function startXApi() {
  const { url, world, close } = await startSandbox()
  const prefix = `${url}/x-api`
  const agent = new Agent({ keepAlive: true })

  /**
   * twitter-api-v2, whose addresses are built in: they are turned to the sandbox before anything is signed. It takes
   * HTTP by an agent only, and JSON for granted only where a path begins with /2/.
   */
  function twitterApi(login: string | TwitterApiTokens): TwitterApi['v2'] {
    const here: ITwitterApiClientPlugin = {
      onBeforeRequestConfig({ params }) {
        params.url = params.url.replace('https://api.x.com', prefix)
        if (params.method !== 'GET') params.forceBodyMode ??= 'json'
      },
    }
    return new TwitterApi(login as TwitterApiTokens, { httpAgent: agent, plugins: [here] }).v2
  }

  const signing = (who: Who) => ({
    appKey: APP.key,
    appSecret: APP.secret,
    accessToken: TOKENS[who].token,
    accessSecret: TOKENS[who].secret,
  })

  /** The official client. */
  function xdk(login: { who: Who } | { bearerToken: string } | { accessToken: string }): Client {
    if (!('who' in login)) return new Client({ ...login, baseUrl: prefix })
    const { token, secret } = TOKENS[login.who]
    const oauth1 = new OAuth1({
      apiKey: APP.key,
      apiSecret: APP.secret,
      callback: 'oob',
      accessToken: token,
      accessTokenSecret: secret,
    })
    return new Client({ oauth1, baseUrl: prefix })
  }

  /** A signed request, whatever a client would make of the answer. */
  async function ask(
    method: string,
    path: string,
    { who = 'owner', json }: { who?: Who; json?: unknown } = {},
  ): Promise<{ status: number; headers: Headers; body: Answer; type: string | null }> {
    const { token, secret } = TOKENS[who]
    const signer = new OAuth1({
      apiKey: APP.key,
      apiSecret: APP.secret,
      callback: 'oob',
      accessToken: token,
      accessTokenSecret: secret,
    })
    const address = `${prefix}${path}`
    return send(method, address, await signer.buildRequestHeader(method, address), json)
  }

  async function send(method: string, address: string, authorization: string, json?: unknown) {
    const answer = await fetch(address, {
      method,
      headers: { authorization, ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const { status, headers } = answer
    return { status, headers, type: headers.get('content-type'), body: (await answer.json()) as Answer }
  }

  async function control(path: string, body?: unknown): Promise<Record<string, never>> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${url}/_sandbox/${path}`, init)
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as Record<string, never>
  }

  /** The app's own token, fetched as X wants it. */
  async function appToken(): Promise<string> {
    const basic = Buffer.from(`${APP.key}:${APP.secret}`).toString('base64')
    const answer = await fetch(`${prefix}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }

  /** A token of the owner's, by PKCE. */
  async function userToken(scopes: readonly string[]): Promise<string> {
    const code_verifier = 'a-verifier-that-is-long-enough-to-be-one-really'
    const redirect_uri = 'http://127.0.0.1:9/back'
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri,
      scope: scopes.join(' '),
      state: 'state',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const granted = await fetch(`${prefix}/i/oauth2/authorize?${query}`, { redirect: 'manual' })
    const code = new URL(granted.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', client_id: CLIENT.id, redirect_uri, code, code_verifier }
    const answer = await fetch(`${prefix}/2/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }

  return {
    url,
    prefix,
    userToken,
    world,
    ask,
    send,
    appToken,
    xdk,
    twitterApi,
    user: (who: Who = 'owner') => twitterApi(signing(who)),
    account: (who: Who = 'owner') => world.accountByHandle(TOKENS[who].handle)!,
    settings: (changes: object) => control('x-api', changes),
    bill: () => control('billing') as Promise<unknown> as Promise<BillReport>,
    reset: () => control('reset', {}),
    control,
    async close() {
      agent.destroy()
      await close()
    },
  }
}

export type XApiSandbox = Awaited<ReturnType<typeof startXApi>>

export interface BillReport {
  total: number
  balance: number | null
  cycle: { month: string; spent: number; post_reads: number }
  charges: {
    endpoint: string
    kind: string
    units: number
    deduplicated: number
    price: number
    balance: number | null
    owned?: true
  }[]
}

/** What any answer may hold, as far as tests look into it. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of many shapes
  data?: any
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of many shapes
  includes?: any
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of many shapes
  errors?: any[]
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of many shapes
  meta?: any
  title?: string
  detail?: string
  type?: string
}
