import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { parseImportRequest } from '../request/import-request.ts'
import { SqliteArchive } from '../stores/sqlite-archive.ts'
import { startSandboxed } from '../testing/sandboxed.ts'
import { importPosts } from './import-posts.ts'

test('a data file that another process holds makes an import wait its turn, and loses nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-held-'))
  const archive = new SqliteArchive(folder)
  const sandbox = await startSandboxed()
  const other = new DatabaseSync(join(folder, 'x-md.db'))
  try {
    const context = { ...sandbox.context, archive }
    const request = parseImportRequest({ handle: 'marta_brenkel', max_posts: '40' }, sandbox.world.now)
    other.exec('BEGIN IMMEDIATE')
    await expect(importPosts.run(request, context)).rejects.toMatchObject({ code: 'import_busy' })
    other.exec('ROLLBACK')
    expect(await importPosts.run(request, context)).toMatchObject({ meta: { count: 40 } })
  } finally {
    other.close()
    await archive.close()
    await sandbox.close()
    rmSync(folder, { recursive: true })
  }
})
