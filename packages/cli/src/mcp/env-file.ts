import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Env } from '../embedded-sandbox.ts'

/**
 * The environment with the settings of a file below it: what is set already wins. A file that cannot be read is no
 * failure, since everything may stand in the environment.
 * @param path where the file is said to be; no other place is looked at
 * @returns what is to be told, too
 */
export function withEnvFile(env: Env, path: string | undefined): { env: Env; notice: string | undefined } {
  if (path === undefined) return { env, notice: undefined }
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    return { env, notice: `The file ${path} ${why}; settings come from the environment alone.` }
  }
  const set = Object.entries(env).filter(([, value]) => value)
  return { env: { ...parseEnv(text), ...Object.fromEntries(set) }, notice: undefined }
}
