import type { ErrorCode } from '@x-md/core/errors.ts'
import { getCircle } from '@x-md/core/operations/get-circle.ts'
import { getFollowers, getFollowing } from '@x-md/core/operations/get-connections.ts'
import { getOembed } from '@x-md/core/operations/get-oembed.ts'
import { getPost } from '@x-md/core/operations/get-post.ts'
import { getProfile } from '@x-md/core/operations/get-profile.ts'
import { getReplies } from '@x-md/core/operations/get-replies.ts'
import { importPosts } from '@x-md/core/operations/import-posts.ts'
import type { Operation } from '@x-md/core/operations/operation.ts'
import { searchPosts } from '@x-md/core/operations/search-posts.ts'
import type { z } from 'zod'

type AnyOperation = Pick<
  Operation<z.ZodType, z.ZodType>,
  'name' | 'title' | 'description' | 'input' | 'output' | 'errors'
>

/** A JSON Schema with its description, as far as a parameter needs one. */
export type ParameterSchema = Readonly<Record<string, unknown>>

/** A route of the API: what it is called, what it does, and how it differs from its operation over HTTP. */
export interface Endpoint {
  readonly operationId: string
  /** As OpenAPI writes it. */
  readonly path: string
  /** The permalinks of X, the versioned paths beside them, or a route that is on its way out. */
  readonly surface: 'permalink' | 'versioned' | 'deprecated'
  /** One line for lists of routes. */
  readonly summary: string
  /** Path and query of a request that works. */
  readonly example: string
  /** What it does; a route of the first days did several things. */
  readonly operations: readonly AnyOperation[]
  /** The media types that it is given as; the first is the default. */
  readonly types: readonly [string, ...string[]]
  /** Those that an option asks for, and no Accept header. */
  readonly asked?: readonly string[]
  /** Headers of its own on an answer. */
  readonly headers: readonly string[]
  /** Parameters that HTTP takes otherwise than the operation; `null` is one that it does not take. */
  readonly parameters?: Readonly<Record<string, ParameterSchema | null>>
  /** Parameters of the query that have to be there. */
  readonly required?: readonly string[]
  /** Codes that the operations do not know, and those of theirs that cannot happen here. */
  readonly errors?: readonly ErrorCode[]
  readonly never?: readonly ErrorCode[]
}

const INSTANT = {
  type: 'string',
  examples: ['2025-03-31', '2025-03-31T12:00:00Z', '1743379200'],
} as const

const POST = {
  operations: [getPost],
  types: ['text/markdown', 'application/json', 'text/html', 'text/plain'],
  headers: ['X-Converter', 'X-Source', 'X-Cache', 'X-Post-Count', 'X-Warnings'],
} as const
const THREAD = {
  description:
    'off: only this post; full or conversation: with what stands around it; a number: the same, with so many posts',
  default: 'full',
  anyOf: [
    { type: 'string', enum: ['off', 'full', 'conversation'] },
    { type: 'integer', minimum: 2, maximum: 100 },
  ],
} as const

const LIST = {
  types: ['text/markdown', 'application/json', 'text/plain'],
  headers: ['X-Source', 'X-Cache', 'X-Browse-Resource', 'X-Result-Count'],
} as const
const PROFILE = {
  ...LIST,
  operations: [getProfile],
  parameters: {
    until: { ...INSTANT, description: 'Only what is older than this; not with a cursor' },
  },
} as const
const SEARCH = {
  ...LIST,
  operations: [searchPosts],
  headers: [...LIST.headers, 'X-Search-Degraded'],
  required: ['q'],
  parameters: {
    since: { ...INSTANT, description: 'Nothing older than this' },
    until: { ...INSTANT, description: 'Nothing newer than this' },
  },
} as const
const IMPORT = {
  operations: [importPosts],
  types: ['application/json'],
  // With fewer headers, since those come before the walk.
  asked: ['application/x-ndjson'],
  headers: ['X-Source', 'X-Result-Count', 'X-Import-Pages', 'X-Archive-Served', 'X-Archive-Store'],
  parameters: {
    since: { ...INSTANT, description: 'Nothing older than this; default: all that X serves' },
    until: { ...INSTANT, description: 'Nothing newer than this, which is included; default: now' },
  },
} as const
const OEMBED = {
  operations: [getOembed],
  types: ['application/json'],
  headers: [],
  parameters: {
    url: { type: 'string', description: 'Address of the post, on any host' },
    site: null,
  },
  never: [],
} as const

/** A feed reader asks for the newest posts, in the one format that the path names. */
const FEED = {
  surface: 'permalink',
  headers: ['X-Source', 'X-Cache', 'X-Result-Count'],
} as const
const NO_PAGES = { cursor: null, page: null, format: null, include_posts: null } as const
const ATOM = ['application/atom+xml'] as const
const JSON_FEED = ['application/feed+json'] as const

/** Any word could be a handle, so one that cannot is a path where nothing stands. */
const BY_HANDLE = { errors: ['route_not_found'], never: ['invalid_handle'] } as const

const PROFILE_FEED = {
  ...FEED,
  operations: PROFILE.operations,
  parameters: { ...PROFILE.parameters, ...NO_PAGES },
  errors: BY_HANDLE.errors,
  never: [...BY_HANDLE.never, 'invalid_format'],
} as const
const SEARCH_FEED = {
  ...FEED,
  operations: SEARCH.operations,
  parameters: {
    ...SEARCH.parameters,
    ...NO_PAGES,
    feed: { type: 'string', enum: ['latest', 'top', 'photos', 'videos'], default: 'latest' },
  },
  required: SEARCH.required,
  never: ['invalid_format'],
} as const

/**
 * Every route of the API. The index, the home page, the way out of a 404, llms.txt and the OpenAPI document
 * are written from this table.
 */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    ...POST,
    operationId: 'getPost',
    path: '/api/v1/posts',
    surface: 'versioned',
    summary: 'Read a post by its address, or by handle and id',
    example: '/api/v1/posts?url=https://x.com/jack/status/20',
    parameters: { thread: THREAD },
  },
  {
    ...LIST,
    operationId: 'readPostReplies',
    path: '/api/v1/posts/{id}/replies',
    surface: 'versioned',
    summary: 'Read the newest replies to a post',
    example: '/api/v1/posts/20/replies',
    operations: [getReplies],
  },
  {
    ...PROFILE,
    operationId: 'getProfile',
    path: '/api/v1/profiles/{handle}',
    surface: 'versioned',
    summary: 'Read an account and its posts',
    example: '/api/v1/profiles/jack',
  },
  {
    ...LIST,
    operationId: 'listFollowers',
    path: '/api/v1/profiles/{handle}/followers',
    surface: 'versioned',
    summary: 'List who follows an account',
    example: '/api/v1/profiles/jack/followers',
    operations: [getFollowers],
  },
  {
    ...LIST,
    operationId: 'listFollowing',
    path: '/api/v1/profiles/{handle}/following',
    surface: 'versioned',
    summary: 'List whom an account follows',
    example: '/api/v1/profiles/jack/following',
    operations: [getFollowing],
  },
  {
    ...IMPORT,
    operationId: 'importProfilePosts',
    path: '/api/v1/profiles/{handle}/posts',
    surface: 'versioned',
    summary: 'Import the whole post history of an account',
    example: '/api/v1/profiles/jack/posts',
  },
  {
    operationId: 'getProfileCircle',
    path: '/api/v1/profiles/{handle}/circle',
    surface: 'versioned',
    summary: 'Rank whom an account talks with, as data or as a picture',
    example: '/api/v1/profiles/jack/circle',
    operations: [getCircle],
    types: ['text/markdown', 'application/json', 'image/svg+xml', 'text/plain'],
    headers: LIST.headers,
    parameters: {
      since: { ...INSTANT, description: 'Nothing older than this; not with days' },
      until: {
        ...INSTANT,
        description: 'Nothing newer than this; send window.until of an answer to go on with it',
      },
    },
  },
  {
    ...SEARCH,
    operationId: 'searchPosts',
    path: '/api/v1/search',
    surface: 'versioned',
    summary: 'Search posts or accounts',
    example: '/api/v1/search?q=lighthouse',
  },
  {
    ...OEMBED,
    operationId: 'getOEmbed',
    path: '/api/v1/oembed',
    surface: 'versioned',
    summary: 'The oEmbed document of a post',
    example: '/api/v1/oembed?url=https://x.com/jack/status/20',
  },
  {
    ...POST,
    operationId: 'getPostByPermalink',
    path: '/{handle}/status/{id}',
    surface: 'permalink',
    summary: 'Read a post: the path of its permalink on X',
    example: '/jack/status/20',
    parameters: { thread: THREAD, url: null },
    never: ['missing_url', 'invalid_url', 'unsupported_host', 'invalid_path'],
  },
  {
    ...PROFILE,
    ...BY_HANDLE,
    operationId: 'getProfileByHandle',
    path: '/{handle}',
    surface: 'permalink',
    summary: 'Read an account: the path of its profile on X',
    example: '/jack',
  },
  {
    ...LIST,
    ...BY_HANDLE,
    operationId: 'listFollowersByHandle',
    path: '/{handle}/followers',
    surface: 'permalink',
    summary: 'List who follows an account: the path of that list on X',
    example: '/jack/followers',
    operations: [getFollowers],
  },
  {
    ...LIST,
    ...BY_HANDLE,
    operationId: 'listFollowingByHandle',
    path: '/{handle}/following',
    surface: 'permalink',
    summary: 'List whom an account follows: the path of that list on X',
    example: '/jack/following',
    operations: [getFollowing],
  },
  {
    ...IMPORT,
    ...BY_HANDLE,
    operationId: 'importProfilePostsByHandle',
    path: '/{handle}/posts',
    surface: 'permalink',
    summary: 'Import the whole post history of an account, by its path',
    example: '/jack/posts',
  },
  {
    ...SEARCH,
    operationId: 'searchPostsByPath',
    path: '/search',
    surface: 'permalink',
    summary: 'Search posts or accounts: the path of a search on X',
    example: '/search?q=lighthouse',
  },
  {
    ...PROFILE_FEED,
    operationId: 'getProfileFeed',
    path: '/{handle}/feed.xml',
    summary: 'Follow an account in a feed reader, by Atom',
    example: '/jack/feed.xml',
    types: ATOM,
  },
  {
    ...PROFILE_FEED,
    operationId: 'getProfileJsonFeed',
    path: '/{handle}/feed.json',
    summary: 'Follow an account in a feed reader, by JSON Feed',
    example: '/jack/feed.json',
    types: JSON_FEED,
  },
  {
    ...SEARCH_FEED,
    operationId: 'getSearchFeed',
    path: '/search/feed.xml',
    summary: 'Follow a search in a feed reader, by Atom',
    example: '/search/feed.xml?q=lighthouse',
    types: ATOM,
  },
  {
    ...SEARCH_FEED,
    operationId: 'getSearchJsonFeed',
    path: '/search/feed.json',
    summary: 'Follow a search in a feed reader, by JSON Feed',
    example: '/search/feed.json?q=lighthouse',
    types: JSON_FEED,
  },
  {
    ...OEMBED,
    operationId: 'getOEmbedByPath',
    path: '/oembed',
    surface: 'permalink',
    summary: 'The oEmbed document that previews of posts name',
    example: '/oembed?url=https://x.com/jack/status/20',
  },
  {
    ...POST,
    operationId: 'convertPost',
    path: '/api/convert',
    surface: 'deprecated',
    summary: 'The older name of /api/v1/posts',
    example: '/api/convert?url=https://x.com/jack/status/20',
    parameters: { thread: THREAD },
  },
  {
    ...SEARCH,
    operationId: 'browse',
    path: '/api/browse',
    surface: 'deprecated',
    summary: 'The older route for profiles, connections and search, which resource tells apart',
    example: '/api/browse?resource=profile&handle=jack',
    operations: [getProfile, getFollowers, getFollowing, searchPosts],
    parameters: {
      ...SEARCH.parameters,
      resource: {
        type: 'string',
        enum: ['profile', 'followers', 'following', 'search'],
        description: 'What to read; handle is needed for all but search, q for search',
      },
    },
    required: ['resource'],
    errors: ['invalid_resource'],
  },
]

/** The routes that a newcomer should use. */
export const CURRENT_ENDPOINTS: readonly Endpoint[] = ENDPOINTS.filter(
  ({ surface }) => surface !== 'deprecated',
)
