import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Author } from '@x-md/core/domain/author.ts'
import type { Post } from '@x-md/core/domain/post.ts'
import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import { postText, spansToText } from '@x-md/core/render/rich-text.ts'
import { SqliteArchive } from '@x-md/core/stores/sqlite-archive.ts'
import { AWKWARD_LINES, awkwardText, visibleLines } from '@x-md/core/testing/awkward-text.ts'
import { propertyRuns } from '@x-md/core/testing/property-runs.ts'
import { wirePhoto, wirePost } from '@x-md/core/testing/wire-post.ts'
import fc from 'fast-check'
import { micromark } from 'micromark'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type VaultCounts, writeVault } from './vault.ts'

const wren: Author = { id: '11', screen_name: 'wren_example', name: 'Wren [[x]]' }
const finch: Author = { id: '12', screen_name: 'CON', name: 'Finch' }
const DAY = Date.UTC(2026, 4, 30)
const HOUR = 3_600_000
const KINDS = ['post', 'reply', 'repost'] as const

let archive: SqliteArchive
let folder: string
beforeEach(async () => {
  archive = new SqliteArchive(':memory:')
  folder = await mkdtemp(join(tmpdir(), 'x-md-vault-'))
})
afterEach(async () => {
  await archive.close()
  await rm(folder, { recursive: true })
})

const idAt = (hours: number) => msToSnowflake(DAY + hours * HOUR)

function post(author: Author, hours: number, text: string, more: Record<string, unknown> = {}): Post {
  const id = idAt(hours)
  const url = `https://x.com/${author.screen_name}/status/${id}`
  return wirePost({
    id,
    url,
    text,
    author,
    created_timestamp: Math.floor((DAY + hours * HOUR) / 1000),
    ...more,
  })
}

const answering = (author: Author, hours: number) => ({
  replying_to: { screen_name: author.screen_name, status: idAt(hours) },
})

async function keep(author: Author, ...posts: Post[]): Promise<void> {
  const { account } = await archive.enter(author)
  await archive.add(account, posts)
}

async function write(more: Partial<Parameters<typeof writeVault>[0]> = {}): Promise<VaultCounts> {
  const accounts = await Array.fromAsync(archive.accounts())
  return writeVault({
    archive,
    accounts,
    format: 'obsidian',
    folder,
    selection: { kinds: KINDS },
    now: DAY + 10_000 * HOUR,
    overwrite: false,
    onNote: () => undefined,
    ...more,
  })
}

/** Notes of posts, by their paths. */
async function notes(): Promise<Record<string, string>> {
  const paths = await readdir(folder, { recursive: true })
  const found = paths.filter((path) => /^@[^.]*[\\/].*\.md$/.test(path)).sort()
  return Object.fromEntries(
    await Promise.all(found.map(async (path) => [path, await readFile(join(folder, path), 'utf8')])),
  )
}

const nothing = { written: 0, unchanged: 0, edited: 0, removed: 0 }

test('a thread is one note, at the day of its first post, and links lead from note to note', async () => {
  await keep(
    wren,
    post(wren, 0, 'first'),
    post(wren, 30, 'third', answering(wren, 20)),
    post(wren, 20, 'second', answering(wren, 0)),
    post(wren, 40, 'to a stranger', {
      replying_to: { screen_name: 'nobody_example', status: '1900000000000000009' },
    }),
  )
  await keep(
    finch,
    post(finch, 50, 'an answer', answering(wren, 30)),
    post(finch, 60, 'look', { quote: post(wren, 40, 'to a stranger') }),
    post(wren, 0, 'first', { reposted_by: { screen_name: 'CON', name: 'Finch' } }),
  )
  await write()
  const found = await notes()
  expect(Object.keys(found)).toEqual([
    `@con/2026-05/2026-05-30-${idAt(0)}-repost.md`,
    `@con/2026-06/2026-06-01-${idAt(50)}.md`,
    `@con/2026-06/2026-06-01-${idAt(60)}.md`,
    `@wren_example/2026-05/2026-05-30-${idAt(0)}.md`,
    `@wren_example/2026-05/2026-05-31-${idAt(40)}.md`,
  ])
  const [repost, answer, quote, thread] = Object.values(found) as [string, string, string, string]
  expect([...thread.matchAll(/^> (.*)$/gm)].map(([, text]) => text)).toEqual(['first', 'second', 'third'])
  const root = `2026-05-30-${idAt(0)}`
  expect(answer).toContain(`\nAnswers: [[${root}|@wren_example, 2026-05-31]]`)
  expect(repost).toContain(`\nOriginal: [[${root}|@wren_example, 2026-05-30]]`)
  expect(frontMatter(quote)).toMatchObject({ quotes: [`[[2026-05-31-${idAt(40)}]]`], account: '[[@con]]' })
  expect(frontMatter(await readFile(join(folder, '@wren_example.md'), 'utf8'))).toMatchObject({ id: '11' })
})

test('as plain Markdown, the links are paths to files that are there', async () => {
  await keep(wren, post(wren, 0, 'first'))
  await keep(finch, post(finch, 50, 'an answer', answering(wren, 0)))
  await write({ format: 'markdown' })
  const [path, text] = Object.entries(await notes())[0] as [string, string]
  const links = [...text.matchAll(/\]\((\.\.[^)]+)\)/g)].map(([, target]) => target as string)
  expect(links).toHaveLength(2)
  for (const link of links) expect((await stat(join(folder, path, '..', link))).isFile()).toBe(true)
})

describe('a second export', () => {
  const old = new Date(0)
  const touched = async () => {
    const names = Object.keys(await notes())
    const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs))
    return names.filter((_, index) => times[index] !== 0)
  }
  const age = async () => {
    for (const name of Object.keys(await notes())) await utimes(join(folder, name), old, old)
  }

  test('rewrites only new and changed notes', async () => {
    await keep(wren, post(wren, 0, 'one'), post(wren, 1, 'two'), post(wren, 2, 'three'))
    expect(await write()).toMatchObject({ ...nothing, written: 4 })
    await age()
    expect(await write()).toMatchObject({ ...nothing, unchanged: 4 })
    expect(await touched()).toEqual([])
    await keep(
      wren,
      post(wren, 1, 'two', { likes: 5 }),
      post(wren, 3, 'four'),
      post(wren, 4, 'more', answering(wren, 2)),
    )
    // The account's note says how much is kept.
    expect(await write()).toMatchObject({ ...nothing, written: 4, unchanged: 1 })
    expect((await touched()).map((path) => /(\d+)\.md$/.exec(path)?.[1])).toEqual([idAt(1), idAt(2), idAt(3)])
  })

  test('takes away a note whose post has moved into another, in its range, and in no other folder', async () => {
    await keep(wren, post(wren, 100, 'below', answering(wren, 0)), post(wren, 101, 'alone'))
    await write()
    expect(Object.keys(await notes())).toHaveLength(2)
    await keep(wren, post(wren, 0, 'above'))
    const later = { since: DAY + 50 * HOUR, kinds: KINDS }
    expect(await write({ selection: later })).toMatchObject({ removed: 0 })
    await writeFile(join(folder, '@wren_example', '2026-06', '2026-06-03-1.md'), 'mine')
    expect(await write()).toMatchObject({ removed: 1, written: 1 })
    expect(Object.keys(await notes()).map((path) => path.slice(14))).toEqual([
      `2026-05/2026-05-30-${idAt(0)}.md`,
      '2026-06/2026-06-03-1.md',
      `2026-06/2026-06-03-${idAt(101)}.md`,
    ])
  })

  test('leaves alone what somebody has changed, until it is told otherwise', async () => {
    await keep(wren, post(wren, 0, 'one'))
    await write()
    const path = join(folder, Object.keys(await notes())[0] as string)
    await writeFile(path, 'my own words')
    await keep(wren, post(wren, 0, 'one', { likes: 7 }))
    expect(await write()).toMatchObject({ edited: 1, written: 0 })
    expect(await readFile(path, 'utf8')).toBe('my own words')
    expect(await write()).toMatchObject({ edited: 1 })
    expect(await write({ overwrite: true })).toMatchObject({ edited: 0, written: 1 })
    expect(await readFile(path, 'utf8')).toContain('7 likes')
  })

  test('keeps the folder of an account whose handle has changed, and refuses a folder of another format', async () => {
    await keep(wren, post(wren, 0, 'one'))
    await write()
    await archive.enter({ ...wren, screen_name: 'renamed_example' })
    await archive.enter({ id: '13', screen_name: 'wren_example', name: 'Another' })
    await archive.add('13', [post({ ...wren, id: '13' }, 5, 'another')])
    await write()
    expect(Object.keys(await notes()).map((path) => path.split(/[\\/]/)[0])).toEqual([
      '@wren_example-13',
      '@wren_example',
    ])
    await expect(write({ format: 'markdown' })).rejects.toThrow(/holds an export as obsidian/)
  })
})

test("whatever a post says, its note's front matter can be read, and its text comes back", async () => {
  const lines = fc.constantFrom(...AWKWARD_LINES)
  await fc.assert(
    fc.asyncProperty(
      fc.array(awkwardText, { minLength: 1, maxLength: 6 }),
      lines,
      lines,
      async (texts, name, alt) => {
        const author = { ...wren, name }
        const photo = { media: { all: [wirePhoto('1', { altText: alt })] } }
        await keep(author, ...texts.map((text, hours) => post(author, hours, text, photo)))
        await write()
        const found = Object.entries(await notes())
        for (const index of texts.keys()) {
          const note = found.find(([path]) => path.includes(idAt(index)))?.[1] ?? ''
          expect(frontMatter(note)).toMatchObject({ id: idAt(index), account: '[[@wren_example]]' })
          expect(textOf(note)).toEqual(plain(post(author, index, texts[index] as string)))
        }
      },
    ),
    { ...propertyRuns(25), interruptAfterTimeLimit: 60_000 },
  )
})

function frontMatter(note: string): Record<string, unknown> {
  return parse(/^---\n([\s\S]*?)\n---\n/.exec(note)?.[1] ?? '') as Record<string, unknown>
}

const withoutClosers = (lines: string[]) =>
  lines.map((line) => line.replace(/[\u202c\u2069]/g, '').trim()).filter(Boolean)

/** The words behind the first fence, as a reader of Markdown shows them; Obsidian's own signs are escaped as any. */
function textOf(note: string): string[] {
  const html = micromark(note.replace(/^---\n[\s\S]*?\n---\n/, ''))
  return withoutClosers(visibleLines(/<blockquote>([\s\S]*?)<\/blockquote>/.exec(html)?.[1] ?? ''))
}

function plain(of: Post): string[] {
  const lines = spansToText(postText(of))
    .replace(/\u00a0|\t/g, ' ')
    .split('\n')
  return withoutClosers(lines.map((line) => line.trim()))
}
