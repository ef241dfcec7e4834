import { mediaItems } from '@x-md/core/domain/media.ts'
import { isPost, type Post } from '@x-md/core/domain/post.ts'
import { timeOf } from '@x-md/core/domain/post-time.ts'
import { type Archive, type ArchivedAccount, kindOf, type Selection } from '@x-md/core/stores/archive.ts'
import { stringify } from 'csv-stringify/sync'
import { keepMemoryFlat } from './flat-memory.ts'

export type RowFormat = 'ndjson' | 'json' | 'csv'

export interface RowsOptions {
  archive: Archive
  accounts: Iterable<ArchivedAccount>
  selection: Selection
  /** Told of each post. */
  onPost: () => void
}

/** Posts that are written at one time. */
const BATCH = 20

/** All posts of accounts as one document, piece by piece. */
export async function* exportRows(format: RowFormat, options: RowsOptions): AsyncGenerator<string> {
  keepMemoryFlat()
  if (format === 'csv') yield csv([COLUMNS.map(([name]) => name)])
  if (format === 'json') yield '['
  let isFirst = true
  for (const account of options.accounts) {
    const { archive, selection, onPost } = options
    if (format === 'json') yield `${isFirst ? '' : ','}\n${jsonHead(account)}`
    isFirst = false
    let batch: Post[] = []
    let count = 0
    const flush = (): string => {
      const text = written(format, account, batch, count)
      count += batch.length
      batch = []
      return text
    }
    for await (const post of archive.posts(account.account, selection, Number.POSITIVE_INFINITY)) {
      batch.push(post)
      onPost()
      if (batch.length === BATCH) yield flush()
    }
    if (batch.length > 0) yield flush()
    if (format === 'json') yield ']}'
  }
  if (format === 'json') yield '\n]\n'
}

function written(format: RowFormat, { profile }: ArchivedAccount, posts: Post[], before: number): string {
  const { screen_name: handle } = profile
  if (format === 'csv') return csv(posts.map((post) => COLUMNS.map(([, cell]) => cell(post, handle))))
  if (format === 'ndjson') return posts.map((post) => `${JSON.stringify({ handle, post })}\n`).join('')
  return posts.map((post, index) => `${before + index > 0 ? ',' : ''}\n${JSON.stringify(post)}`).join('')
}

function jsonHead({ profile }: ArchivedAccount): string {
  return `{"handle":${JSON.stringify(profile.screen_name)},"profile":${JSON.stringify(profile)},"posts":[`
}

type Cell = string | number | null | undefined

/** Programs for tables read ids as numbers and lose their last digits; the address holds them whole. */
const COLUMNS: readonly [string, (post: Post, handle: string) => Cell][] = [
  ['history_of', (_, handle) => handle],
  ['id', ({ id }) => id],
  ['url', ({ url }) => url],
  ['kind', kindOf],
  ['created_at', (post) => new Date(timeOf(post)).toISOString()],
  ['author', ({ author }) => author.screen_name],
  ['author_name', ({ author }) => author.name],
  ['text', ({ text, article }) => [text, article?.title].filter(Boolean).join('\n\n')],
  ['replying_to', ({ replying_to: parent }) => parent?.screen_name],
  ['replying_to_id', ({ replying_to: parent }) => parent?.status],
  ['quoted_url', ({ quote }) => quote?.url],
  ['quoted_text', ({ quote }) => (quote && isPost(quote) ? quote.text : undefined)],
  ['likes', ({ likes }) => likes],
  ['reposts', ({ reposts }) => reposts],
  ['replies', ({ replies }) => replies],
  ['quotes', ({ quotes }) => quotes],
  ['bookmarks', ({ bookmarks }) => bookmarks],
  ['views', ({ views }) => views],
  ['lang', ({ lang }) => lang],
  ['source', ({ source }) => source],
  [
    'media',
    ({ media }) =>
      mediaItems(media)
        .map(({ url }) => url)
        .join(' '),
  ],
]

/**
 * A cell that begins with = + - @, a tab or a carriage return, or a full-width form of these, would be run as a
 * formula by programs for tables: it gets an apostrophe before it, which they take for "this is text".
 */
function csv(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], { escape_formulas: true, record_delimiter: 'windows' })
}
