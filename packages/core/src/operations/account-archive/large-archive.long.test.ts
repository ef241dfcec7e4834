import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { accountArchive, recordText } from '@x-md/sandbox/account-archive/archive.ts'
import { archiveTweet } from '@x-md/sandbox/account-archive/tweet.ts'
import type { Account, Post } from '@x-md/sandbox/world/model.ts'
import { World } from '@x-md/sandbox/world/world.ts'
import { expect, test } from 'vitest'
import { SqliteArchive } from '../../stores/sqlite-archive.ts'
import type { AccountArchiveReport } from './import-account-archive.ts'
import { packed } from './testing/pack.ts'

const COUNT = 100_000
const PART = 25_000
const CHILD = fileURLToPath(new URL('./testing/import-child.ts', import.meta.url))

test('an archive of 100,000 posts is imported in bounded memory, and twice without a duplicate', async () => {
  const world = new World()
  const account = world.accountByHandle('vera_ostrowin') as Account
  const small = accountArchive(world, account)
  const own = world.timeline(account).filter((id) => !world.post(id)?.repostOf)
  // The same words many times over, each under an id of its own, at all kinds of times.
  const records = function* (part: number) {
    for (let index = part * PART; index < (part + 1) * PART; index++) {
      const record = archiveTweet(world, world.post(own[index % own.length] as string) as Post)
      const id = String(1_400_000_000_000_000_000n + BigInt(index) * 7_340_033_000n)
      yield { tweet: { ...record, id, id_str: id, full_text: `${index}: ${record.full_text}` } }
    }
  }
  const parts = Array.from({ length: COUNT / PART }, (_, part) => ({
    path: `data/tweets${part > 0 ? `-part${part}` : ''}.js`,
    content: () => recordText(`YTD.tweets.part${part}`, records(part)),
  }))
  const path = await packed([...small.filter(({ path }) => path === 'data/account.js'), ...parts])
  const warmUp = await packed(small)
  const folder = await mkdtemp(join(tmpdir(), 'x-md-large-archive-'))
  const run = async () => {
    const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', CHILD, path, warmUp, folder]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return JSON.parse(stdout) as { grownBy: number; report: AccountArchiveReport }
  }
  const first = await run()
  expect(first.report).toMatchObject({ added: COUNT, faults: [] })
  const second = await run()
  expect(second.report).toMatchObject({ added: 0, faults: [] })
  expect(second.report.found).toEqual(first.report.found)
  const archive = new SqliteArchive(folder)
  expect(await archive.count(account.id, { kinds: ['post', 'reply', 'repost'] })).toBe(COUNT)
  await archive.close()
  expect(Math.max(first.grownBy, second.grownBy)).toBeLessThan(100)
})
