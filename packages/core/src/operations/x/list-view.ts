import type { XApiAnswer } from '../../providers/x-api/client.ts'
import { told } from './told.ts'

/** A list as results show it; what is not known, or says nothing, is left out. */
export interface ListView {
  id: string
  url: string
  name: string
  description?: string
  owner?: string
  private?: true
  members?: number
  followers?: number
  created_at?: string
}

export function listUrl(id: string): string {
  return `https://x.com/i/lists/${id}`
}

/** The lists of an answer, one or a page of them. */
export function listsView({ data, includes }: XApiAnswer['body']): ListView[] {
  const { users } = (includes ?? {}) as { users?: unknown }
  const owners = new Map(
    records(users).flatMap(({ id, username }): [string, string][] =>
      typeof id === 'string' && typeof username === 'string' ? [[id, username]] : [],
    ),
  )
  return records(data).flatMap((list) => {
    const { id, name, owner_id } = list
    if (typeof id !== 'string') return []
    return [
      told<ListView>({
        id,
        url: listUrl(id),
        name: text(name) ?? id,
        description: text(list.description),
        owner: owners.get(String(owner_id)),
        private: list.private === true || undefined,
        members: count(list.member_count),
        followers: count(list.follower_count),
        created_at: text(list.created_at),
      }),
    ]
  })
}

type Fields = Readonly<Record<string, unknown>>

function records(value: unknown): Fields[] {
  return [value ?? []].flat().filter((one): one is Fields => typeof one === 'object' && one !== null)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
