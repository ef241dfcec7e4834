/** What this service answers, for its index and for whoever has lost the way. */
export interface Endpoint {
  readonly path: string
  readonly description: string
  /** Path and query of a request that works. */
  readonly example: string
}

export const ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/{handle}/status/{id}',
    description: 'Read a post: the path of its permalink on X',
    example: '/jack/status/20',
  },
  {
    path: '/api/v1/posts',
    description: 'Read a post by its url, or by handle and id',
    example: '/api/v1/posts?url=https://x.com/jack/status/20',
  },
  {
    path: '/api/v1/posts/{id}/replies',
    description: 'Read the newest replies to a post',
    example: '/api/v1/posts/20/replies',
  },
  {
    path: '/{handle}',
    description: 'Read an account and its recent posts: the path of its profile on X',
    example: '/jack',
  },
  {
    path: '/api/v1/profiles/{handle}',
    description: 'Read an account and its recent posts',
    example: '/api/v1/profiles/jack',
  },
  {
    path: '/{handle}/followers',
    description: 'List who follows an account; /following lists whom it follows',
    example: '/jack/followers',
  },
  {
    path: '/api/v1/profiles/{handle}/followers',
    description: 'List who follows an account; /following lists whom it follows',
    example: '/api/v1/profiles/jack/followers',
  },
  {
    path: '/search',
    description: 'Search X for posts or accounts',
    example: '/search?q=from:jack',
  },
  {
    path: '/api/v1/search',
    description: 'Search X for posts or accounts',
    example: '/api/v1/search?q=from:jack',
  },
  {
    path: '/api/v1/oembed',
    description: 'The oEmbed document of a post',
    example: '/api/v1/oembed?url=https://x.com/jack/status/20',
  },
  { path: '/healthz', description: 'Whether the service is up', example: '/healthz' },
]
