import { z } from 'zod'
import { isHandle } from '../domain/handle.ts'
import { statusUrl } from '../domain/status-url.ts'
import { cleanLine } from '../render/clean-text.ts'
import type { TextOptions } from '../request/post-request.ts'
import { parseStatusPath } from '../request/status-url.ts'
import { defineOperation } from './operation.ts'

const MAX_TEXT = 200
const MAX_PROVIDER = 60
const SITE_NAME = 'x.md'

export const OembedRequest = z.object({
  author: z.string().describe('Handle of the author, or i where it is not known'),
  status: z.string().describe('Post id, or 0 where it is not known'),
  text: z.string().optional().describe('The line that stands above the preview'),
  provider: z.string().optional().describe('What stands in the place of the name of this service'),
  site: z.string().describe('Address of this service'),
})
export type OembedRequest = z.infer<typeof OembedRequest>

export const OembedOutput = z.object({
  author_name: z.string(),
  author_url: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  title: z.literal('Embed'),
  type: z.enum(['link', 'rich']),
  version: z.literal('1.0'),
})
export type OembedOutput = z.infer<typeof OembedOutput>

export const getOembed = defineOperation({
  name: 'get_oembed',
  title: 'Describe a post for embedding',
  summary: 'The oEmbed document of a post',
  description:
    'Gives the oEmbed document of a post from what is known of it already; nothing is read from X.',
  input: OembedRequest,
  output: OembedOutput,
  errors: ['internal_error'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  cost: 'free',
  async run(input) {
    return oembedDocument(input)
  },
})

/**
 * The document by its parameters alone (https://oembed.com). A preview of a video names a provider of its own:
 * that one is `rich`, and its provider leads to the post.
 */
function oembedDocument({ author, status, text, provider, site }: OembedRequest): OembedOutput {
  const url = statusUrl(status, author)
  return {
    author_name: text ?? author,
    author_url: url,
    provider_name: provider ?? SITE_NAME,
    provider_url: provider === undefined ? site : url,
    title: 'Embed',
    type: provider === undefined ? 'link' : 'rich',
    version: '1.0',
  }
}

const UNKNOWN_AUTHOR = 'i'
const UNKNOWN_ID = '0'

/**
 * Reads the parameters of an oEmbed address. Nothing is refused, since chat programs show no errors: what
 * cannot be meant counts as absent, what is too long is cut. Any host will do in `url`: a post may be embedded
 * from this service under any of its names.
 */
export function parseOembedRequest(options: TextOptions, site: string): OembedRequest {
  const named = referenceOf(options.url)
  const author = options.author?.trim() ?? ''
  const status = options.status?.trim() ?? ''
  const text = line(options.text, MAX_TEXT)
  const provider = line(options.provider, MAX_PROVIDER)
  return {
    author: isHandle(author) ? author : (named?.handle ?? UNKNOWN_AUTHOR),
    status: /^\d{1,25}$/.test(status) ? status : (named?.id ?? UNKNOWN_ID),
    ...(text && { text }),
    ...(provider && { provider }),
    site,
  }
}

function referenceOf(url: string | undefined) {
  const path = url && URL.parse(url)?.pathname
  try {
    return path ? parseStatusPath(path) : undefined
  } catch {
    return undefined
  }
}

/** Direction marks go too: a cut text would need room to close them. */
function line(text: string | undefined, max: number): string {
  const plain = cleanLine((text ?? '').replace(/[<>\u202a-\u202e\u2066-\u2069]/g, ''))
  return plain.length > max
    ? plain
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()
    : plain
}
