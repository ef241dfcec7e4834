import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPost, type Post, type ThreadItem, type Tombstone } from '../domain/post.ts'
import { wirePost } from '../testing/wire-post.ts'
import { type AssembleOptions, assembleConversation } from './assemble-conversation.ts'

const post = (id: number, parent?: number, handle = 'ada', likes = 0): Post =>
  wirePost({
    id: String(id),
    author: { id: handle, screen_name: handle },
    likes,
    created_timestamp: id,
    replying_to: parent === undefined ? null : { screen_name: 'ada', status: String(parent) },
  })
const tombstone = (id: number): Tombstone => ({ type: 'tombstone', id: String(id), reason: 'deleted' })

const options: AssembleOptions = { context: 'full', replies: 'top', max: 100, maxReplies: 100 }

const outline = (items: readonly ThreadItem[]) => items.map((item) => `${item.context} ${item.id}`)

test('parents, post, thread and replies, each in its order', () => {
  const focus = post(3, 2)
  const own = { post: focus, thread: [post(1), post(2, 1), focus, post(4, 3), post(6, 4)] }
  const around = {
    post: focus,
    thread: [post(1), post(2, 1), focus],
    replies: [post(5, 3, 'bo', 1), post(7, 3, 'cy', 9), post(8, 5, 'di'), post(4, 3), post(5, 3, 'bo', 1)],
  }
  const { items, warnings } = assembleConversation(own, around, options)
  expect(outline(items)).toEqual([
    'parent 1',
    'parent 2',
    'post 3',
    'thread 4',
    'thread 6',
    'reply 7',
    'reply 5',
  ])
  expect(warnings).toEqual([])
  const recent = assembleConversation(own, around, { ...options, replies: 'recent', maxReplies: 1 })
  expect(outline(recent.items).slice(5)).toEqual(['reply 7'])
  expect(recent.warnings).toEqual([
    'Replies limited to 1 of the 2 that were read; max_posts up to 100 shows more.',
  ])
  expect(outline(assembleConversation(own, around, { ...options, context: 'thread' }).items)).toEqual(
    outline(items).slice(0, 5),
  )
})

test('context=thread leaves out parents by others', () => {
  const focus = post(3, 2)
  const own = { post: focus, thread: [post(1, undefined, 'bo'), post(2, 1), focus] }
  expect(outline(assembleConversation(own, undefined, { ...options, context: 'thread' }).items)).toEqual([
    'parent 2',
    'post 3',
  ])
})

test('tombstones stay in place and are named', () => {
  const focus = post(5, 4)
  const own = {
    post: focus,
    thread: [post(1), tombstone(2), focus, post(6, 5), tombstone(7), post(8, 7), post(9, 8)],
  }
  const { items, warnings } = assembleConversation(own, undefined, options)
  expect(outline(items)).toEqual([
    'parent 1',
    'parent 2',
    'post 5',
    'thread 6',
    'thread 7',
    'thread 8',
    'thread 9',
  ])
  expect(warnings).toEqual(['Posts of the thread are unavailable: 2, 7.'])
})

describe('a post that is missing from the thread', () => {
  const chainBelow = (...thread: ThreadItem[]) => {
    const focus = post(10)
    const { items, warnings } = assembleConversation(
      { post: focus, thread: [focus, ...thread] },
      undefined,
      options,
    )
    return { ids: items.slice(1).map(({ id }) => id ?? '?'), warnings }
  }
  const { id: _, ...nameless } = tombstone(0)
  test.each([
    [
      'two tombstones in a row',
      [tombstone(11), tombstone(12), post(13, 12), post(14, 13)],
      ['11', '12', '13', '14'],
    ],
    ['a tombstone without an id', [nameless, post(12, 11), post(13, 12)], ['?', '12', '13']],
    ['no tombstone at all', [post(12, 11), post(13, 12)], ['12', '13']],
    ['a post that does not say what it answers', [post(11), post(12, 11)], ['11', '12']],
    [
      'a branch with posts of its own',
      [post(11, 10), post(12, 10), post(13, 12), post(14, 11)],
      ['11', '14'],
    ],
  ] as [string, ThreadItem[], string[]][])('%s', (_, thread, ids) => {
    expect(chainBelow(...thread).ids).toEqual(ids)
  })
  test('is said', () => {
    expect(chainBelow(post(12, 11), post(13, 12)).warnings).toEqual([
      'The thread has a gap: a post not read (11).',
    ])
  })
})

test('a branch of the author is not mixed in', () => {
  const focus = post(1)
  const own = { post: focus, thread: [focus, post(2, 1), post(3, 1), post(4, 2), post(5, 3)] }
  expect(outline(assembleConversation(own, undefined, options).items)).toEqual([
    'post 1',
    'thread 2',
    'thread 4',
  ])
})

test('a beginning that was not read is said', () => {
  const { warnings } = assembleConversation({ post: post(3, 2), thread: [post(3, 2)] }, undefined, options)
  expect(warnings).toEqual([
    'The conversation begins above what is shown, with a post that was not read (2).',
  ])
})

describe('under any cap', () => {
  /** A chain of the author with a focus somewhere, and replies by others. */
  const conversations = fc
    .record({
      length: fc.integer({ min: 1, max: 40 }),
      replies: fc.integer({ min: 0, max: 20 }),
      at: fc.nat(),
    })
    .map(({ length, replies, at }) => {
      const chain = Array.from({ length }, (_, index) => post(index + 1, index || undefined))
      const focus = chain[at % length] as Post
      const answers = Array.from({ length: replies }, (_, index) =>
        post(1000 + index, Number(focus.id), `r${index}`, index),
      )
      return {
        focus,
        own: { post: focus, thread: chain },
        around: { post: focus, thread: chain.slice(0, (at % length) + 1), replies: answers },
      }
    })
  test('the requested post is in it, nothing twice, in order, and nearer posts before farther ones', () => {
    fc.assert(
      fc.property(conversations, fc.integer({ min: 2, max: 60 }), ({ focus, own, around }, max) => {
        const { items, warnings } = assembleConversation(own, around, { ...options, max })
        const ids = items.map(({ id }) => Number(id))
        const chain = items.filter(({ context }) => context !== 'reply').map(({ id }) => Number(id))
        expect(items.filter(({ context }) => context === 'post').map(({ id }) => id)).toEqual([focus.id])
        expect(new Set(ids).size).toBe(ids.length)
        expect(items.length).toBe(Math.min(max, own.thread.length + around.replies.length))
        // The chain has no hole: what is left out is what is farthest.
        expect(chain).toEqual(chain.map((_, index) => (chain[0] as number) + index))
        expect(warnings.includes(`Thread truncated to ${max} posts.`)).toBe(own.thread.length > max)
        expect(items.every((item) => isPost(item))).toBe(true)
      }),
    )
  })
})
