import { fileTypeFromBuffer } from 'file-type'
import { AccountError } from '../../../errors.ts'
import type { MediaCategory } from '../../../providers/x-api/upload.ts'

const MEGABYTE = 1024 * 1024

/** What X takes in each category, and how much of it. */
export const CATEGORIES: Readonly<Record<MediaCategory, { most: number; types: readonly string[] }>> = {
  tweet_image: {
    most: 5 * MEGABYTE,
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp', 'image/tiff'],
  },
  tweet_gif: { most: 15 * MEGABYTE, types: ['image/gif'] },
  tweet_video: {
    most: 512 * MEGABYTE,
    types: ['video/mp4', 'video/quicktime', 'video/webm', 'video/mp2t'],
  },
}

/** Names of one type that are not the one that X knows. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'video/x-m4v': 'video/mp4',
  'video/m4v': 'video/mp4',
}

/** Bytes from which any type is told. */
export const HEAD_BYTES = 4100

/**
 * What a file is, by its first bytes.
 * @param mime what the caller takes it for
 * @throws AccountError `invalid_argument` where that is something else, or nothing that the category takes
 */
export async function typeOf(
  head: Uint8Array,
  category: MediaCategory,
  mime: string | undefined,
): Promise<string> {
  const found = (await fileTypeFromBuffer(head))?.mime
  const type = found && (ALIASES[found] ?? found)
  const { types } = CATEGORIES[category]
  if (type === undefined || !types.includes(type)) {
    throw new AccountError(
      'invalid_argument',
      `${category} takes ${types.join(', ')}; by its content the file is ${type ?? 'none of them'}.`,
    )
  }
  const named = mime?.split(';')[0]?.trim().toLowerCase()
  if (named !== undefined && (ALIASES[named] ?? named) !== type) {
    throw new AccountError('invalid_argument', `By its content the file is ${type}: correct mime.`)
  }
  return type
}
