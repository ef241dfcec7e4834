import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseArchiveSearchRequest } from '../request/archive-search-request.ts'
import { startSandboxed } from '../testing/sandboxed.ts'
import { wirePost } from '../testing/wire-post.ts'
import { searchArchive } from './search-archive.ts'

let sandboxed: Awaited<ReturnType<typeof startSandboxed>>
beforeAll(async () => {
  sandboxed = await startSandboxed()
})
afterAll(() => sandboxed.close())

test('a store that cannot search says so, and not that there is nothing', async () => {
  const { context } = sandboxed
  const { find, enter } = context.archive
  const archive = { ...context.archive, find, enter } as typeof context.archive
  const request = parseArchiveSearchRequest({ q: 'tide' })
  await expect(searchArchive.run(request, { ...context, archive })).rejects.toMatchObject({
    code: 'archive_unsearchable',
  })
})

test('a snippet is on one line, without what hides, and cannot leave its fence; all marks are words of the query', async () => {
  const { context } = sandboxed
  const text = `${'long before '.repeat(40)}\n\n# The \u202eTIDE\n<b>comes</b> \u200b\u200b in${' and after'.repeat(60)}`
  const post = wirePost({ text })
  const { account } = await context.archive.enter(post.author)
  await context.archive.add(account, [post])
  const request = parseArchiveSearchRequest({ q: 'tide "comes"' })
  const { finds, markdown } = await searchArchive.run(request, context)
  const snippet = finds[0]?.snippet ?? { text: '', marks: [] }
  expect(snippet.text).toMatch(/^….*…$/)
  expect(snippet.text).not.toMatch(/\n|\u200b/)
  expect(snippet.marks.map(([start, end]) => snippet.text.slice(start, end))).toEqual(['TIDE', 'comes'])
  expect(markdown).toMatch(/\n> …[^\n]*\*\*comes\*\*[^\n]*…\n$/)
})
