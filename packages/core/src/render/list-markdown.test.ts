import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import type { Author } from '../domain/author.ts'
import { awkwardText } from '../testing/awkward-text.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { wirePost } from '../testing/wire-post.ts'
import { profileMarkdown } from './profile-markdown.ts'
import { searchMarkdown } from './search-markdown.ts'
import { usersMarkdown } from './users-markdown.ts'

const now = Date.UTC(2026, 0, 1)
const options = (full: boolean) => ({ full, now, warnings: ['repeated_cursor'], degraded: false })

const hostile = fc.oneof(awkwardText, fc.string({ unit: 'binary', maxLength: 30 }))
const account = fc.record({ name: hostile, description: hostile, location: hostile, website: hostile }).map(
  ({ website, ...words }): Author => ({
    id: '7',
    screen_name: 'ada_quill',
    url: 'https://x.com/ada_quill',
    followers: 3,
    website: { url: website },
    ...words,
  }),
)

/** What stands in lines of ours, as a reader shows it. */
function outsideOfFences(markdown: string): string[] {
  return markdown.split('\n').filter((line) => !line.startsWith('>'))
}

/** A document of ours has headings, paragraphs, links and fences, and no more, however a reader takes it. */
function expectOurs(markdown: string, headings: number): void {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  const outside = micromark(outsideOfFences(markdown).join('\n'), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })
  const names = new Set([...outside.matchAll(/<([a-z]\w*)/g)].map(([, name]) => name))
  for (const name of names) expect(['h1', 'h2', 'h3', 'p', 'br', 'a']).toContain(name)
  expect(outside.match(/<h\d/g)).toHaveLength(headings)
  expect(html).not.toMatch(/(?:href|src)="(?!https?:|mailto:|#)[^"]/)
}

describe('no words of strangers give a list a structure', () => {
  test('a profile', () => {
    fc.assert(
      fc.property(account, hostile, fc.boolean(), (profile, text, full) => {
        const posts = [wirePost({ text, author: { ...profile }, raw_text: undefined })]
        expectOurs(profileMarkdown(profile, posts, options(full)), 3)
      }),
      propertyRuns(150),
    )
  })

  test('accounts', () => {
    fc.assert(
      fc.property(account, account, fc.boolean(), (one, two, full) => {
        expectOurs(usersMarkdown('Followers', [one, two], options(full)), 3)
      }),
      propertyRuns(150),
    )
  })

  test('a search, whose query is its caller’s', () => {
    fc.assert(
      fc.property(hostile, account, (query, user) => {
        expectOurs(searchMarkdown(query, { users: [user] }, options(false)), 2)
      }),
      propertyRuns(150),
    )
  })
})

test('a list says what is odd about it, and when it is empty', () => {
  const empty = searchMarkdown('boats', { posts: [] }, { ...options(false), degraded: true })
  expect(empty).toBe(`# Search: boats

X could not be searched. These are snippets of a web search instead: their texts may be cut, others may be missing, and their order says nothing.

No posts.

Warning: X led back to what it had given before, so the list ends here and may lack something.
`)
  expect(usersMarkdown('Followers', [], options(false))).toContain('\nNo accounts.\n')
})

test('a compact account is its address and its words; a full one all that is known', () => {
  const user = { screen_name: 'bo_marl', name: 'Bo', description: 'Rope and tide', followers: 1200 }
  const compact = usersMarkdown('Followers', [user], options(false))
  expect(compact).toContain(
    '## 1/1 · Bo (@bo_marl)\n\nProfile: <https://x.com/bo_marl>\n\nBio:\n\n> Rope and tide',
  )
  expect(compact).not.toContain('1,200')
  expect(usersMarkdown('Followers', [user], options(true))).toContain('1,200 followers')
})
