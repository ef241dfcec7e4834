import { setTimeout as sleep } from 'node:timers/promises'
import type { XApi, XApiAnswer } from './client.ts'
import { SegmentForm } from './segment-form.ts'
import { XApiError } from './x-api-error.ts'

export type MediaCategory = 'tweet_image' | 'tweet_gif' | 'tweet_video'

/** A file that is read piece by piece. */
export interface MediaSource {
  readonly size: number
  /** Fills `into` with the bytes from `at` on. @throws where there are fewer by now */
  read(at: number, into: Uint8Array): Promise<void>
}

export interface UploadOptions {
  /** What the file is, such as `video/mp4`. */
  type: string
  category: MediaCategory
  /** Bytes of a piece; larger where the file would need more than a thousand. */
  chunkBytes: number
  /** Milliseconds between two questions how far X is, where X does not say when to ask. */
  pollMs: number
  /** Ends the upload at once. X forgets what was not finished by itself. */
  signal: AbortSignal
  /** When the time is up, what X still works on is left to it. */
  isTimeUp(): boolean
  /** Told how many bytes X has. */
  onProgress?: ((bytes: number) => void) | undefined
}

export interface UploadedMedia {
  id: string
  /** `pending`: X has it all, and still works on it. */
  status: 'succeeded' | 'pending'
  /** Seconds until X forgets it. */
  expiresIn: number | undefined
}

/** X takes segments 0 to 999. */
const MOST_SEGMENTS = 1000

/** A piece of 5 MB over the slowest line that is worth waiting for; the call itself has an end of its own. */
const APPEND_MS = 600_000

/**
 * Uploads a file by the chunked flow of API v2, one piece in memory at a time, and waits until X is done with it.
 * @throws XApiError, `media_failed` where X cannot use the file; the signal's reason when it is aborted earlier than
 *   X has everything
 */
export async function uploadMedia(
  api: XApi,
  source: MediaSource,
  options: UploadOptions,
): Promise<UploadedMedia> {
  const { signal } = options
  const begun = await api.send(
    {
      method: 'POST',
      path: '2/media/upload/initialize',
      json: { media_type: options.type, total_bytes: source.size, media_category: options.category },
    },
    signal,
  )
  const id = read(begun).id
  if (id === undefined) throw new XApiError('unavailable', { status: begun.status })
  await append(api, id, source, options)
  const finalized = await api.send({ method: 'POST', path: `2/media/upload/${id}/finalize` }, signal)
  return settle(api, id, read(finalized), options)
}

async function append(api: XApi, id: string, source: MediaSource, options: UploadOptions): Promise<void> {
  const { signal, onProgress } = options
  const size = Math.max(options.chunkBytes, Math.ceil(source.size / MOST_SEGMENTS))
  const form = new SegmentForm(Math.min(size, source.size))
  for (let index = 0, at = 0; at < source.size; index++, at += size) {
    signal.throwIfAborted()
    const length = Math.min(size, source.size - at)
    await source.read(at, form.room(length))
    const raw = { type: form.contentType, bytes: form.body(index, length) }
    const path = `2/media/upload/${id}/append`
    await api.send({ method: 'POST', path, raw, timeoutMs: APPEND_MS }, signal)
    onProgress?.(at + length)
  }
}

/** Asks until X is done, or the time is up: the media stand either way. */
async function settle(
  api: XApi,
  id: string,
  first: Told,
  { signal, pollMs, isTimeUp }: UploadOptions,
): Promise<UploadedMedia> {
  let told = first
  const expiresIn = first.expiresIn
  try {
    for (;;) {
      if (told.state === 'failed') throw new XApiError('media_failed')
      if (told.state === undefined || told.state === 'succeeded')
        return { id, status: 'succeeded', expiresIn }
      await sleep(told.checkAfterMs ?? pollMs, undefined, { signal })
      told = await ask(api, id, told, signal)
    }
  } catch (error) {
    if (signal.aborted && isTimeUp()) return { id, status: 'pending', expiresIn }
    throw signal.aborted ? signal.reason : error
  }
}

/** How far X is. A question that fails is asked again: it costs nothing, and the media stand. */
async function ask(api: XApi, id: string, before: Told, signal: AbortSignal): Promise<Told> {
  try {
    const query = { command: 'STATUS', media_id: id }
    return read(await api.send({ method: 'GET', path: '2/media/upload', query }, signal))
  } catch (error) {
    if (!(error instanceof XApiError) || !PASSING.has(error.kind)) throw error
    return { ...before, ...(error.retryAfter !== undefined && { checkAfterMs: error.retryAfter * 1000 }) }
  }
}

const PASSING: ReadonlySet<string> = new Set(['unavailable', 'timed_out', 'rate_limited'])

/** What X tells of an upload. */
interface Told {
  id: string | undefined
  /** Undefined where there is nothing to wait for. */
  state: string | undefined
  checkAfterMs: number | undefined
  expiresIn: number | undefined
}

function read({ body }: XApiAnswer): Told {
  const data = (body.data ?? {}) as Readonly<Record<string, unknown>>
  const info = (data.processing_info ?? {}) as Readonly<Record<string, unknown>>
  const seconds = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)
  const checkAfter = seconds(info.check_after_secs)
  return {
    id: /^\d{1,19}$/.test(String(data.id)) ? String(data.id) : undefined,
    state: typeof info.state === 'string' ? info.state : undefined,
    checkAfterMs: checkAfter === undefined ? undefined : Math.min(checkAfter, 3600) * 1000,
    expiresIn: seconds(data.expires_after_secs),
  }
}
