import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Author } from '../domain/author.ts'
import type { Post } from '../domain/post.ts'
import { readPhrases } from '../domain/search-words.ts'
import { msToSnowflake } from '../domain/snowflake.ts'
import { AWKWARD_LINES } from '../testing/awkward-text.ts'
import type { ArchiveQuery } from './archive.ts'
import { IN_MEMORY } from './data-file.ts'
import { SqliteArchive } from './sqlite-archive.ts'

const DAY = Date.UTC(2026, 5, 1)
const [wren, finch] = [person('11', 'wren_example'), person('12', 'finch_example')]

function person(id: string, handle: string): Author {
  return { id, screen_name: handle, name: handle }
}

function post(who: Author, minute: number, text: string, more: Partial<Post> = {}): Post {
  const id = msToSnowflake(DAY + minute * 60_000)
  return { type: 'status', id, text, author: who, url: `https://x.com/i/status/${id}`, ...more } as Post
}

const query = (q: string, more: Partial<ArchiveQuery> = {}): ArchiveQuery => ({
  phrases: readPhrases(q),
  kinds: ['post', 'reply', 'repost'],
  order: 'newest',
  limit: 50,
  ...more,
})

let folder: string
let archive: SqliteArchive
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'x-md-search-'))
  archive = new SqliteArchive(folder)
})
afterEach(async () => {
  await archive.close()
  rmSync(folder, { recursive: true })
})

async function keep(who: Author, ...posts: Post[]): Promise<void> {
  const { account } = await archive.enter(who)
  await archive.add(account, posts)
}

async function texts(q: string, more: Partial<ArchiveQuery> = {}): Promise<string[]> {
  return (await archive.search(query(q, more))).finds.map((find) => find.post.text)
}

async function faults(): Promise<string[]> {
  return (await Array.fromAsync(archive.verify())).map(({ kind, message }) => `${kind}: ${message}`)
}

test('what a reader sees is found', async () => {
  const quote = post(finch, 0, 'A walrus sleeps')
  await keep(
    wren,
    post(wren, 1, 'Plain words', { quote }),
    post(wren, 2, 'Pictures', { media: { all: [{ type: 'photo', url: 'x', altText: 'A heron' }] } }),
    post(wren, 3, 'Vote', { poll: { choices: [{ label: 'Osprey' }] } }),
    post(wren, 4, 'Read', {
      article: { title: 'On kites', content: { blocks: [{ type: 'unstyled', text: 'Merlin' }] } },
    }),
  )
  for (const [q, text] of Object.entries({
    walrus: 'Plain words',
    heron: 'Pictures',
    OSPREY: 'Vote',
    kites: 'Read',
    merlin: 'Read',
  }))
    expect(await texts(q)).toEqual([text])
  expect(await texts('plain walrus')).toEqual(['Plain words'])
})

test('filters: account or author, time, kind, likes', async () => {
  const reposted = post(finch, 5, 'fog five', { reposted_by: { screen_name: 'wren_example' } })
  await keep(wren, post(wren, 1, 'fog one', { likes: 3 }), post(wren, 2, 'fog two', { likes: 30 }), reposted)
  await keep(
    finch,
    post(finch, 5, 'fog five'),
    post(finch, 3, 'fog three', { replying_to: { screen_name: 'wren_example' } }),
  )
  expect(await texts('fog')).toEqual(['fog five', 'fog three', 'fog two', 'fog one'])
  expect(await texts('fog', { handle: 'Wren_Example' })).toEqual(['fog five', 'fog two', 'fog one'])
  expect(await texts('fog', { handle: 'finch_example' })).toEqual(['fog five', 'fog three'])
  expect(await texts('fog', { since: DAY + 120_000, until: DAY + 180_000 })).toEqual(['fog three', 'fog two'])
  expect(await texts('fog', { kinds: ['reply'] })).toEqual(['fog three'])
  expect(await texts('fog', { kinds: ['repost'] })).toEqual(['fog five'])
  expect(await texts('fog', { minLikes: 10 })).toEqual(['fog two'])
  expect((await archive.search(query('five'))).finds[0]?.handles).toEqual(['wren_example', 'finch_example'])
})

test('pages give all there is, once each, in either order', async () => {
  const posts = Array.from({ length: 25 }, (_, minute) =>
    post(wren, minute, `tide ${'tide '.repeat(minute % 4)}${minute}`),
  )
  await keep(wren, ...posts)
  for (const order of ['newest', 'best'] as const) {
    const seen: string[] = []
    for (let after: ArchiveQuery['after']; ; ) {
      const { finds, isMore } = await archive.search(query('tide', { order, limit: 10, after }))
      seen.push(...finds.map((find) => find.post.id))
      after = finds.at(-1)?.place
      if (!isMore) break
    }
    expect([...seen].sort()).toEqual(posts.map(({ id }) => id).sort())
    if (order === 'newest') expect(seen).toEqual(posts.map(({ id }) => id).reverse())
  }
})

test('what is renewed is found by its new words, what is deleted by none', async () => {
  await keep(wren, post(wren, 1, 'old words'), post(wren, 2, 'other words'))
  await keep(finch, post(finch, 1, 'old words'))
  await keep(wren, post(wren, 1, 'new words', { likes: 9 }))
  expect(await texts('old')).toEqual(['old words'])
  expect(await texts('new', { minLikes: 9 })).toEqual(['new words'])
  await archive.add('11', [post(wren, 1, 'poorer words')], undefined, { isOnlyNew: true })
  expect(await texts('poorer')).toEqual([])
  expect(await faults()).toEqual([])
  await archive.delete('11')
  expect(await texts('words')).toEqual(['old words'])
  expect(await faults()).toEqual([])
})

test('posts that were kept before there was an index are indexed on the first search, whoever adds meanwhile', async () => {
  const posts = Array.from({ length: 450 }, (_, minute) => post(wren, minute, `gull ${minute}`))
  await keep(wren, ...posts)
  await archive.close()
  const file = new DatabaseSync(join(folder, 'x-md.db'))
  file.exec('DROP TABLE archive_search_rows; DROP TABLE archive_words; DROP TABLE archive_search_state')
  file.close()
  archive = new SqliteArchive(folder)
  expect(await faults()).toEqual([])
  await keep(wren, post(wren, 3, 'gull renewed'), post(wren, 900, 'gull new'))
  const other = new SqliteArchive(folder)
  const [{ finds }] = await Promise.all([
    archive.search(query('gull', { limit: 500 })),
    other.search(query('gull')),
  ])
  await other.close()
  expect(finds).toHaveLength(451)
  expect(await texts('gull renewed')).toEqual(['gull renewed'])
  expect(await faults()).toEqual([])
})

test('no text of a user is a syntax error, and none finds what it does not say', async () => {
  await keep(wren, post(wren, 1, 'plain'), post(wren, 2, 'NEAR AND OR NOT own around rank'))
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          '"',
          '*',
          '(',
          ')',
          ':',
          '^',
          '-',
          '+',
          'NEAR(',
          'AND',
          'OR',
          'NOT',
          'own',
          '{own}',
          '\0',
          "'",
          ';',
          '東',
          ' ',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
    fc.constantFrom(...AWKWARD_LINES),
  )
  await fc.assert(
    fc.asyncProperty(odd, async (q) => {
      if (!readPhrases(q).some(({ isExcluded }) => !isExcluded)) return
      for (const order of ['newest', 'best'] as const) await archive.search(query(q, { order }))
    }),
    { numRuns: 400 },
  )
  expect(await texts('or')).toEqual(['NEAR AND OR NOT own around rank'])
  expect(await texts('"own around" -plain')).toEqual(['NEAR AND OR NOT own around rank'])
})

describe('verifying names', () => {
  const damage: [string, string, RegExp][] = [
    ['a post that is no JSON', `UPDATE archive_posts SET json = '{"a' WHERE rowid = 1`, /^post: .* no JSON$/],
    ['a post that is none', `UPDATE archive_posts SET json = '{}' WHERE rowid = 1`, /^post: .* is no post$/],
    ['another id inside', 'UPDATE archive_posts SET id = id + 1 WHERE rowid = 1', /^post: .* inside$/],
    ['a wrong time', 'UPDATE archive_posts SET at = at + 1 WHERE rowid = 1', /^post: .* its time/],
    ['a wrong kind', `UPDATE archive_posts SET kind = 'reply' WHERE rowid = 1`, /^post: .* kept as a reply/],
    ['a broken stretch', `INSERT INTO archive_covered VALUES ('11', 9, 5)`, /^coverage: /],
    ['stretches that touch', `INSERT INTO archive_covered VALUES ('11', 1, 5), ('11', 5, 9)`, /^coverage: /],
    ['a profile that is none', `UPDATE archive_accounts SET profile = '[]'`, /^account: /],
    ['posts of nobody', 'DELETE FROM archive_accounts', /^account: /],
    [
      'words that are not indexed',
      `UPDATE archive_posts SET json = replace(json, 'first', 'fresh')`,
      /^index: post/,
    ],
    ['a post that is not indexed', 'DELETE FROM archive_search_rows WHERE doc = 1', /^index: post/],
    ['an entry of nothing', 'DELETE FROM archive_posts WHERE rowid = 1', /^index: .* not kept/],
  ]
  test.each(damage)('%s', async (_, sql, message) => {
    await keep(wren, post(wren, 1, 'first'), post(wren, 2, 'second'))
    const file = new DatabaseSync(join(folder, 'x-md.db'))
    file.exec(sql)
    file.close()
    expect(await faults()).toEqual(expect.arrayContaining([expect.stringMatching(message)]))
  })

  test('and an index that is made anew is in step again', async () => {
    await keep(wren, post(wren, 1, 'first'), post(wren, 2, 'second'))
    const file = new DatabaseSync(join(folder, 'x-md.db'))
    file.exec('DELETE FROM archive_search_rows WHERE doc = 1')
    file.close()
    await archive.reindex()
    expect(await faults()).toEqual([])
    expect(await texts('first')).toEqual(['first'])
  })
})

test('an archive in memory can be searched, too', async () => {
  await archive.close()
  archive = new SqliteArchive(IN_MEMORY)
  await keep(wren, post(wren, 1, 'kept for a while'))
  expect(await texts('while')).toEqual(['kept for a while'])
})
