import { randomBytes } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { OLDEST_MAJOR } from '../../bin/runtime.js'
import type { Check } from './check.ts'

export function checkNode(version: string): Check {
  const fits = Number.parseInt(version, 10) >= OLDEST_MAJOR
  return {
    name: 'node',
    status: fits ? 'ok' : 'fail',
    detail: fits ? version : `${version}; ${OLDEST_MAJOR} or newer is needed`,
  }
}

/** Whether the data folder, or the nearest folder above it that exists, takes a file. Nothing is left there. */
export async function checkDataFolder(path: string): Promise<Check> {
  const name = 'data folder'
  const target = resolve(path)
  const existing = await nearestExisting(target)
  const probe = join(existing, `.x-md-doctor-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(probe, '', { flag: 'wx' })
    const detail = existing === target ? target : `${target}, which will be created when it is first needed`
    return { name, status: 'ok', detail }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { name, status: 'fail', detail: `${existing} cannot be written (${reason}); set X_MD_DATA_DIR` }
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

async function nearestExisting(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  const above = dirname(path)
  return found || above === path ? path : nearestExisting(above)
}
