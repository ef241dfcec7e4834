import type { Author } from '../../domain/author.ts'
import type { XApiAnswer } from '../../providers/x-api/client.ts'
import { toAuthor } from '../../providers/x-api/to-domain.ts'
import { toIso } from '../../render/format.ts'
import { told } from './told.ts'

/** An account as results show it: what a model decides by. What is not known, or says nothing, is left out. */
export interface UserView {
  id: string
  username: string
  name: string
  description?: string
  location?: string
  url?: string
  followers?: number
  following?: number
  posts?: number
  verified?: true
  protected?: true
  created_at?: string
}

/** The accounts of an answer, one or a page of them. */
export function usersView({ data }: XApiAnswer['body']): UserView[] {
  return [data ?? []].flat().flatMap((user) => userView(user) ?? [])
}

/** @param user as the X API gives it; undefined for what is none */
export function userView(user: unknown): UserView | undefined {
  const author = toAuthor(user)
  return author && viewOf(author)
}

function viewOf(author: Author): UserView {
  return told<UserView>({
    id: author.id ?? '',
    username: author.screen_name,
    name: author.name ?? author.screen_name,
    description: author.description,
    location: author.location,
    url: author.website?.url,
    followers: author.followers,
    following: author.following,
    posts: author.statuses,
    verified: author.verification?.verified === true || undefined,
    protected: author.protected === true || undefined,
    created_at: toIso(author.joined),
  })
}
