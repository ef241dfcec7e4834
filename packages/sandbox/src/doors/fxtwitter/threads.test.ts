import { describe, expect, test } from 'vitest'
import { openDoor } from './testing.ts'
import type { WireStatus, WireTombstone } from './wire.ts'

const { app, world, json } = openDoor()
const byKey = (key: string) => world.named.find((one) => one.key === key)!.post.id
const ids = (list: (WireStatus | WireTombstone)[]) => list.map((item) => item.id)
const river = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => byKey(`river-${from + i}`))

describe('/2/thread', () => {
  test('the whole chain from any of its posts, oldest first', async () => {
    const whole = ['ferry-1', 'ferry-2', 'ferry-3', 'ferry-4'].map(byKey)
    for (const id of whole) {
      const answer = await json(`/2/thread/${id}`)
      expect(ids(answer.thread)).toEqual(whole)
      expect(answer.status.id).toBe(id)
      expect(answer.author).toEqual(answer.status.author)
    }
  })

  test('a deleted middle ends the way down and is a tombstone on the way up', async () => {
    expect(ids((await json(`/2/thread/${byKey('river-1')}`)).thread)).toEqual(river(1, 74))
    const { thread } = await json(`/2/thread/${byKey('river-150')}`)
    expect(ids(thread)).toEqual(river(1, 150))
    expect(thread.filter(({ type }) => type === 'tombstone')).toEqual([
      {
        type: 'tombstone',
        provider: 'twitter',
        reason: 'deleted',
        message: 'This post is deleted',
        id: byKey('river-75'),
        url: `https://x.com/i/status/${byKey('river-75')}`,
      },
    ])
  })

  test('another branch is not in it', async () => {
    expect(ids((await json(`/2/thread/${byKey('east-2')}`)).thread)).toEqual([
      ...river(1, 20),
      byKey('east-1'),
      byKey('east-2'),
      byKey('east-3'),
    ])
    expect(ids((await json(`/2/thread/${byKey('branchy-1')}`)).thread)).toEqual(
      ['branchy-1', 'branchy-2a', 'branchy-3a'].map(byKey),
    )
  })

  test('ends below a post by another author, and holds one post at least', async () => {
    expect(ids((await json(`/2/thread/${byKey('under-another-3')}`)).thread)).toEqual(
      ['under-another-2', 'under-another-3'].map(byKey),
    )
    expect(ids((await json(`/2/thread/${byKey('alone')}`)).thread)).toEqual([byKey('alone')])
  })

  test('a gone post above stands as a tombstone, whosever it was', async () => {
    for (const [key, above, reason] of [
      ['headless-3', ['headless-1', 'headless-2'], 'deleted'],
      ['reply-to-a-deleted-post', ['ref-deleted'], 'deleted'],
      ['reply-to-a-suspended-account', ['ref-suspended'], 'suspended'],
      ['reply-to-a-protected-account', ['ref-protected'], 'private'],
    ] as const) {
      const { thread } = await json(`/2/thread/${byKey(key)}`)
      expect(ids(thread)).toEqual([...above.map(byKey), byKey(key)])
      expect(thread[0]).toMatchObject({ type: 'tombstone', reason })
    }
  })

  test('its rows carry no mosaic', async () => {
    const id = byKey('media-four-photos')
    const { status, thread } = await json(`/2/thread/${id}`)
    expect(status.media).toHaveProperty('mosaic')
    expect((thread[0] as WireStatus).media).not.toHaveProperty('mosaic')
  })
})

describe('/2/conversation', () => {
  test('everyone above, tombstones too, and the post itself', async () => {
    const { thread, replies, cursor } = await json(`/2/conversation/${byKey('talk-24')}`)
    expect(ids(thread)).toEqual(Array.from({ length: 24 }, (_, i) => byKey(`talk-${i + 1}`)))
    expect(thread[12]?.type).toBe('tombstone')
    expect([replies, cursor]).toEqual([[], null])
  })

  test('answers: readable ones, those below them too, in no order', async () => {
    const { replies, cursor } = await json(`/2/conversation/${byKey('ferry-1')}`)
    expect(new Set(ids(replies))).toEqual(
      new Set(
        [
          'ferry-2',
          'ferry-3',
          'ferry-4',
          'ferry-reply-1',
          'ferry-reply-2',
          'ferry-reply-3',
          'ferry-reply-4',
        ].map(byKey),
      ),
    )
    expect(cursor).toBeNull()
  })

  test('the ranking decides what is on the first page', async () => {
    const likes = await json(`/2/conversation/${byKey('crowd')}`)
    const recent = await json(`/2/conversation/${byKey('crowd')}?ranking_mode=recency`)
    expect(likes.cursor?.bottom?.length).toBeGreaterThan(80)
    expect(new Set(ids(likes.replies))).not.toEqual(new Set(ids(recent.replies)))
    const again = await json(`/2/conversation/${byKey('crowd')}`)
    expect(ids(again.replies)).toEqual(ids(likes.replies))
  })

  test('the second page is not found, as with the public one', async () => {
    const { cursor } = await json(`/2/conversation/${byKey('crowd')}`)
    const next = await json(
      `/2/conversation/${byKey('crowd')}?cursor=${encodeURIComponent(cursor?.bottom ?? '')}`,
    )
    expect(next).toEqual({ status: null, thread: null, replies: null, author: null, cursor: null, code: 404 })
  })

  test('without that habit, the pages hold every readable answer once', async () => {
    await app.request('/_sandbox/faults', {
      method: 'POST',
      body: JSON.stringify([{ kind: 'conversation-page-2-404', fixed: true }]),
    })
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 20; page++) {
      const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''
      const answer = await json(`/2/conversation/${byKey('crowd')}${query}`)
      seen.push(
        ...answer.replies.filter((reply) => reply.replying_to?.status === byKey('crowd')).map(({ id }) => id),
      )
      if (!answer.cursor?.bottom) break
      cursor = answer.cursor.bottom
    }
    const readable = world.named
      .filter(({ key, post }) => /^crowd-answer-/.test(key) && !post.gone)
      .map(({ post }) => post.id)
    expect(seen.toSorted()).toEqual(readable.toSorted())
  })
})
