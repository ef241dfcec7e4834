import { AccountError } from '../../../errors.ts'
import type { MediaCategory, MediaSource } from '../../../providers/x-api/upload.ts'
import { CATEGORIES, HEAD_BYTES, typeOf } from './media-kinds.ts'
import { mediaRootFault, openInside } from './media-root.ts'

/** Megabytes of a file that may come as base64: with what stands around it, well below what a message may hold. */
export const MOST_BASE64_MB = 2

export interface MediaInput {
  path?: string | undefined
  base64?: string | undefined
  mime?: string | undefined
  category: MediaCategory
}

/** A file to upload, checked; whoever has it closes it. */
export interface OpenMedia extends MediaSource {
  /** By its content. */
  readonly type: string
  close(): Promise<void>
}

/**
 * Opens what is to be uploaded, by one of its two ways, and checks what X would refuse.
 * @throws AccountError
 */
export async function openMedia(input: MediaInput, root: string | undefined): Promise<OpenMedia> {
  const { path, base64, mime, category } = input
  if ((path === undefined) === (base64 === undefined)) {
    throw new AccountError('invalid_argument', 'Give either path or base64.')
  }
  if (base64 !== undefined && !mime) throw new AccountError('invalid_argument', 'base64 needs mime.')
  const source = path === undefined ? inMemory(base64 ?? '') : await onDisk(path, root)
  try {
    if (source.size === 0) throw new AccountError('invalid_argument', 'The file is empty.')
    if (source.size > CATEGORIES[category].most) throw new AccountError('media_too_large')
    const head = Buffer.alloc(Math.min(HEAD_BYTES, source.size))
    await source.read(0, head)
    return { ...source, type: await typeOf(head, category, mime) }
  } catch (error) {
    await source.close()
    throw error
  }
}

async function onDisk(path: string, root: string | undefined): Promise<Omit<OpenMedia, 'type'>> {
  if (root === undefined) {
    throw new AccountError(
      'media_outside_root',
      'No MEDIA_ROOT is set up, so no file may be read: use base64.',
    )
  }
  const fault = await mediaRootFault(root)
  if (fault !== undefined) throw new AccountError('media_outside_root', `${fault}.`)
  const { handle, size } = await openInside(root, path)
  return {
    size,
    async read(at, into) {
      for (let done = 0; done < into.length; ) {
        const { bytesRead } = await handle.read(into, done, into.length - done, at + done)
        if (bytesRead === 0) throw new AccountError('invalid_argument', 'The file became shorter meanwhile.')
        done += bytesRead
      }
    },
    close: () => handle.close(),
  }
}

function inMemory(base64: string): Omit<OpenMedia, 'type'> {
  if (base64.length > Math.ceil((MOST_BASE64_MB * 1024 * 1024) / 3) * 4) {
    const message = `As base64 a file may have ${MOST_BASE64_MB} MB at most: put it into MEDIA_ROOT and use path.`
    throw new AccountError('media_too_large', message)
  }
  // Buffer leaves out what is no base64, and what is left would be another file.
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new AccountError('invalid_argument', 'base64 is not well-formed: letters, digits, +, / and = only.')
  }
  const bytes = Buffer.from(base64, 'base64')
  return {
    size: bytes.length,
    read: async (at, into) => void bytes.copy(into, 0, at, at + into.length),
    close: async () => undefined,
  }
}
