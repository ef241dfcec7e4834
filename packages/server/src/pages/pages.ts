import { parse } from 'yaml'
import { z } from 'zod'
import { readDoc } from './docs-folder.ts'

/** The pages of the documentation, in the order in which they are read: files in `docs/`. */
export const SLUGS = [
  'index',
  'posts',
  'profiles',
  'search',
  'bulk-import',
  'circle',
  'archive',
  'account-archive',
  'pagination',
  'responses',
  'errors',
  'reliability',
  'versioning',
  'auth',
  'agents',
  'mcp',
  'mcp-clients',
  'acting',
  'money',
  'x-login',
  'self-hosting',
  'sandbox',
] as const

export type Slug = (typeof SLUGS)[number]

const FrontMatter = z.object({
  title: z.string(),
  description: z.string(),
  'last-updated': z.string().regex(/^\d{4}-\d\d-\d\d$/),
})

export interface Page {
  readonly slug: Slug
  /** Path of its address; the Markdown stands there with `.md` behind it. */
  readonly path: string
  readonly title: string
  readonly description: string
  /** A date, ISO 8601. */
  readonly updated: string
  /** Markdown as it is in the file: addresses of this service begin with `{site}`, other pages are files. */
  readonly source: string
}

/** Reads all pages. @throws Error when a file is missing or its front matter is not as it should be */
export function loadPages(): readonly Page[] {
  return SLUGS.map((slug) => {
    const file = readDoc(slug)
    const [, head = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(file) ?? []
    const { title, description, 'last-updated': updated } = FrontMatter.parse(parse(head))
    return {
      slug,
      path: slug === 'index' ? '/docs' : `/docs/${slug}`,
      title,
      description,
      updated,
      source: body.replace(/<!-- .*? -->\n+/g, ''),
    }
  })
}

/** The text of a page with absolute addresses. @param site address of this service */
export function pageText({ source }: Page, site: string): string {
  return source
    .replace(/\]\(([a-z-]+)\.md(?=[#)])/g, (_, slug: string) =>
      slug === 'index' ? `](${site}/docs` : `](${site}/docs/${slug}`,
    )
    .replaceAll('{site}', site)
}

/** A page as a Markdown document of its own. */
export function pageMarkdown(page: Page, site: string): string {
  return `${frontMatter(page, site + page.path)}\n${pageText(page, site)}`
}

/** What every Markdown document of this service opens with. */
export function frontMatter(
  { title, description, updated }: Pick<Page, 'title' | 'description' | 'updated'>,
  canonical: string,
): string {
  const line = (name: string, text: string) => `${name}: ${JSON.stringify(text)}\n`
  return `---\n${line('title', title)}${line('description', description)}${line('canonical', canonical)}last-updated: ${updated}\n---\n`
}

/** When the newest of them was written, ISO 8601. */
export function lastUpdate(pages: readonly Page[]): string {
  const [latest = ''] = pages
    .map(({ updated }) => updated)
    .toSorted()
    .toReversed()
  return latest
}

/** What stands under a heading of the second level. @throws Error when there is none of that name */
export function sectionOf(text: string, heading: string): string {
  const start = `${heading}\n\n`
  const section = text.split(/^## /m).find((part) => part.startsWith(start))
  if (section === undefined) throw new Error(`No section: ${heading}`)
  return section.slice(start.length).trim()
}
