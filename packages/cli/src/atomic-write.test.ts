import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { writeAtomically } from './atomic-write.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'x-md-write-'))
})

test('a new file is written whole, and nothing else is left', async () => {
  await writeAtomically(join(folder, 'a.md'), 'text\n')
  expect(readdirSync(folder)).toEqual(['a.md'])
  expect(readFileSync(join(folder, 'a.md'), 'utf8')).toBe('text\n')
})

test('an existing file is replaced and keeps its permissions', async () => {
  const path = join(folder, 'a.md')
  writeFileSync(path, 'a long text that was here before\n')
  chmodSync(path, 0o640)
  await writeAtomically(path, 'new\n')
  expect(readFileSync(path, 'utf8')).toBe('new\n')
  expect(statSync(path).mode & 0o777).toBe(0o640)
})

test('a link is followed, not replaced', async () => {
  writeFileSync(join(folder, 'real.md'), 'old')
  symlinkSync('real.md', join(folder, 'link.md'))
  await writeAtomically(join(folder, 'link.md'), 'new')
  expect(readFileSync(join(folder, 'real.md'), 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual(['link.md', 'real.md'])
})

test('a missing folder and a folder as target are refused in words', async () => {
  mkdirSync(join(folder, 'sub'))
  await expect(writeAtomically(join(folder, 'no', 'a.md'), '')).rejects.toThrow(/folder .* does not exist/)
  await expect(writeAtomically(join(folder, 'sub'), '')).rejects.toThrow(/is a folder/)
  expect(readdirSync(folder)).toEqual(['sub'])
})
