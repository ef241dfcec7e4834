/**
 * Prices of X's pay-per-use plan in thousandths of a US dollar (docs.x.com, pricing, 2026-08-22): of each resource
 * that an answer brings.
 */
export const READS = { post: 5, user: 10, follow: 10, list: 5, mute: 1, block: 1 } as const
export type ReadKind = keyof typeof READS

/** What the owner of the app pays for a resource of its own account. */
export const OWNED_READ = 1

/** Of each request that changes something, or is paid for as one. */
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
  'media-upload': 0,
} as const
export type RequestKind = keyof typeof REQUESTS

/** What a call may cost at most, before it is made. */
export type Estimate =
  | {
      kind: ReadKind
      most: number
      owned?: boolean
      /** How many of its kind may come along with each, as includes. */
      besides?: number
    }
  | { kind: RequestKind }

/** What an answer is charged for. */
export type Charge = { kind: ReadKind; ids: readonly string[]; owned?: boolean } | { kind: RequestKind }

/** The most that a call can cost, in thousandths of a dollar. */
export function worstPrice(estimate: Estimate): number {
  if ('most' in estimate) {
    const { kind, most, owned, besides = 0 } = estimate
    return most * (1 + besides) * (owned ? OWNED_READ : READS[kind])
  }
  return REQUESTS[estimate.kind]
}
