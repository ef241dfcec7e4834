import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'

/**
 * Where a post stands in the world: its author's index and its number within the author's posts. X uses the
 * low 22 bits of a snowflake for the machine and the sequence; here they hold this place, so that an id
 * leads to its post without any index of all posts.
 */
export interface Place {
  account: number
  ordinal: number
}

const ORDINAL_BITS = 14
const EPOCH_MS = 1_288_834_974_657n

/** Ordinals from here on belong to posts written by hand; the ones below are generated. */
export const FIRST_NAMED_ORDINAL = 15_000

/** Stands for "the account itself" where a place needs an ordinal. */
export const NO_ORDINAL = 2 ** ORDINAL_BITS - 1

export function packPlace({ account, ordinal }: Place): number {
  return (account << ORDINAL_BITS) | ordinal
}

export function unpackPlace(packed: number): Place {
  return { account: packed >>> ORDINAL_BITS, ordinal: packed & NO_ORDINAL }
}

/** The id of the post at a place and an instant (Unix milliseconds). */
export function postId(ms: number, place: Place): string {
  return msToSnowflake(ms, packPlace(place))
}

/** The same as a number, for those who need very many of them. */
export function postSnowflake(ms: number, place: Place): bigint {
  return (BigInt(Math.trunc(ms) - Number(EPOCH_MS)) << 22n) | BigInt(packPlace(place))
}

/** The place and instant that an id names, whether or not anything stands there. */
export function readPostId(id: string): { place: Place; ms: number } {
  const value = BigInt(id)
  return { place: unpackPlace(Number(value & 0x3fffffn)), ms: Number((value >> 22n) + EPOCH_MS) }
}
