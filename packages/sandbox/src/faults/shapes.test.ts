import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../doors/fxtwitter/testing.ts'
import { startFaulty } from './testing.ts'

let sandbox: Awaited<ReturnType<typeof startFaulty>>
beforeAll(async () => {
  sandbox = await startFaulty()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.faults())

const json = async (path: string) => (await (await sandbox.ask(`/fxtwitter${path}`)).json()) as Answer
const ids = (rows: { id?: string }[]) => rows.map(({ id }) => id)
const slice = (text: string, [from, to]: [number, number]) => Array.from(text).slice(from, to).join('')

describe('faults of the shape', () => {
  test('conversation-page-2-404 is the habit, and fixed ends it', async () => {
    const path = `/2/conversation/${sandbox.idOf('crowd')}`
    const { cursor } = await json(path)
    const next = `${path}?cursor=${encodeURIComponent(cursor?.bottom ?? '')}`
    expect((await json(next)).code).toBe(404)
    await sandbox.faults(
      { kind: 'conversation-page-2-404', fixed: true },
      { kind: 'conversation-page-2-404', count: 1 },
    )
    expect((await json(path)).code).toBe(200)
    expect((await json(next)).code).toBe(404)
    const page = await json(next)
    expect([page.code, page.replies.length > 0]).toEqual([200, true])
  })

  test('replies-shuffled: the same answers, another order each time', async () => {
    const path = `/2/conversation/${sandbox.idOf('crowd')}`
    const plain = ids((await json(path)).replies)
    await sandbox.faults({ kind: 'replies-shuffled' })
    const first = ids((await json(path)).replies)
    const second = ids((await json(path)).replies)
    expect(first).not.toEqual(plain)
    expect(second).not.toEqual(first)
    expect(first.toSorted()).toEqual(plain.toSorted())
  })

  test('posts-dropped: rows are missing, the rest keeps its order', async () => {
    const path = `/2/thread/${sandbox.idOf('river-1')}`
    const plain = await json(path)
    await sandbox.faults({ kind: 'posts-dropped', share: 0.1 })
    const { thread, status } = await json(path)
    expect(status).toEqual(plain.status)
    expect(thread.length).toBeLessThan(plain.thread.length)
    expect(thread.length).toBeGreaterThan(plain.thread.length * 0.7)
    const kept = new Set(ids(thread))
    expect(ids(thread)).toEqual(ids(plain.thread).filter((id) => kept.has(id)))
  })

  test('thread-cut: the thread ends early, wherever it is asked for', async () => {
    const plain = ids((await json(`/2/thread/${sandbox.idOf('river-10')}`)).thread)
    await sandbox.faults({ kind: 'thread-cut', rows: 5 })
    expect(ids((await json(`/2/thread/${sandbox.idOf('river-10')}`)).thread)).toEqual(plain.slice(0, 15))
    expect(ids((await json(`/2/thread/${sandbox.idOf('river-15')}`)).thread)).toEqual(plain.slice(0, 20))
  })

  test('long-posts-cut on the named path only', async () => {
    const long = sandbox.world.named.filter(({ kind, post }) => kind && post.long && !post.gone)
    expect(long.length).toBeGreaterThan(5)
    await sandbox.faults({ kind: 'long-posts-cut', path: '/2/status/*' })
    for (const { post } of long) {
      const { status } = await json(`/2/status/${post.id}`)
      expect(status.is_note_tweet).toBe(false)
      expect(status.raw_text.text).toMatch(/… https:\/\/t\.co\/\w{10}$/)
      expect(status.text).toMatch(/…$/)
      expect(Array.from(status.raw_text.text).length).toBeLessThan(310)
      for (const { type, indices, original } of status.raw_text.facets) {
        const literal = slice(status.raw_text.text, indices)
        expect([type, literal.replace(/^[@#＠＃$]/, '').toLowerCase()]).toEqual([
          type,
          original?.toLowerCase(),
        ])
      }
      const row = (await json(`/2/thread/${post.id}`)).thread.find(({ id }) => id === post.id)
      expect(row).toMatchObject({ is_note_tweet: true })
      const opening = Array.from(status.text).slice(0, 60).join('').replace(/…$/, '')
      expect((row as Answer['status']).text.startsWith(opening)).toBe(true)
    }
  })

  test('fields-dropped: never what a post is or says', async () => {
    await sandbox.faults({ kind: 'fields-dropped' })
    const seen = new Set<string>()
    for (let turn = 0; turn < 12; turn++) {
      const { status } = await json('/2/status/20')
      expect(status).toMatchObject({
        id: '20',
        type: 'status',
        url: 'https://x.com/jack/status/20',
        text: 'just setting up my twttr',
        created_at: 'Tue Mar 21 20:50:14 +0000 2006',
        author: { id: '12', screen_name: 'jack' },
      })
      seen.add(Object.keys(status).sort().join(' '))
    }
    expect(seen.size).toBeGreaterThan(4)
    await sandbox.faults({ kind: 'fields-dropped', fields: ['raw_text'] })
    const answers = await Promise.all(Array.from({ length: 12 }, () => json('/2/status/20')))
    const without = answers.filter(({ status }) => !('raw_text' in status)).length
    expect(without).toBeGreaterThan(0)
    expect(without).toBeLessThan(12)
  })

  test('indices-utf16 and indices-mixed move only what stands after an astral letter', async () => {
    const path = `/2/status/${sandbox.idOf('text/astral-before-facets')}`
    const { status } = await json(path)
    const plain = status.raw_text.facets.map(({ indices }) => slice(status.raw_text.text, indices))
    await sandbox.faults({ kind: 'indices-utf16' })
    const utf16 = (await json(path)).status.raw_text
    expect(utf16.facets.map(({ indices: [from, to] }) => utf16.text.slice(from, to))).toEqual(plain)
    expect(utf16.facets).not.toEqual(status.raw_text.facets)
    await sandbox.faults({ kind: 'indices-mixed' })
    const units = new Set<string>()
    for (let turn = 0; turn < 20; turn++) {
      const { text, facets } = (await json(path)).status.raw_text
      for (const [index, { indices }] of facets.entries()) {
        const [from, to] = indices
        const unit = slice(text, indices) === plain[index] ? 'code points' : 'utf16'
        if (unit === 'utf16') expect(text.slice(from, to)).toBe(plain[index])
        units.add(unit)
      }
    }
    expect([...units].toSorted()).toEqual(['code points', 'utf16'])
  })

  test('several strike at once, and the door is as before when they end', async () => {
    const path = `/2/conversation/${sandbox.idOf('crowd')}`
    const plain = await json(path)
    await sandbox.faults(
      { kind: 'posts-dropped' },
      { kind: 'fields-dropped' },
      { kind: 'wrong-content-type', headers: { 'x-extra': '1' } },
    )
    const answer = await sandbox.ask(`/fxtwitter${path}`)
    expect(answer.headers.get('x-extra')).toBe('1')
    expect(((await answer.json()) as Answer).replies.length).toBeLessThan(plain.replies.length)
    await sandbox.faults()
    expect(await json(path)).toEqual(plain)
  })
})
