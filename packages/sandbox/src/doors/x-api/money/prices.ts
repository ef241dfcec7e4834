/**
 * Prices in thousandths of a US dollar, as X's pricing page has them: of each resource that an answer brings, and
 * of each request that changes something.
 */
export const READS = {
  post: 5,
  user: 10,
  follow: 10,
  list: 5,
  mute: 1,
  block: 1,
} as const

export type ResourceKind = keyof typeof READS

/** What the owner of the app pays for a resource of its own account. */
export const OWNED_READ = 1

export const REQUESTS = {
  'post-create': 15,
  'post-create-with-url': 200,
  'post-create-summoned': 10,
  'post-delete': 5,
  'interaction-create': 15,
  'interaction-delete': 10,
  'list-create': 10,
  'list-manage': 5,
  bookmark: 5,
  'privacy-update': 10,
  'mute-delete': 5,
  'counts-recent': 5,
} as const

export type RequestKind = keyof typeof REQUESTS

/** What an answer costs: its resources, or the request itself. */
export type Charge =
  | { kind: ResourceKind; ids: readonly string[]; owned?: boolean }
  | { kind: RequestKind }
  | { kind: 'media-upload'; mills: number }
