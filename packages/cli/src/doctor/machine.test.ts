import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDataFolder, checkNode } from './machine.ts'

test('Node 24 and newer fit', () => {
  expect(checkNode('24.0.0').status).toBe('ok')
  expect(checkNode('20.20.2')).toMatchObject({ status: 'fail', detail: '20.20.2; 24 or newer is needed' })
})

test('a folder that is there or can be made is fine, and stays as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-doctor-'))
  expect((await checkDataFolder(folder)).status).toBe('ok')
  expect((await checkDataFolder(join(folder, 'a', 'b'))).status).toBe('ok')
  expect(readdirSync(folder)).toEqual([])
})

test('a file in the way fails, and is left alone', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'x-md-doctor-')), 'file')
  writeFileSync(file, 'kept')
  expect((await checkDataFolder(join(file, 'data'))).status).toBe('fail')
})
