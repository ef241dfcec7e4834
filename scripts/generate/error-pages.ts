import { readFileSync } from 'node:fs'
import { ERRORS, type ErrorEntry } from '@x-md/core/errors.ts'

/** Sections of the catalogue: their headings, and the statuses that fall under each. */
const SECTIONS: readonly [string, (status: number) => boolean][] = [
  ['Requests', (status) => status === 400],
  ['Credentials', (status) => status === 401],
  ['Missing', (status) => status === 404],
  ['Method and form', (status) => status === 405 || status === 406],
  ['Limits', (status) => status === 429],
  ['Service and sources', (status) => status >= 500],
]

const entries = Object.entries<ErrorEntry>(ERRORS)

/** `docs/errors.md`: its text stands in the file, the catalogue between its marks is written anew. */
export function errorsPage(): string {
  const sections = SECTIONS.map(([heading, fits]) => {
    const rows = entries
      .filter(([, { status }]) => fits(status))
      .map(([code, { status, title, meaning, resolution }]) =>
        row(`\`${code}\``, status, title, meaning, resolution),
      )
    return `### ${heading}\n\n${head('code', 'status', 'title', 'what has happened', 'what to do')}\n${rows.join('\n')}`
  })
  return fill('docs/errors.md', 'catalogue', sections.join('\n\n'))
}

/** `docs/reliability.md`, likewise: the `type` of every problem leads to its row here. */
export function reliabilityPage(): string {
  const rows = entries.map(([code, { status, title, resolution }]) =>
    row(`[\`${code}\`](errors.md#${slug(sectionOf(status))})`, status, title, resolution),
  )
  return fill(
    'docs/reliability.md',
    'error types',
    `${head('code', 'status', 'title', 'what to do')}\n${rows.join('\n')}`,
  )
}

function sectionOf(status: number): string {
  const [heading] = SECTIONS.find(([, fits]) => fits(status)) ?? []
  if (!heading) throw new Error(`No section for status ${status}`)
  return heading
}

const slug = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')
const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`
const head = (...cells: string[]): string => `${row(...cells)}\n${row(...cells.map(() => '---'))}`

/** The file with what stands between its two marks replaced. */
function fill(path: string, mark: string, text: string): string {
  const file = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const [before, , after] = file.split(new RegExp(`(?<=<!-- ${mark} -->\n)([^]*)(?=<!-- /${mark} -->)`))
  if (before === undefined || after === undefined) throw new Error(`${path} lacks its mark: ${mark}`)
  return `${before}\n${text}\n\n${after}`
}
