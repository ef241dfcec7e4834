import { expect, test } from 'vitest'
import { WrittenAnswers } from './written-answers.ts'

test('a form of a reading is written once, and another reading is another answer', () => {
  const written = new WrittenAnswers()
  let count = 0
  const write = () => ({ markdown: `answer ${++count}` })
  const [one, other] = [{ id: '1' }, { id: '1' }]
  const first = written.of(one, 'markdown', write)
  expect(written.of(one, 'markdown', write)).toBe(first)
  expect(written.of(one, 'obsidian', write)).not.toBe(first)
  expect(written.of(other, 'markdown', write)).not.toBe(first)
  expect(count).toBe(3)
})

test('beyond a number of forms the oldest is written anew', () => {
  const written = new WrittenAnswers()
  const reading = {}
  const first = written.of(reading, '0', () => ({ markdown: '0' }))
  for (let form = 1; form < 8; form++) written.of(reading, String(form), () => ({ markdown: String(form) }))
  expect(written.of(reading, '0', () => ({ markdown: 'again' }))).toBe(first)
  written.of(reading, '8', () => ({ markdown: '8' }))
  expect(written.of(reading, '0', () => ({ markdown: 'again' })).markdown).toBe('again')
})
