import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { compareIds } from '../domain/snowflake.ts'
import { parsePostRequest } from '../request/post-request.ts'
import { createContext } from './create-context.ts'
import { getPost } from './get-post.ts'

/** A thread of 150 posts with a deleted one in the middle and two branches, read from every part of it. */

interface Example {
  kind: string
  handle: string
  id: string
  thread: { id: string; gone?: string }[]
  branches: { id: string }[]
}

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let made: ReturnType<typeof createContext>
let main: Example

beforeAll(async () => {
  sandbox = await startSandbox()
  made = createContext(
    loadConfig({
      LOG_LEVEL: 'silent',
      FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
      SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
    }),
  )
  const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as { examples: Example[] }
  main = world.examples.find(({ kind }) => kind === 'thread/long') as Example
})
afterAll(async () => {
  await made.close()
  await sandbox.close()
})

const PLACES: readonly [string, (ids: string[]) => string][] = [
  ['the first post', (ids) => ids[0] as string],
  ['the post before the gap', (ids) => ids[ids.indexOf(gap()) - 1] as string],
  ['the post after the gap', (ids) => ids[ids.indexOf(gap()) + 1] as string],
  ['a post in the middle of the rest', (ids) => ids[110] as string],
  ['the last post', (ids) => ids.at(-1) as string],
]
const gap = () => main.thread.find(({ gone }) => gone)?.id as string

describe.each(PLACES)('from %s', (_, place) => {
  test.each([2, 20, 100])('at most %i posts', async (max) => {
    const ids = main.thread.map(({ id }) => id)
    const id = place(ids)
    const { posts, warnings } = await getPost.run(
      parsePostRequest({ handle: main.handle, id, max_posts: String(max), replies: 'off' }),
      made.context,
    )
    const read = posts.map((post) => post.id as string)
    expect(read).toContain(id)
    expect(read.length).toBeLessThanOrEqual(max)
    expect(read).toEqual([...read].sort(compareIds))
    // Nothing of a branch, and no hole but the one that is shown.
    const first = ids.indexOf(read[0] as string)
    expect(read).toEqual(ids.slice(first, first + read.length))
    const holdsGap = read.includes(gap())
    expect(posts.some(({ type }) => type === 'tombstone')).toBe(holdsGap)
    expect(warnings.some((warning) => warning.includes(gap()))).toBe(holdsGap)
    expect(warnings.includes(`Thread truncated to ${max} posts.`)).toBe(read.length === max)
  })
})

describe('a thread that a deleted post cuts for those who ask above it', () => {
  const readAll = () =>
    getPost.run(
      parsePostRequest({
        handle: main.handle,
        id: main.thread[0]?.id as string,
        max_posts: '100',
        replies: 'off',
        nocache: '1',
      }),
      made.context,
    )
  test('goes on below it, with the gap shown', async () => {
    const { posts, warnings } = await readAll()
    expect(posts.map(({ id }) => id)).toEqual(main.thread.slice(0, 100).map(({ id }) => id))
    expect(posts[main.thread.findIndex(({ gone }) => gone)]?.type).toBe('tombstone')
    expect(warnings).toContain(`A post of the thread is unavailable: ${gap()}.`)
  })
  test('ends there when X cannot be searched, and says so', async () => {
    await fetch(`${sandbox.url}/_sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify([{ kind: 'search-down' }]),
    })
    const { posts, warnings } = await readAll()
    expect(posts).toHaveLength(main.thread.findIndex(({ gone }) => gone))
    expect(warnings).toEqual([
      `Whether the thread goes on below post ${posts.at(-1)?.id} could not be found out.`,
    ])
    await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: '[]' })
  })
})

describe('when upstream gives a part of the thread only', () => {
  const strike = (...faults: object[]) =>
    fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(faults) })
  afterEach(() => strike())
  const readFrom = async (index: number) => {
    const ids = main.thread.map(({ id }) => id)
    const options = { handle: main.handle, id: ids[index], max_posts: '100', replies: 'off', nocache: '1' }
    const { posts, warnings } = await getPost.run(parsePostRequest(options), made.context)
    return { read: posts.map(({ id }) => ids.indexOf(id as string) + 1), posts, warnings }
  }
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

  test('a thread that goes on is followed to its end', async () => {
    await strike({ kind: 'thread-cut', rows: 20 })
    const { read, warnings } = await readFrom(0)
    expect(read).toEqual(numbers(1, 100))
    expect(warnings).toContain('Thread truncated to 100 posts.')
    const long = await readFrom(90)
    expect(long.read).toEqual(numbers(41, 140))
    expect(long.warnings).toContain('Thread truncated to 100 posts.')
  })
  test('only so far, and that is said', async () => {
    await strike({ kind: 'thread-cut', rows: 2 })
    const { read, warnings } = await readFrom(90)
    expect(read).toEqual(numbers(20, 119))
    expect(warnings).toContain('The thread is longer: it was followed for 12 steps.')
  })
  test('posts that one answer dropped are asked for again', async () => {
    await strike({ kind: 'posts-dropped', share: 0.1 })
    const { read, posts } = await readFrom(40)
    // What stands at the very end of the first page cannot be missed by anybody.
    expect(read).toEqual(numbers(1, read.length))
    expect(read.length).toBeGreaterThan(60)
    expect(posts.filter(({ type }) => type !== 'status').map(({ id }) => id)).toEqual([gap()])
  })
  test('what is above the first post that was given is asked for, too', async () => {
    const ids = main.thread.map(({ id }) => id)
    const thread = async (id: string | undefined) =>
      (await (await fetch(`${sandbox.url}/fxtwitter/2/thread/${id}`)).json()) as { thread: unknown[] }
    const body = await thread(ids[40])
    await fetch(`${sandbox.url}/_sandbox/overrides`, {
      method: 'PUT',
      body: JSON.stringify({
        path: `/fxtwitter/2/thread/${ids[40]}`,
        status: 200,
        body: { ...body, thread: body.thread.slice(30) },
        times: 1,
      }),
    })
    await strike({ kind: '5xx', path: `/2/conversation/${ids[40]}` })
    const { read } = await readFrom(40)
    expect(read).toEqual(numbers(1, 100))
  })
})

test('a branch is read as the chain that leads to it', async () => {
  const branch = main.branches[0]?.id as string
  const { posts } = await getPost.run(
    parsePostRequest({ handle: main.handle, id: branch, max_posts: '100', replies: 'off' }),
    made.context,
  )
  const index = posts.findIndex(({ id }) => id === branch)
  expect(posts[index]?.context).toBe('post')
  const parents = posts.slice(0, index).map(({ id }) => id)
  expect(parents).toEqual(main.thread.slice(0, parents.length).map(({ id }) => id))
})
