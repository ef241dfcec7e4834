import * as z from 'zod'
import { type ApiAnswer, type ApiRequest, type Endpoint, writing } from '../endpoint.ts'
import { mediaKey } from '../objects/media.ts'
import { ID } from '../parameters.ts'
import { invalid, invalidRequest, uploadForbidden } from '../problem.ts'
import { readJson } from '../read-json.ts'
import {
  addSegment,
  EXPIRES_AFTER_SECS,
  isWhole,
  LARGEST_SEGMENT,
  processingOf,
  sizeOf,
  type Upload,
  type UploadKind,
} from '../state/uploads.ts'

const MEGABYTE = 1024 * 1024
const LARGEST: Record<UploadKind, number> = {
  photo: 5 * MEGABYTE,
  gif: 15 * MEGABYTE,
  video: 512 * MEGABYTE,
  subtitles: 512 * 1024,
}

const CATEGORIES = {
  tweet_image: 'photo',
  tweet_gif: 'gif',
  tweet_video: 'video',
  amplify_video: 'video',
  dm_image: 'photo',
  dm_gif: 'gif',
  dm_video: 'video',
  subtitles: 'subtitles',
} as const satisfies Record<string, UploadKind>

type Category = keyof typeof CATEGORIES
const CATEGORY_NAMES = Object.keys(CATEGORIES) as [Category, ...Category[]]

const TYPES = [
  'video/mp4',
  'video/webm',
  'video/mp2t',
  'video/quicktime',
  'text/srt',
  'text/vtt',
  'image/jpeg',
  'image/gif',
  'image/bmp',
  'image/png',
  'image/webp',
  'image/pjpeg',
  'image/tiff',
  'model/gltf-binary',
  'model/vnd.usdz+zip',
] as const

const owners = z.array(z.string().regex(ID)).optional()

const initializeSchema = z.strictObject({
  media_type: z.enum(TYPES),
  total_bytes: z.coerce.number().int().positive(),
  media_category: z.enum(CATEGORY_NAMES).optional(),
  additional_owners: owners,
  shared: z.boolean().optional(),
})

const appendSchema = z.strictObject({
  segment_index: z.coerce.number().int().min(0).max(999),
  media: z.base64(),
})

const wholeSchema = z.strictObject({
  media: z.base64(),
  media_category: z.enum(CATEGORY_NAMES),
  media_type: z.enum(TYPES).optional(),
  additional_owners: owners,
  shared: z.boolean().optional(),
})

function kindOfType(type: string): UploadKind {
  if (type === 'image/gif') return 'gif'
  return type.startsWith('image/') ? 'photo' : type.startsWith('text/') ? 'subtitles' : 'video'
}

/** Throws where uploads are switched off, and what they cost where not. */
function charged({ api }: ApiRequest): ApiAnswer['charges'] {
  const mills = Math.round(api.settings.uploadPrice * 1000)
  return [{ kind: 'media-upload', mills }]
}

function start(request: ApiRequest, input: unknown): ApiAnswer {
  const { api, viewer, world } = request
  const given = readJson(initializeSchema, input)
  const byType = kindOfType(given.media_type)
  const kind = given.media_category === undefined ? byType : CATEGORIES[given.media_category]
  // A GIF may go as a picture, and anything that moves as a GIF.
  const fits =
    kind === byType || (byType === 'gif' && kind === 'photo') || (byType === 'video' && kind === 'gif')
  if (!fits)
    throw invalid(
      'media_category',
      given.media_category ?? '',
      'The media category does not fit the media type',
    )
  if (given.total_bytes > LARGEST[kind]) {
    throw invalid('total_bytes', String(given.total_bytes), `File size exceeds ${LARGEST[kind]} bytes.`)
  }
  const upload = api.uploads.start(viewer!, given.additional_owners ?? [], kind, given.total_bytes, world.now)
  const data = { ...named(upload), expires_after_secs: EXPIRES_AFTER_SECS }
  return { body: { data }, charges: charged(request) }
}

function append(request: ApiRequest, id: string, index: unknown, bytes: Uint8Array): ApiAnswer {
  const upload = uploadOf(request, id)
  const segment = readJson(appendSchema.pick({ segment_index: true }), { segment_index: index }).segment_index
  if (upload.finalized) throw invalid('id', id, 'The upload was finalized.')
  if (bytes.length === 0 || bytes.length > LARGEST_SEGMENT) {
    throw invalid('media', `${bytes.length} bytes`, `A segment holds 1 to ${LARGEST_SEGMENT} bytes.`)
  }
  const others = sizeOf(upload) - (upload.segments.get(segment)?.size ?? 0)
  if (others + bytes.length > upload.total) {
    throw invalid(
      'media',
      `${others + bytes.length} bytes`,
      `The segments hold more than the total of ${upload.total} bytes.`,
    )
  }
  addSegment(upload, segment, bytes)
  const expires_at = Math.floor(upload.createdAt / 1000) + EXPIRES_AFTER_SECS
  return { body: { data: { expires_at } }, charges: charged(request) }
}

function finalize(request: ApiRequest, id: string): ApiAnswer {
  const upload = uploadOf(request, id)
  if (!isWhole(upload)) {
    throw invalid(
      'id',
      id,
      `Segments do not add up to the total: ${sizeOf(upload)} of ${upload.total} bytes.`,
    )
  }
  upload.finalized = true
  return { body: { data: described(request, upload) }, charges: charged(request) }
}

function status(request: ApiRequest): ApiAnswer {
  const { query } = request
  query.choice('command', ['STATUS'], 'STATUS')
  const id = query.text('media_id', { required: true }) ?? ''
  query.finish()
  const upload = uploadOf(request, id, 'media_id')
  if (!upload.finalized) throw invalid('media_id', id, 'The upload was not finalized.')
  upload.polls++
  return { body: { data: described(request, upload) }, charges: [] }
}

/** The older form, one address for all steps, and a small file in one go. */
function anyStep(request: ApiRequest): ApiAnswer {
  const { upload, json } = request
  const fields: Record<string, unknown> = upload
    ? Object.fromEntries(upload.fields)
    : typeof json === 'object' && json !== null
      ? { ...json }
      : {}
  const { command, media_id, segment_index, media, ...rest } = fields
  const id = String(media_id ?? '')
  const others =
    typeof rest.additional_owners === 'string' ? rest.additional_owners.split(',') : rest.additional_owners
  const given = { ...rest, ...(others !== undefined && { additional_owners: others }) }
  switch (command) {
    case 'INIT':
      return start(request, given)
    case 'APPEND':
      return append(request, id, segment_index, upload?.file ?? decoded(media))
    case 'FINALIZE':
      return finalize(request, id)
    case undefined:
      break
    default:
      throw invalid('command', String(command), 'command is one of INIT, APPEND, FINALIZE')
  }
  const file = upload?.file
  const text = file ? Buffer.from(file).toString('base64') : media
  const { media: encoded, media_category } = readJson(wholeSchema, { ...given, media: text })
  const bytes = Buffer.from(encoded, 'base64')
  const kind = CATEGORIES[media_category]
  if (bytes.length === 0 || bytes.length > Math.min(LARGEST[kind], LARGEST_SEGMENT)) {
    throw invalid('media', `${bytes.length} bytes`, 'The size of the file is out of range.')
  }
  const { api, viewer, world } = request
  const whole = api.uploads.start(viewer!, [], kind, bytes.length, world.now)
  addSegment(whole, 0, bytes)
  whole.finalized = true
  return { body: { data: described(request, whole) }, charges: charged(request) }
}

function decoded(media: unknown): Uint8Array {
  return Buffer.from(readJson(appendSchema.pick({ media: true }), { media }).media, 'base64')
}

function uploadOf({ api, viewer, world }: ApiRequest, id: string, name = 'id'): Upload {
  const upload = api.uploads.find(id, viewer, world.now)
  if (!upload)
    throw invalidRequest([{ parameters: { [name]: [id] }, message: 'Your media IDs are invalid.' }])
  return upload
}

function named({ id, kind }: Upload): { id: string; media_key: string } {
  return { id, media_key: mediaKey({ kind: kind === 'subtitles' ? 'photo' : kind, id }) }
}

function described({ api, world }: ApiRequest, upload: Upload): object {
  const processing_info = processingOf(upload, api.settings.media)
  const age = Math.floor((world.now - upload.createdAt) / 1000)
  return {
    ...named(upload),
    size: upload.total,
    expires_after_secs: EXPIRES_AFTER_SECS - age,
    ...(processing_info && { processing_info }),
  }
}

/** Uploads need no query, and may be switched off. */
function step(run: (request: ApiRequest) => ApiAnswer) {
  return (request: ApiRequest): ApiAnswer => {
    if (request.api.settings.media.forbidden) throw uploadForbidden()
    request.query.finish()
    return run(request)
  }
}

const MANY = { user: 1875, userDay: 180_000, appDay: 180_000 }
const SCOPES = { scopes: ['media.write'], free: true } as const

export const MEDIA_ENDPOINTS: readonly Endpoint[] = [
  writing('POST', '/2/media/upload/initialize', {
    ...SCOPES,
    limit: MANY,
    run: step((request) => start(request, request.json)),
  }),
  writing('POST', '/2/media/upload/:id/append', {
    ...SCOPES,
    limit: MANY,
    run: step((request) => {
      const { json, upload, path } = request
      if (upload) {
        const index = upload.fields.get('segment_index')
        return append(request, path.id!, index, upload.file ?? decoded(upload.fields.get('media')))
      }
      const given = readJson(appendSchema, json)
      return append(request, path.id!, given.segment_index, Buffer.from(given.media, 'base64'))
    }),
  }),
  writing('POST', '/2/media/upload/:id/finalize', {
    ...SCOPES,
    limit: MANY,
    run: step((request) => finalize(request, request.path.id!)),
  }),
  writing('POST', '/2/media/upload', { ...SCOPES, limit: { user: 500 }, run: step(anyStep) }),
  {
    method: 'GET',
    path: '/2/media/upload',
    auth: ['oauth1', 'oauth2'],
    ...SCOPES,
    limit: { user: 1000 },
    run: status,
  },
]
