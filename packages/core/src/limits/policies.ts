/**
 * The quotas of the mdfromx.com API: names, sizes and windows are its contract, and so are the keys of their
 * counters, which a store of that service may hold already.
 */
export interface Policy {
  readonly name: PolicyName
  /** Units in a window; of a key's own where that is what the policy is about. */
  readonly quota: number
  readonly windowSeconds: number
  /** What becomes of a call while the store of counters is down: `open` lets it through. */
  readonly whenDown: 'open' | 'closed'
  /** Key of the counter of one caller. */
  counter(caller: string): string
  /** What a refused caller is told, before how long to wait. */
  readonly refusal: string
}

export type PolicyName =
  | 'api-ip'
  | 'search-ip'
  | 'search-key'
  | 'account-ip'
  | 'account-key'
  | 'import-ip'
  | 'import-ip-day'
  | 'import-key'
  | 'feedback-ip'

export const POLICIES: Readonly<Record<PolicyName, Policy>> = {
  'api-ip': {
    name: 'api-ip',
    quota: 600,
    windowSeconds: 60,
    whenDown: 'open',
    counter: (ip) => `api:ip:${ip}`,
    refusal: 'This address has made too many requests.',
  },
  'search-ip': {
    name: 'search-ip',
    quota: 5,
    windowSeconds: 60,
    whenDown: 'open',
    counter: (ip) => `search:ip:${ip}`,
    refusal: 'This address has searched too often; a search that is cached stays free.',
  },
  'search-key': {
    name: 'search-key',
    quota: 30,
    windowSeconds: 60,
    whenDown: 'open',
    counter: (id) => `search:key:${id}`,
    refusal: 'This key has searched too often; a search that is cached stays free.',
  },
  'account-ip': {
    name: 'account-ip',
    quota: 10,
    windowSeconds: 900,
    whenDown: 'closed',
    counter: (ip) => `xsearch:ip:${ip}`,
    refusal: 'This address has used up its searches over accounts.',
  },
  'account-key': {
    name: 'account-key',
    quota: 0,
    windowSeconds: 900,
    whenDown: 'closed',
    counter: (id) => `xsearch:key:${id}`,
    refusal: 'This key has used up its searches over accounts.',
  },
  'import-ip': {
    name: 'import-ip',
    quota: 3,
    windowSeconds: 3600,
    whenDown: 'open',
    counter: (ip) => `import:ip:${ip}`,
    refusal: 'This address has imported as often as it may in an hour.',
  },
  'import-ip-day': {
    name: 'import-ip-day',
    quota: 5,
    windowSeconds: 86_400,
    whenDown: 'open',
    counter: (ip) => `import:ip-day:${ip}`,
    refusal: 'This address has imported as often as it may in a day.',
  },
  'import-key': {
    name: 'import-key',
    quota: 60,
    windowSeconds: 900,
    whenDown: 'open',
    counter: (id) => `import:key:${id}`,
    refusal: 'This key has used up its imports.',
  },
  'feedback-ip': {
    name: 'feedback-ip',
    quota: 10,
    windowSeconds: 3600,
    whenDown: 'open',
    counter: (ip) => `feedback:ip:${ip}`,
    refusal: 'This address has sent as much feedback as it may in an hour.',
  },
}
