import { createHash } from 'node:crypto'
import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import { gif, photo, video } from '../../../world/media.ts'
import type { Account, Media } from '../../../world/model.ts'
import type { Settings } from '../settings.ts'

export type UploadKind = Media['kind'] | 'subtitles'

export interface Upload {
  id: string
  owners: readonly string[]
  kind: UploadKind
  /** Bytes that were promised. */
  total: number
  /** By index. The bytes themselves are not kept. */
  segments: Map<number, { size: number; digest: string }>
  /** Unix milliseconds of the world's clock. */
  createdAt: number
  finalized: boolean
  /** How often its state was asked for since. */
  polls: number
}

export interface ProcessingInfo {
  state: 'pending' | 'in_progress' | 'succeeded' | 'failed'
  check_after_secs?: number
  progress_percent?: number
  error?: { code: number; name: string; message: string }
}

export const EXPIRES_AFTER_SECS = 86_400
export const LARGEST_SEGMENT = 5 * 1024 * 1024
const MOST_UPLOADS = 1_000

/** Files that were uploaded: how large each segment was, and its digest. */
export class Uploads {
  readonly #uploads = new Map<string, Upload>()
  #count = 0

  start(owner: Account, others: readonly string[], kind: UploadKind, total: number, now: number): Upload {
    const upload: Upload = {
      id: msToSnowflake(now, this.#count++ % 4_194_304),
      owners: [owner.id, ...others],
      kind,
      total,
      segments: new Map(),
      createdAt: now,
      finalized: false,
      polls: 0,
    }
    this.#uploads.set(upload.id, upload)
    if (this.#uploads.size > MOST_UPLOADS) {
      const oldest = this.#uploads.keys().next()
      if (!oldest.done) this.#uploads.delete(oldest.value)
    }
    return upload
  }

  /** An upload of an account that has not expired. */
  find(id: string, account: Account | undefined, now: number): Upload | undefined {
    const upload = this.#uploads.get(id)
    if (!upload || !account || !upload.owners.includes(account.id)) return undefined
    return now < upload.createdAt + EXPIRES_AFTER_SECS * 1000 ? upload : undefined
  }
}

export function addSegment(upload: Upload, index: number, bytes: Uint8Array): void {
  upload.segments.set(index, { size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') })
}

export function sizeOf({ segments }: Upload): number {
  let size = 0
  for (const segment of segments.values()) size += segment.size
  return size
}

/** Whether all segments from the first on are there, and hold what was promised. */
export function isWhole(upload: Upload): boolean {
  const { segments, total } = upload
  return sizeOf(upload) === total && Array.from(segments.keys()).every((index) => index < segments.size)
}

/** How far X is with a video or GIF; pictures need nothing. */
export function processingOf(
  { kind, polls }: Upload,
  { polls: needed, checkAfterSecs, outcome }: Settings['media'],
): ProcessingInfo | undefined {
  if (kind === 'photo' || kind === 'subtitles') return undefined
  if (polls >= needed) {
    return outcome === 'succeeded'
      ? { state: 'succeeded', progress_percent: 100 }
      : { state: 'failed', error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' } }
  }
  const progress_percent = Math.floor((100 * polls) / needed)
  return {
    state: polls === 0 ? 'pending' : 'in_progress',
    check_after_secs: checkAfterSecs,
    progress_percent,
  }
}

/** The file as it stands below a post. */
export function mediaOf({ id, kind, createdAt, segments }: Upload): Media | undefined {
  const name = `upload ${[...segments.values()].map(({ digest }) => digest).join(' ')}`
  if (kind === 'photo') return photo(name, { id }, createdAt)
  if (kind === 'gif') return gif(name, { id }, createdAt)
  return kind === 'video' ? video(name, { id }, createdAt) : undefined
}
