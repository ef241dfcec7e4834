import { accountArchive } from '@x-md/sandbox/account-archive/archive.ts'
import type { Account, Part, Post as WorldPost } from '@x-md/sandbox/world/model.ts'
import { plainParts } from '@x-md/sandbox/world/plain-text.ts'
import { World } from '@x-md/sandbox/world/world.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../../../domain/post.ts'
import { snowflakeToMs } from '../../../domain/snowflake.ts'
import { openArchiveFiles } from '../../../providers/account-archive/open-archive-files.ts'
import { encodeUrl } from '../../../render/encode-url.ts'
import type { Archive } from '../../../stores/archive.ts'
import { IN_MEMORY } from '../../../stores/data-file.ts'
import { SqliteArchive } from '../../../stores/sqlite-archive.ts'
import { type AccountArchiveReport, importAccountArchive } from '../import-account-archive.ts'
import { packed, unpacked } from './pack.ts'

const ALL = { kinds: ['post', 'reply', 'repost'] } as const

export async function importFrom(path: string, archive: Archive): Promise<AccountArchiveReport> {
  const files = await openArchiveFiles(path)
  try {
    return await importAccountArchive(files, archive)
  } finally {
    await files.close()
  }
}

function textOf(parts: readonly Part[]): string {
  return plainParts(
    parts.map((part) => (part.kind === 'link' ? { ...part, url: encodeUrl(part.url) } : part)),
  )
}

/** The text of a long post has the address of what it quotes only where its author put it there. */
function namesQuote(post: WorldPost): boolean {
  return post.quote !== undefined && (!post.long || post.quoteLink !== undefined)
}

/** What a post says in an archive: the names before an answer and the address of a quoted post stand in it. */
function truth(world: World, post: WorldPost): string {
  const links = world.links(post)
  const names = post.long ? '' : (post.replyPrefix ?? []).map(({ handle }) => `@${handle} `).join('')
  const article = links.article && !post.article?.linkUntold ? encodeUrl(links.article.url) : ''
  const words = names + textOf(post.body) + article
  return [words, ...(links.quote && namesQuote(post) ? [encodeUrl(links.quote.url)] : [])].join(' ').trim()
}

/**
 * Imports the archive of an account of the sandbox's world, and compares all of it with what the account has written.
 * @param least how much there has to be to compare, so that nothing passes for want of posts
 */
export function wholeImport(handle: string, least = { posts: 100, reposts: 10 }): void {
  describe(`the archive of ${handle}`, () => {
    const world = new World()
    const account = world.accountByHandle(handle) as Account
    const written = world.timeline(account).map((id) => world.post(id) as WorldPost)
    const held = written.filter(({ gone }) => !gone?.startsWith('deleted'))
    let archive: Archive
    let posts: Map<string, Post>
    let report: AccountArchiveReport
    beforeAll(async () => {
      archive = new SqliteArchive(IN_MEMORY)
      report = await importFrom(await packed(accountArchive(world, account, { postsPerPart: 400 })), archive)
      const list = await Array.fromAsync(archive.posts(account.id, ALL, 100_000))
      posts = new Map(list.map((post) => [String(post.repost_id ?? post.id), post]))
    })
    afterAll(() => archive.close())

    test('has every post that its owner has not deleted, and is read without a fault', () => {
      const own = held.filter(({ repostOf, cutRepost }) => !repostOf || cutRepost)
      expect(report.faults).toEqual([])
      expect(report.found.posts + report.found.replies).toBe(own.filter(({ cutRepost }) => !cutRepost).length)
      expect(report.skipped.deleted).toBe(written.filter(({ gone }) => gone === 'deleted').length)
      expect(own.filter(({ id }) => !posts.has(id))).toEqual([])
      for (const { gone, id } of written) if (gone?.startsWith('deleted')) expect(posts.has(id)).toBe(false)
    })

    test('gives their words, links led to where they lead, long ones whole', () => {
      let compared = 0
      for (const post of held) {
        if (post.repostOf) continue
        expect.soft(posts.get(post.id)?.text, post.id).toBe(truth(world, post))
        compared++
      }
      expect(compared).toBeGreaterThanOrEqual(least.posts)
      expect(report.notes).toEqual({ found: held.filter(({ long }) => long).length, without_post: 0 })
    })

    test('gives what belongs to them, and leaves open what it does not know', () => {
      for (const post of held) {
        if (post.repostOf) continue
        const kept = posts.get(post.id) as Post
        const parent = post.replyTo ? world.post(post.replyTo) : undefined
        expect.soft(kept, post.id).toMatchObject({
          created_timestamp: Math.floor(post.at / 1000),
          lang: post.lang,
          likes: post.counts.likes,
          reposts: post.counts.reposts,
          replying_to: parent ? { screen_name: parent.author.handle, status: parent.id } : null,
          author: { id: account.id, screen_name: account.handle, name: account.name },
          is_note_tweet: post.long === true,
          ...(namesQuote(post) && { quoted_id: post.quote }),
          ...(post.edits && { edit_tweet_ids: post.edits }),
          ...(post.community && { community_id: post.community.id }),
        })
        expect
          .soft([kept.views, kept.replies, kept.truncated], post.id)
          .toEqual([undefined, undefined, undefined])
        const media = (kept.media?.all ?? []).map(({ id, type, alt, archive_file }) => [
          id,
          type,
          alt,
          typeof archive_file,
        ])
        expect.soft(media, post.id).toEqual(post.media.map(({ id, kind }) => [id, kind, undefined, 'string']))
        for (const item of kept.media?.videos ?? [])
          expect.soft(item.url).toMatch(/1280x720|tweet_video\/|\.mp4/)
      }
    })

    test('gives of reposts whose they are and how they begin', () => {
      let compared = 0
      for (const post of held) {
        const original = post.repostOf ? world.post(post.repostOf) : undefined
        const kept = posts.get(post.id)
        if (!original || !kept || post.cutRepost) continue
        compared++
        expect.soft(kept.author.screen_name).toBe(original.author.handle)
        expect.soft(kept.reposted_by?.screen_name).toBe(account.handle)
        expect.soft([kept.likes, kept.reposts]).toEqual([undefined, undefined])
        // A link that was cut through is text, as far as it goes.
        const start = kept.text.replace(/(?:\s*h[tps:/.co]{0,12}\w{0,10})?…$/, '').trimEnd()
        expect.soft(start).not.toMatch(/t\.co|^RT /)
        const whole = truth(world, original)
        expect.soft(whole.startsWith(start) || start.startsWith(whole), `${start} | ${whole}`).toBe(true)
        if (kept.media) expect.soft(kept.id).toBe(original.id)
      }
      expect(compared).toBeGreaterThanOrEqual(least.reposts)
    })

    test('covers nothing, since it is no timeline, and is the same unpacked and twice', async () => {
      expect((await archive.find(handle))?.covered).toEqual([])
      const again = await importFrom(await unpacked(accountArchive(world, account)), archive)
      expect(again).toMatchObject({ found: report.found, added: 0, faults: [], notes: report.notes })
      const list = await Array.fromAsync(archive.posts(account.id, ALL, 100_000))
      expect(new Map(list.map((post) => [String(post.repost_id ?? post.id), post]))).toEqual(posts)
      expect(snowflakeToMs(list[0]?.id ?? '')).toBeGreaterThan(0)
    })
  })
}
