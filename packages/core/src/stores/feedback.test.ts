import { expect, test } from 'vitest'
import { IN_MEMORY } from './data-file.ts'
import { FeedbackBox } from './feedback.ts'
import { SqliteStore } from './sqlite-store.ts'

test('feedback is listed from new to old, and gone once it is deleted', async () => {
  let now = Date.parse('2026-11-30T12:00:00Z')
  const store = new SqliteStore(IN_MEMORY, { now: () => now })
  const box = new FeedbackBox(store, { now: () => now++ })
  const first = await box.add({ message: 'one', kind: 'bug' })
  const second = await box.add({ message: 'two', sentiment: 'negative' })
  expect(await box.list()).toEqual([second, first])
  expect(first).toEqual({
    id: expect.any(String),
    createdAt: '2026-11-30T12:00:00.000Z',
    message: 'one',
    kind: 'bug',
  })
  expect(await box.delete(first?.id ?? '')).toBe(true)
  expect(await box.delete(first?.id ?? '')).toBe(false)
  expect(await box.delete('feedback:ids')).toBe(false)
  expect(await box.list()).toEqual([second])
  await store.close()
})

test('a box that is full takes nothing, until something is deleted', async () => {
  const store = new SqliteStore(IN_MEMORY, { now: Date.now })
  const box = new FeedbackBox(store, { now: Date.now })
  const first = await box.add({ message: 'first' })
  for (let n = 1; n < 2000; n++)
    await store.addMember('feedback:ids', `fb_${n.toString(16).padStart(16, '0')}`)
  expect(await box.add({ message: 'one too many' })).toBeUndefined()
  await box.delete(first?.id ?? '')
  expect(await box.add({ message: 'fits' })).toMatchObject({ message: 'fits' })
  await store.close()
})
