import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readPhrases } from '@x-md/core/domain/search-words.ts'
import { SqliteArchive } from '@x-md/core/stores/sqlite-archive.ts'
import { keepMany, manyTime, NEEDLES, RARE_WORDS } from '@x-md/core/testing/many-posts.ts'

const KINDS = ['post', 'reply', 'repost'] as const
const POSTS_EACH = 1000
const RANGE = 500
const ROUNDS = 24

export interface Growth {
  small: number
  large: number
  /** Seconds of this process to fill the large one. */
  fillSeconds: number
  /** Milliseconds, the best of all rounds. */
  range: Ratio
  newest: Ratio
  best: Ratio
  /** Megabytes. */
  exportGrowth: number
  exportBytes: number
}

export interface Ratio {
  small: number
  large: number
}

/**
 * Measures what an archive of many accounts takes, beside one of ten thousand posts in the same process, in turn; the
 * best of all rounds counts, since other people's load can only add to it.
 * @param accounts in the large one, of a thousand posts each
 */
export async function archiveGrowth(accounts: number): Promise<Growth> {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-growth-'))
  const small = { archive: new SqliteArchive(join(folder, 'small')), accounts: 10 }
  const large = { archive: new SqliteArchive(join(folder, 'large')), accounts }
  try {
    await keepMany(small.archive, { accounts: small.accounts, posts: POSTS_EACH })
    const before = process.cpuUsage()
    await keepMany(large.archive, { accounts, posts: POSTS_EACH })
    const { user, system } = process.cpuUsage(before)
    const compare = async (work: (one: Filled, round: number) => Promise<number>): Promise<Ratio> => {
      const times: Ratio = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
      for (let round = 0; round < ROUNDS; round++) {
        for (const [name, one] of [['small', small] as const, ['large', large] as const]) {
          const started = performance.now()
          const found = await work(one, round)
          if (found !== NEEDLES) throw new Error(`${found} posts were found in the ${name} archive`)
          times[name] = Math.min(times[name], performance.now() - started)
        }
      }
      return times
    }
    const search = (order: 'newest' | 'best') =>
      compare(async ({ archive }, round) => {
        const phrases = readPhrases(RARE_WORDS[round % RARE_WORDS.length] as string)
        return (await archive.search({ phrases, kinds: KINDS, order, limit: NEEDLES })).finds.length
      })
    const range = await compare(({ archive, accounts: all }, round) =>
      readRange(archive, (round * 7919) % all),
    )
    const newest = await search('newest')
    const best = await search('best')
    return {
      small: small.accounts * POSTS_EACH,
      large: accounts * POSTS_EACH,
      fillSeconds: (user + system) / 1e6,
      range,
      newest,
      best,
      ...(await exportAll(join(folder, 'large'))),
    }
  } finally {
    await small.archive.close()
    await large.archive.close()
    rmSync(folder, { recursive: true })
  }
}

interface Filled {
  archive: SqliteArchive
  accounts: number
}

/** Five hundred posts from the middle of an account's history. */
async function readRange(archive: SqliteArchive, number: number): Promise<number> {
  const held = await archive.find(`keeper_${number}`)
  if (!held) return 0
  const selection = { since: manyTime(number, 250), until: manyTime(number, 250 + RANGE - 1), kinds: KINDS }
  let count = 0
  for await (const _ of archive.posts(held.account, selection, RANGE)) count++
  return count
}

async function exportAll(folder: string): Promise<{ exportGrowth: number; exportBytes: number }> {
  const script = fileURLToPath(new URL('export-memory.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder])
  const { growth, bytes } = JSON.parse(stdout) as { growth: number; bytes: number }
  return { exportGrowth: growth, exportBytes: bytes }
}
