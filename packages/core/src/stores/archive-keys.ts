const SETS = ['post', 'reply', 'repost', 'postrepost', 'replyrepost']

/**
 * Where an archive in Redis keeps an account. The braces are a part of the names: on a cluster, what stands in
 * them says on which server a key lies, so all keys of an account lie on one.
 */
export function archiveKeys(account: string) {
  return {
    /** A hash: the profile as JSON, `covered` (`from:to`, newest first), `updated_at`, `incomplete`. */
    account: keyOf(account, 'account'),
    /** A hash: an id, with `r` behind it for what was reposted, to the packed post. */
    data: keyOf(account, 'data'),
    /** A hash: the names of what posts are packed against, to the texts. */
    words: keyOf(account, 'words'),
    /** A set: handles, in lower case. */
    handles: keyOf(account, 'handles'),
    /** Sorted sets: ids in 19 digits, by the time of the post; each in one of them, by what there is of it. */
    sets: SETS.map((set) => keyOf(account, set)),
  }
}

/** A hash: posts that wait for the rest of what is added with them, piece by piece. */
export function waitingKey(account: string, id: string): string {
  return keyOf(account, `waiting:${id}`)
}

/** A string: the account that has a handle. */
export function handleKey(handle: string): string {
  return `hist:{${handle.toLowerCase()}}`
}

/** A sorted set: all accounts, by their ids. */
export const ACCOUNTS_KEY = 'hist:accounts'

const ID_DIGITS = 19

/** An id as text that sorts as the number does. */
export function sortableId(id: string | bigint): string {
  return String(id).padStart(ID_DIGITS, '0')
}

/** Stands above all ids. */
export const ABOVE_ALL_IDS = sortableId(2n ** 63n)

const PLACE_DIGITS = 20

/** A place of a timeline as text that sorts as the number does. */
export function sortablePlace(place: bigint): string {
  return String(place).padStart(PLACE_DIGITS, '0')
}

function keyOf(account: string, part: string): string {
  return `hist:{${account}}:${part}`
}
