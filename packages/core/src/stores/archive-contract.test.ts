import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Author } from '../domain/author.ts'
import type { Post } from '../domain/post.ts'
import { msToSnowflake } from '../domain/snowflake.ts'
import type { Archive } from './archive.ts'
import { IN_MEMORY } from './data-file.ts'
import { SqliteArchive } from './sqlite-archive.ts'

const author = (id: string, handle: string): Author => ({ id, screen_name: handle, name: handle })
const DAY = Date.UTC(2026, 5, 1)

function post(who: Author, minutes: number, text = `Minute ${minutes}`): Post {
  const id = String(msToSnowflake(DAY + minutes * 60_000))
  return {
    type: 'status',
    id,
    text,
    author: who,
    url: `https://x.com/${who.screen_name}/status/${id}`,
  } as Post
}

const ALL = { kinds: ['post', 'reply', 'repost'] } as const

describe.each(['sqlite', 'memory'])('an archive in %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-archive-'))
  let archive: Archive
  beforeAll(() => {
    archive = new SqliteArchive(kind === 'memory' ? IN_MEMORY : folder)
  })
  afterAll(async () => {
    await archive.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const textsOf = async (account: string) =>
    (await Array.fromAsync(archive.posts(account, ALL, 100))).map(({ text }) => text)

  test('a post that is added once more is renewed, unless only new ones are meant', async () => {
    const who = author('11', 'wren_example')
    const { account } = await archive.enter(who)
    await archive.add(account, [post(who, 1)])
    await archive.add(account, [post(who, 1, 'Poorer'), post(who, 2)], undefined, { isOnlyNew: true })
    expect(await textsOf(account)).toEqual(['Minute 2', 'Minute 1'])
    await archive.add(account, [post(who, 1, 'Renewed')])
    expect(await textsOf(account)).toEqual(['Minute 2', 'Renewed'])
  })

  test('posts that say nothing of what else there was leave what is covered as it is', async () => {
    const who = author('12', 'covered_example')
    const { account } = await archive.enter(who)
    await archive.add(account, [post(who, 1)], { lo: 5n, hi: 9n })
    await archive.add(account, [post(who, 2)])
    expect((await archive.find('Covered_Example'))?.covered).toEqual([{ lo: 5n, hi: 9n }])
  })

  test('all accounts are listed, and one that is deleted is gone with all that was kept of it', async () => {
    const [one, other] = [author('21', 'first_example'), author('22', 'second_example')]
    for (const who of [one, other]) {
      const { account } = await archive.enter(who)
      await archive.add(account, [post(who, 1), post(who, 2)], { lo: 0n, hi: 9n })
    }
    const listed = async () => (await Array.fromAsync(archive.accounts())).map(({ account }) => account)
    expect(await listed()).toEqual(expect.arrayContaining(['21', '22']))
    expect(await archive.delete('21')).toBe(2)
    expect(await archive.delete('21')).toBe(0)
    expect(await listed()).not.toContain('21')
    expect(await archive.find('first_example')).toBeUndefined()
    expect((await archive.summary('21')).count).toBe(0)
    expect(await textsOf('22')).toEqual(['Minute 2', 'Minute 1'])
    expect((await archive.enter(one)).covered).toEqual([])
  })
})
