/** A list as X tells of it. */
export interface XList {
  id: string
  name?: string
  description?: string
  private?: boolean
  member_count?: number
  follower_count?: number
  created_at?: string
  owner_id?: string
}

/**
 * A list as it is handed on; what is empty is left out.
 * @param owners who owns lists, by id
 */
export function listView(list: XList, owners: ReadonlyMap<string, string> = new Map()) {
  const owner = owners.get(list.owner_id ?? '')
  return {
    id: list.id,
    url: `https://x.com/i/lists/${list.id}`,
    name: list.name ?? '',
    ...(list.description && { description: list.description }),
    ...(owner !== undefined && { owner }),
    ...(list.private && { private: true }),
    ...(list.member_count !== undefined && { members: list.member_count }),
    ...(list.follower_count !== undefined && { followers: list.follower_count }),
    ...(list.created_at && { created_at: list.created_at }),
  }
}
