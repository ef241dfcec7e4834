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

test('beyond its size the least used is forgotten', () => {
  const written = new WrittenAnswers(10)
  const reading = {}
  const write = (markdown: string) => () => ({ markdown })
  const first = written.of(reading, 'a', write('12345'))
  written.of(reading, 'b', write('12345'))
  expect(written.of(reading, 'a', write('12345'))).toBe(first)
  written.of(reading, 'c', write('12345'))
  expect(written.of(reading, 'a', write('again'))).toBe(first)
  expect(written.of(reading, 'b', write('again')).markdown).toBe('again')
  // What is larger than everything that may be kept is given all the same.
  expect(written.of(reading, 'd', write('12345678901')).markdown).toHaveLength(11)
})
