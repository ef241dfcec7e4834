import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createSandbox } from '../app.ts'
import type { Account } from '../world/model.ts'
import { World } from '../world/world.ts'
import { accountArchive } from './archive.ts'
import type { ArchiveNote, ArchiveTweet } from './wire.ts'

const world = new World()
const account = world.accountByHandle('tobin_averell7') as Account
const files = accountArchive(world, account, { postsPerPart: 300 })

/** Runs a data file as the page in an archive does. */
function run(path: string): unknown {
  const YTD = new Proxy({} as Record<string, object>, { get: (all, name: string) => (all[name] ??= {}) })
  const window: Record<string, unknown> = { YTD }
  runInNewContext([...(files.find((file) => file.path === path)?.content() ?? [])].join(''), { window })
  const [, kind = '', part = ''] = /^data\/([a-z-]+?)(?:-part(\d+))?\.js$/.exec(path) ?? []
  return kind === 'manifest'
    ? window.__THAR_CONFIG
    : (YTD[kind.replaceAll('-', '_')] as Record<string, unknown>)[`part${part || 0}`]
}

test('every file of an archive runs as a script, and holds as many records as the manifest says', () => {
  const manifest = run('data/manifest.js') as {
    dataTypes: Record<string, { files: { fileName: string; count: string }[] }>
  }
  const listed = Object.values(manifest.dataTypes).flatMap((type) => type.files)
  expect(listed.length).toBeGreaterThan(7)
  for (const { fileName, count } of listed)
    expect((run(fileName) as object[]).length, fileName).toBe(Number(count))
})

test('numbers are texts, reposts are cut, descriptions of pictures are not there', () => {
  const tweets = (run('data/tweets.js') as { tweet: ArchiveTweet }[]).map(({ tweet }) => tweet)
  const text = JSON.stringify(tweets)
  expect(text).not.toContain('ext_alt_text')
  expect(text).not.toMatch(/"(?:indices|display_text_range)":\[\d/)
  const reposts = tweets.filter(({ full_text }) => full_text.startsWith('RT @'))
  expect(reposts.some(({ full_text }) => full_text.endsWith('…'))).toBe(true)
  for (const { full_text, entities } of tweets) {
    expect(Array.from(full_text).length).toBeLessThan(2_000)
    for (const { indices, url } of entities.urls) {
      expect(Array.from(full_text).slice(Number(indices[0]), Number(indices[1])).join('')).toBe(url)
    }
  }
})

test('a note names no post, and its marks stand where they say, escaped or not', () => {
  const notes = (run('data/note-tweet.js') as { noteTweet: ArchiveNote }[]).map(({ noteTweet }) => noteTweet)
  expect(notes.length).toBeGreaterThan(3)
  for (const { noteTweetId, core } of notes) {
    expect(world.post(noteTweetId)).toBeUndefined()
    for (const { shortUrl, fromIndex, toIndex } of core.urls) {
      expect(Array.from(core.text).slice(Number(fromIndex), Number(toIndex)).join('')).toBe(shortUrl)
    }
  }
})

test('it is to be had as a zip', async () => {
  const { app } = createSandbox()
  const answer = await app.request('/_sandbox/archive/dorin_juddoc44.zip')
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4)).toBe('PK\x03\x04')
  expect((await app.request('/_sandbox/archive/nobody_here.zip')).status).toBe(404)
})
