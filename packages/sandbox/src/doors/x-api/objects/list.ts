import type { ApiRequest } from '../endpoint.ts'
import type { Wanted } from '../fields.ts'
import type { XList } from '../state/lists.ts'

/** A list as the API tells of it: id and name, and the fields that were asked for. */
export function listObject({ api }: ApiRequest, list: XList, wanted: Wanted): object {
  const fields: Record<string, unknown> = {
    created_at: new Date(list.createdAt).toISOString(),
    description: list.description,
    follower_count: list.followers + api.relations.followersOfList(list.id),
    member_count: list.members.length,
    owner_id: list.owner.id,
    private: list.private,
  }
  const object: Record<string, unknown> = { id: list.id, name: list.name }
  for (const name of [...wanted.list, ...wanted.expansions]) {
    if (fields[name] !== undefined) object[name] = fields[name]
  }
  return object
}
