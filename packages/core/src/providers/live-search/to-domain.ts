import { Author } from '../../domain/author.ts'
import type { Facet } from '../../domain/facet.ts'
import type { Post } from '../../domain/post.ts'
import { profileUrl } from '../../domain/status-url.ts'
import { decodeEntities } from '../../render/decode-entities.ts'
import { expandedText } from '../../render/rich-text.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { parseLeniently } from '../lenient.ts'
import type { ListPage, SearchItem } from '../provider.ts'
// The embed endpoint gives posts in X's own older form, which stands inside the newer one here.
import { toPost as fromOlderForm } from '../syndication/to-domain.ts'
import { Answer, Entry, Result, User } from './schema.ts'

/**
 * X's answer to a search as a page of posts or accounts. Rows that are advertisements, or nothing that is known,
 * are left out.
 * @throws UpstreamError for an answer of another shape
 */
export function toPage(body: unknown): ListPage<SearchItem> {
  const answer = Answer.safeParse(body).data
  if (!answer) throw new UpstreamError('body', 'X answered a search in an unknown shape')
  const { instructions } = answer.data.search_by_raw_query.search_timeline.timeline
  const entries = instructions
    .flatMap(({ entries, entry }) => [...(entries ?? []), ...(entry === undefined ? [] : [entry])])
    .flatMap((entry) => parseLeniently(Entry, entry) ?? [])
  const bottom = entries.findLast(({ content }) => content.cursorType === 'Bottom')
  return {
    items: entries.filter(({ entryId }) => !entryId.startsWith('promoted')).flatMap(itemsOf),
    next: bottom?.content.value || undefined,
  }
}

function itemsOf({ content }: Entry): SearchItem[] {
  const contents = [content.itemContent, ...(content.items ?? []).map(({ item }) => item.itemContent)]
  return contents.flatMap((item): SearchItem[] => {
    const found = item?.tweet_results
      ? toPost(item.tweet_results.result)
      : toAccount(item?.user_results?.result)
    return found ? [found] : []
  })
}

/** @returns undefined for what is no post that can be read */
export function toPost(wire: unknown, depth = 0): Post | undefined {
  const result = parseLeniently(Result, unwrapped(wire))
  const author = result && toAccount(result.core.user_results.result)
  if (!result || !author) return undefined
  const { legacy } = result
  const original = depth === 0 ? toPost(legacy.retweeted_status_result?.result, 1) : undefined
  if (original) {
    const { id, name, screen_name, avatar_url, url } = author
    return { ...original, reposted_by: { id, name, screen_name, avatar_url, url } }
  }
  const post = fromOlderForm({
    ...legacy,
    id_str: result.rest_id,
    text: legacy.full_text,
    mediaDetails: legacy.extended_entities?.media ?? [],
    user: { id_str: author.id, name: author.name, screen_name: author.screen_name },
  })
  if (!post) return undefined
  const quote = depth === 0 ? toPost(result.quoted_status_result?.result, 1) : undefined
  const views = Number(result.views?.count ?? Number.NaN)
  return {
    ...post,
    ...longText(result),
    author,
    views: Number.isNaN(views) ? null : views,
    bookmarks: legacy.bookmark_count ?? null,
    quotes: legacy.quote_count ?? null,
    source: result.source ? decodeEntities(result.source.replace(/<[^>]*>/g, '')) : null,
    ...(quote && { quote }),
  }
}

/** Posts that not everybody may answer come in another wrapping. */
function unwrapped(wire: unknown): unknown {
  const wrapped = wire as { __typename?: unknown; tweet?: unknown } | null | undefined
  return wrapped?.__typename === 'TweetWithVisibilityResults' ? wrapped.tweet : wire
}

/** A long post has its whole text apart, with marks and links of its own. */
function longText({ note_tweet }: Result): Partial<Post> {
  const note = note_tweet?.note_tweet_results.result
  if (!note) return {}
  const linked = fromOlderForm({
    id_str: '1',
    text: note.text,
    entities: note.entity_set ?? {},
    user: { screen_name: 'i' },
  })?.raw_text?.facets
  const styles = (note.richtext?.richtext_tags ?? []).flatMap(({ from_index, to_index, richtext_types }) =>
    richtext_types.map((type): Facet => ({ type: type.toLowerCase(), indices: [from_index, to_index] })),
  )
  const facets = [...(linked ?? []), ...styles].sort((a, b) => a.indices[0] - b.indices[0])
  return {
    text: expandedText(note.text, facets),
    raw_text: { text: note.text, facets },
    is_note_tweet: true,
  }
}

const VERIFIED: ReadonlyMap<string, string> = new Map([
  ['Business', 'organization'],
  ['Government', 'government'],
])

/** @returns undefined for an account that cannot be read */
export function toAccount(wire: unknown): Author | undefined {
  const user = parseLeniently(User, wire)
  const handle = user?.core?.screen_name ?? user?.legacy?.screen_name
  if (!user || !handle) return undefined
  const { core, legacy, verification } = user
  const type = VERIFIED.get(verification?.verified_type ?? '')
  const isVerified = Boolean(verification?.verified || user.is_blue_verified || type)
  const website = legacy?.entities?.url?.urls?.[0]
  return parseLeniently(Author, {
    type: 'profile',
    id: user.rest_id ?? undefined,
    name: core?.name ?? legacy?.name,
    screen_name: handle,
    url: profileUrl(handle),
    avatar_url: user.avatar?.image_url ?? legacy?.profile_image_url_https,
    banner_url: legacy?.profile_banner_url ?? null,
    description: bioOf(user),
    location: user.location?.location ?? legacy?.location ?? '',
    protected: user.privacy?.protected ?? legacy?.protected ?? false,
    followers: legacy?.followers_count,
    following: legacy?.friends_count,
    statuses: legacy?.statuses_count,
    media_count: legacy?.media_count,
    likes: legacy?.favourites_count,
    joined: core?.created_at ?? legacy?.created_at,
    website: website?.expanded_url
      ? { url: website.expanded_url, display_url: website.display_url ?? null }
      : null,
    verification: { verified: isVerified, type: type ?? (isVerified ? 'individual' : null) },
  })
}

function bioOf({ legacy }: User): string {
  let text = legacy?.description ?? ''
  for (const { url, expanded_url } of legacy?.entities?.description?.urls ?? []) {
    if (url && expanded_url) text = text.replace(url, () => expanded_url)
  }
  return decodeEntities(text)
}
