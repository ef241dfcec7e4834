import type { Account } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import type { Habits } from '../habits.ts'
import type { Caller } from './auth/caller.ts'
import type { Charge } from './money/prices.ts'
import type { Parameters } from './parameters.ts'
import type { Upload } from './read-body.ts'
import type { XApi } from './x-api.ts'

/** How a request can be authenticated; the words that X has for it are in `AUTH_NAMES`. */
export type AuthKind = 'oauth1' | 'oauth2' | 'app'

/** Requests in 15 minutes of a user and of the app, and in 24 hours. */
export interface Limit {
  user?: number | undefined
  app?: number | undefined
  userDay?: number | undefined
  appDay?: number | undefined
}

export interface ApiRequest {
  api: XApi
  world: World
  /** The name of its endpoint. */
  endpoint: string
  caller: Caller
  /** Whose eyes it is seen through; nobody's with the app's own token. */
  viewer: Account | undefined
  /** Of the path. */
  path: Record<string, string>
  /** Of the query. Whatever an endpoint does not read is refused. */
  query: Parameters
  /** Of a JSON body, undefined without one. */
  json: unknown
  /** Of a multipart or form body. */
  upload: Upload | undefined
  /** What a fault tells the door to do otherwise. */
  habits: Habits
}

export interface ApiAnswer {
  /** 200 unless given. */
  status?: 200 | 201
  /** In the words of tweets. */
  body: object
  charges: readonly Charge[]
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for what changes. */
  path: string
  auth: readonly AuthKind[]
  /** The setting by which OAuth 1.0a is taken besides. */
  oauth1By?: 'bookmarksOauth1' | 'countsOauth1'
  /** What an OAuth 2.0 token has to allow. */
  scopes: readonly string[]
  limit: Limit
  /** Counts against the cap of posts that may be read. */
  readsPosts?: true
  /** Needs no credits. */
  free?: true
  run(request: ApiRequest): ApiAnswer
}

/** The name of an endpoint, as the bill and the settings have it: `GET /2/tweets/{id}`. */
export function endpointName({ method, path }: Endpoint): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
}

const ANYONE: readonly AuthKind[] = ['oauth1', 'oauth2', 'app']
const USERS: readonly AuthKind[] = ['oauth1', 'oauth2']

const READ_SCOPES = ['tweet.read', 'users.read']

/** An endpoint that reads: for anyone, or for users only where `app` is no limit. */
export function reading(
  path: string,
  { limit, scopes = [], ...more }: Pick<Endpoint, 'limit' | 'run'> & Partial<Endpoint>,
): Endpoint {
  return {
    method: 'GET',
    path,
    auth: limit.app === undefined ? USERS : ANYONE,
    ...more,
    limit,
    scopes: [...READ_SCOPES, ...scopes],
  }
}

/** An endpoint that changes something, on behalf of a user. */
export function writing(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  { scopes = [], ...more }: Pick<Endpoint, 'limit' | 'run'> & Partial<Endpoint>,
): Endpoint {
  return { method, path, auth: USERS, ...more, scopes: [...READ_SCOPES, ...scopes] }
}
