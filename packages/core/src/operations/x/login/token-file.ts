import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { UserTokens } from '../../../providers/x-api/oauth2.ts'

const Kept = z.object({
  /** Whose tokens they are: those of another app or another place are none. */
  client: z.string(),
  base: z.string(),
  access: z.string(),
  refresh: z.string().optional(),
  expires_at: z.number(),
})

/** Where the tokens of `x-md login` are kept: a file that only its owner can read, replaced as a whole. */
export class TokenFile {
  readonly path: string
  readonly #folder: string
  readonly #whose: { client: string; base: string }

  constructor(folder: string, whose: { client: string; base: string }) {
    this.#folder = folder
    this.path = join(folder, 'x-login.json')
    this.#whose = whose
  }

  /** @returns undefined where there are none for this app */
  async read(): Promise<UserTokens | undefined> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (text === undefined) return undefined
    const kept = Kept.safeParse(jsonOf(text)).data
    if (kept?.client !== this.#whose.client || kept.base !== this.#whose.base) return undefined
    return { access: kept.access, refresh: kept.refresh, expiresAt: kept.expires_at }
  }

  async write({ access, refresh, expiresAt }: UserTokens): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const temporary = `${this.path}.${randomBytes(6).toString('hex')}.tmp`
    try {
      const handle = await open(temporary, 'wx', 0o600)
      try {
        await handle.writeFile(JSON.stringify({ ...this.#whose, access, refresh, expires_at: expiresAt }))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(temporary, this.path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
