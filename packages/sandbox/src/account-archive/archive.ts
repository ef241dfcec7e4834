import type { Account, Post } from '../world/model.ts'
import { plainParts } from '../world/plain-text.ts'
import type { World } from '../world/world.ts'
import { mediaFileName } from './media.ts'
import { archiveNote } from './note.ts'
import { archiveTweet } from './tweet.ts'

/** A file of an account archive: its path in the zip, and its content, written when it is asked for. */
export interface ArchiveFile {
  path: string
  content(): Iterable<string>
}

export interface ArchiveOptions {
  /** Posts in a file before the next part begins; X counts bytes, about 100 million. */
  postsPerPart?: number
}

/**
 * The archive that X would give an account: what it has written by now, reposts and posts that others cannot read
 * included. What it has deleted stands apart for some weeks, and is then gone.
 */
export function accountArchive(
  world: World,
  account: Account,
  { postsPerPart = 5_000 }: ArchiveOptions = {},
): ArchiveFile[] {
  const all = world.timeline(account).reverse()
  const ids = all.filter((id) => isHeld(world, world.post(id)))
  const tweets = ids.filter((id) => !world.post(id)?.community)
  const files = [
    ...parts('tweets', tweets, postsPerPart, (post) => ({ tweet: archiveTweet(world, post) }), world),
    ...parts(
      'community_tweet',
      ids.filter((id) => world.post(id)?.community),
      postsPerPart,
      (post) => ({ tweet: archiveTweet(world, post) }),
      world,
    ),
    ...parts(
      'note_tweet',
      ids.filter((id) => world.post(id)?.long),
      postsPerPart,
      (post) => ({ noteTweet: archiveNote(world, post) }),
      world,
    ),
    ...parts(
      'deleted_tweets',
      all.filter((id) => world.post(id)?.gone === 'deleted'),
      postsPerPart,
      (post) => ({ tweet: { ...archiveTweet(world, post), deleted_at: new Date(world.now).toISOString() } }),
      world,
    ),
    records('account', 1, () => [
      {
        account: {
          email: `${account.handle}@mail.example`,
          createdVia: 'web',
          username: account.handle,
          accountId: account.id,
          createdAt: new Date(account.joined).toISOString(),
          accountDisplayName: account.name,
        },
      },
    ]),
    records('profile', 1, () => [
      {
        profile: {
          description: {
            bio: plainParts(account.bio),
            website: account.website?.url ?? '',
            location: account.location,
          },
          avatarMediaUrl: account.avatar,
          ...(account.banner && { headerMediaUrl: account.banner }),
        },
      },
    ]),
    records('like', 1, () => [{ like: { tweetId: '20', fullText: 'just setting up my twttr' } }]),
  ]
  return [
    { path: 'data/manifest.js', content: () => [manifest(world, account, files)] },
    ...files,
    ...mediaFiles(world, ids),
    { path: 'Your archive.html', content: () => ['<!DOCTYPE html><title>Your archive</title>\n'] },
  ]
}

interface RecordFile extends ArchiveFile {
  /** Its key in the manifest. */
  type: string
  globalName: string
  count: number
}

function parts(
  kind: string,
  ids: readonly string[],
  perPart: number,
  record: (post: Post) => object,
  world: World,
): RecordFile[] {
  const count = Math.max(1, Math.ceil(ids.length / perPart))
  return Array.from({ length: count }, (_, part) => {
    const some = ids.slice(part * perPart, (part + 1) * perPart)
    return records(kind, some.length, () => some.values().map((id) => record(world.post(id) as Post)), part)
  })
}

function records(kind: string, count: number, list: () => Iterable<object>, part = 0): RecordFile {
  const globalName = `YTD.${kind}.part${part}`
  return {
    type: kind.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    path: `data/${kind.replace(/_/g, '-')}${part > 0 ? `-part${part}` : ''}.js`,
    globalName,
    count,
    content: () => recordText(globalName, list()),
  }
}

/** A data file: an assignment to a property of the window, so that a page on disk can load it. */
export function* recordText(globalName: string, list: Iterable<object>): Generator<string> {
  yield `window.${globalName} = [`
  let isFirst = true
  for (const record of list) {
    yield `${isFirst ? '' : ','}\n  ${JSON.stringify(record, undefined, 2).replaceAll('\n', '\n  ')}`
    isFirst = false
  }
  yield '\n]'
}

function manifest(world: World, account: Account, files: readonly RecordFile[]): string {
  const types: Record<string, { files: object[]; mediaDirectory?: string }> = {}
  for (const { type, path, globalName, count } of files) {
    types[type] ??= { files: [], ...(type === 'tweets' && { mediaDirectory: 'data/tweets_media' }) }
    types[type].files.push({ fileName: path, globalName, count: String(count) })
  }
  const value = {
    userInfo: { accountId: account.id, userName: account.handle, displayName: account.name },
    archiveInfo: {
      sizeBytes: '1000000',
      generationDate: new Date(world.now).toISOString(),
      isPartialArchive: false,
      maxPartSizeBytes: '53687091200',
    },
    dataTypes: types,
  }
  return `window.__THAR_CONFIG = ${JSON.stringify(value, undefined, 2)}`
}

function mediaFiles(world: World, ids: readonly string[]): ArchiveFile[] {
  return ids.flatMap((id) => {
    const post = world.post(id) as Post
    const folder = post.community ? 'community_tweet_media' : 'tweets_media'
    return post.media.map((media) => ({
      path: `data/${folder}/${mediaFileName(id, media)}`,
      content: () => [`The sandbox has no pictures: ${media.kind} ${media.id}\n`],
    }))
  })
}

function isHeld(world: World, post: Post | undefined): boolean {
  if (!post || post.gone === 'deleted' || post.gone === 'deleted-without-trace') return false
  if (!post.repostOf) return true
  // A repost goes when its original goes.
  const original = world.post(post.repostOf)
  return original?.gone !== 'deleted' && original?.gone !== 'deleted-without-trace' && original !== undefined
}
