import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Author } from '../../domain/author.ts'
import type { Post } from '../../domain/post.ts'
import type { Archive } from '../../stores/archive.ts'
import { IN_MEMORY } from '../../stores/data-file.ts'
import { SqliteArchive } from '../../stores/sqlite-archive.ts'
import { archiveOf, packed, tweetsFile, unpacked } from './testing/pack.ts'
import { importFrom, wholeImport } from './testing/whole-import.ts'

// The account with the fewest posts of those that have every kind; `test:long` reads large ones.
wholeImport('tobin_averell7')

const ALL = { kinds: ['post', 'reply', 'repost'] } as const
const CREATED = 'Wed Nov 04 10:00:00 +0000 2026'

function tweet(id: string, full_text = `Post ${id}`, more: object = {}) {
  return { id_str: id, id, full_text, created_at: CREATED, favorite_count: '3', retweet_count: '0', ...more }
}

const ids = (count: number, from = 2_051_000_000_000_000_000n) =>
  Array.from({ length: count }, (_, index) => String(from + BigInt(index) * 4_194_304_000n))

describe('an account archive', () => {
  let archive: Archive
  beforeEach(() => {
    archive = new SqliteArchive(IN_MEMORY)
  })
  afterEach(() => archive.close())
  const held = async (account = '4711') => Array.fromAsync(archive.posts(account, ALL, 10_000))
  const texts = async () => (await held()).map(({ text }) => text).sort()

  test('that is not whole is imported as far as it goes, and says what is missing and where', async () => {
    const [a, b, c, d, e] = ids(5) as [string, string, string, string, string]
    const whole = tweetsFile([tweet(a), tweet(b), tweet(c)])
    const cut = tweetsFile([tweet(d), tweet(e)], 1)
    const report = await importFrom(
      await packed(
        archiveOf({
          'tweets.js': whole.replace(`"full_text": "Post ${b}"`, `"full_text": "Post ${b}`),
          'tweets-part1.js': cut.slice(0, cut.lastIndexOf('retweet_count')),
          'manifest.js': `window.__THAR_CONFIG = ${JSON.stringify({
            archiveInfo: { generationDate: '2026-11-05T00:00:00.000Z', isPartialArchive: true },
            dataTypes: {
              tweets: {
                files: [
                  { fileName: 'data/tweets.js', count: '3' },
                  { fileName: 'data/tweets-part1.js', count: '2' },
                  { fileName: 'data/tweets-part2.js', count: '40' },
                ],
              },
            },
          })}`,
        }),
      ),
      archive,
    )
    expect(await texts()).toEqual([`Post ${a}`, `Post ${c}`, `Post ${d}`])
    expect(report.faults).toEqual([
      { file: 'tweets.js', fault: 'malformed', at: expect.any(Number), missing: 1 },
      { file: 'tweets-part1.js', fault: 'cut', at: expect.any(Number), missing: 1 },
      { file: 'tweets-part2.js', fault: 'missing-file', missing: 40 },
    ])
    expect(report).toMatchObject({ partial: true, generated_at: '2026-11-05T00:00:00.000Z', added: 3 })
  })

  test('is read in the encodings and with the marks that editors give a file', async () => {
    const [a, b, c] = ids(3) as [string, string, string]
    const folder = await unpacked(
      archiveOf({
        'tweets.js': `\ufeff${tweetsFile([tweet(a, 'Ä &amp; 𝒲')])}`,
        'tweets-part1.js': '',
        'tweets-part2.js': '',
      }),
    )
    const utf16 = Buffer.from(`\ufeff${tweetsFile([tweet(b, 'Öre')], 1)}`, 'utf16le')
    await writeFile(join(folder, 'data', 'tweets-part1.js'), utf16)
    await writeFile(
      join(folder, 'data', 'tweets-part2.js'),
      Buffer.from(tweetsFile([tweet(c, 'Übel')], 2), 'latin1'),
    )
    const report = await importFrom(folder, archive)
    expect(await texts()).toEqual(['Ä & 𝒲', 'Öre'])
    expect(report.faults).toMatchObject([{ file: 'tweets-part2.js', fault: 'malformed' }])
  })

  test('gives posts of 2019, which had no name around them and whose folder was the root', async () => {
    const [a] = ids(1) as [string]
    const files = archiveOf({
      'tweet.js': `window.YTD.tweet.part0 = [ ${JSON.stringify({ retweeted: false, ...tweet(a) })} ]`,
    })
    await importFrom(
      await packed(files.map((file) => ({ ...file, path: file.path.replace('data/', '') }))),
      archive,
    )
    expect(await texts()).toEqual([`Post ${a}`])
  })

  test('leaves what a walk has read as it is; what comes later is added', async () => {
    const [a, b] = ids(2) as [string, string]
    const walker: Author = { id: '4711', screen_name: 'wren_renamed', name: 'Wren', followers: 12 }
    await archive.enter(walker)
    await archive.add('4711', [
      { type: 'status', id: a, text: 'Read by a walk', author: walker, url: 'https://x.com' } as Post,
    ])
    const report = await importFrom(
      await packed(archiveOf({ 'tweets.js': tweetsFile([tweet(a), tweet(b)]) })),
      archive,
    )
    expect(await texts()).toEqual([`Post ${b}`, 'Read by a walk'])
    expect([report.added, report.found.posts]).toEqual([1, 2])
    // Its handle in the archive is an older one, and finds it, too.
    expect((await archive.find('wren_example'))?.profile).toMatchObject({
      screen_name: 'wren_renamed',
      followers: 12,
    })
    expect((await archive.find('wren_renamed'))?.account).toBe('4711')
  })

  test('does not take a handle from whom it belongs to now', async () => {
    await archive.enter({ id: '99', screen_name: 'wren_example', name: 'Another' })
    await importFrom(
      await packed(archiveOf({ 'tweets.js': tweetsFile([tweet(ids(1)[0] as string)]) })),
      archive,
    )
    expect((await archive.find('wren_example'))?.account).toBe('99')
    expect(await held()).toHaveLength(1)
  })

  test('knows a repost again that a walk has brought as its original', async () => {
    const [a, b] = ids(2) as [string, string]
    const other: Author = { id: '5', screen_name: 'finch_example', name: 'Finch' }
    const owner: Author = { id: '4711', screen_name: 'wren_example', name: 'Wren' }
    const original = `Bells & whistles: ${'la '.repeat(60)}`
    await archive.enter(owner)
    await archive.add('4711', [
      {
        type: 'status',
        id: '2050000000000000000',
        text: original,
        author: other,
        url: 'https://x.com',
        reposted_by: owner,
      },
    ])
    const files = archiveOf({
      'tweets.js': tweetsFile([
        tweet(a, `RT @finch_example: ${original.replace('&', '&amp;').slice(0, 110)}…`),
        tweet(b, 'RT @finch_example: Another one'),
      ]),
    })
    const report = await importFrom(await packed(files), archive)
    expect(report).toMatchObject({ found: { reposts: 2 }, added: 1, skipped: { known_reposts: 1 } })
  })

  test('gives a long text to the post that it begins, not to another of that minute', async () => {
    const [a, b, c] = ids(3) as [string, string, string]
    const long = `Tides & trains, <first> part. ${'Water rises and falls, and so on. '.repeat(20)}#tides`
    const escaped = long.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    const note = (text: string, core: object = {}) => ({
      noteTweet: {
        noteTweetId: '1',
        createdAt: new Date(1_288_834_974_657 + Number(BigInt(b) >> 22n)).toISOString(),
        core: { text, ...core },
      },
    })
    const at = long.indexOf('#tides')
    const marks = {
      hashtags: [{ text: 'tides', fromIndex: String(at), toIndex: String(at + 6) }],
      styletags: [{ fromIndex: '0', toIndex: '5', styleTypes: [{ name: 'Bold' }] }],
    }
    const data = {
      'tweets.js': tweetsFile([
        tweet(a, 'Tides &amp; trains'),
        tweet(b, `${escaped.slice(0, 270)}… https://t.co/abcdefghij`),
        tweet(c, 'Something else of the same minute'),
      ]),
      'note-tweet.js': `window.YTD.note_tweet.part0 = ${JSON.stringify([note(long, marks), note('Nobody has begun so')])}`,
    }
    // Cut at first: what a later, whole archive brings makes it whole.
    const { 'note-tweet.js': _, ...without } = data
    await importFrom(await packed(archiveOf(without)), archive)
    expect((await held()).find(({ id }) => id === b)).toMatchObject({ truncated: true, is_note_tweet: true })
    const report = await importFrom(await packed(archiveOf(data)), archive)
    expect(report.notes).toEqual({ found: 1, without_post: 1 })
    const post = (await held()).find(({ id }) => id === b)
    expect(post).toMatchObject({
      text: long,
      is_note_tweet: true,
      raw_text: { text: expect.stringContaining('&lt;first&gt;') },
    })
    expect(post?.truncated).toBeUndefined()
    const tag = post?.raw_text?.facets?.find(({ type }) => type === 'hashtag')
    const [from, to] = tag?.indices ?? []
    expect(post?.raw_text?.text.slice(from, to)).toBe('#tides')
    expect((await held()).find(({ id }) => id === a)?.text).toBe('Tides & trains')
  })

  test('whose owner cannot be told is refused, and so is what is none', async () => {
    const nobody = archiveOf({ 'account.js': 'window.YTD.account.part0 = [ ]', 'tweets.js': tweetsFile([]) })
    await expect(importFrom(await packed(nobody), archive)).rejects.toThrow(/whose it is/)
    await expect(
      importFrom(await packed([{ path: 'a.txt', content: () => ['a'] }]), archive),
    ).rejects.toThrow(/no account archive/)
    const folder = await mkdtemp(join(tmpdir(), 'x-md-account-archive-'))
    await expect(importFrom(folder, archive)).rejects.toThrow(/no account archive/)
    await writeFile(join(folder, 'a.zip'), 'PK, but no zip')
    await expect(importFrom(join(folder, 'a.zip'), archive)).rejects.toThrow(/cannot be read as a zip/)
    await expect(importFrom(join(folder, 'b.zip'), archive)).rejects.toThrow(/There is no/)
  })

  test('with an account file that is lost is told by its manifest', async () => {
    const manifest = { userInfo: { accountId: '12', userName: 'robin_example', displayName: 'Robin' } }
    const files = archiveOf({
      'account.js': 'window.YTD.account.part0 = [{"account":{"user',
      'tweets.js': tweetsFile([tweet(ids(1)[0] as string)]),
      'manifest.js': `window.__THAR_CONFIG = ${JSON.stringify(manifest)}`,
    })
    const report = await importFrom(await packed(files), archive)
    expect(report).toMatchObject({
      handle: 'robin_example',
      added: 1,
      faults: [{ file: 'account.js', fault: 'cut' }],
    })
  })

  test('says which record is no post', async () => {
    const data = tweetsFile([
      { id: 1234567890123456, full_text: 'A number has lost its digits' },
      tweet(ids(1)[0] as string),
    ])
    const report = await importFrom(await packed(archiveOf({ 'tweets.js': data })), archive)
    expect(report.faults).toEqual([{ file: 'tweets.js', fault: 'no-post', at: data.indexOf('{') }])
    expect(await held()).toHaveLength(1)
  })

  test('of which a byte is wrong says so, and gives what its bytes still tell', async () => {
    const many = ids(2_000).map((id) => tweet(id))
    const last = ids(1, 1n << 60n)[0] as string
    const path = await packed(
      archiveOf({
        'tweets.js': tweetsFile(many),
        'tweets-part1.js': tweetsFile([tweet(last)], 1),
      }),
    )
    const bytes = await readFile(path)
    const at = bytes.indexOf('data/tweets.js') + 4_000
    bytes[at] = (bytes[at] as number) ^ 0xff
    await writeFile(path, bytes)
    const report = await importFrom(path, archive)
    expect(report.faults).toEqual([{ file: 'tweets.js', fault: 'damaged', at: expect.any(Number) }])
    const written = new Set(many.map(({ full_text }) => full_text))
    const fromDamaged = (await held()).filter(({ id }) => BigInt(id) > 1n << 60n && id !== last)
    expect(fromDamaged.length).toBeGreaterThan(10)
    expect(fromDamaged.filter(({ text }) => !written.has(text))).toEqual([])
    expect((await held()).some(({ id }) => id === last)).toBe(true)
  })
})
