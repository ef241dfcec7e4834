import type { Config } from '../../config.ts'
import type { Bounds } from './limits.ts'

/** Tools that share their limits. */
export type Group = 'POSTS' | 'USERS' | 'LISTS'

/** Milliseconds of a call. */
export function timeBounds(config: Config, group: Group): Bounds {
  return {
    fallback: config[`${group}_DEFAULT_TIMEOUT_MS`],
    min: config[`${group}_MIN_TIMEOUT_MS`],
    max: config[`${group}_MAX_TIMEOUT_MS`],
  }
}

/** Entries of a page. */
export function pageBounds(config: Config, group: Group): Bounds {
  return { fallback: config[`${group}_DEFAULT_RESULTS`], max: config[`${group}_MAX_RESULTS`] }
}
