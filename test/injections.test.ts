import { afterAll, beforeAll, expect, test } from 'vitest'
import { elementsOf, hrefsOf, shownText, toGitHubHtml, toHtml } from './helpers/read-back.ts'
import { type Example, startSandboxedService } from './helpers/service.ts'

/**
 * Text by strangers gives no document a structure: not the post's own, nor that of names, bios, quotes,
 * replies, polls, cards and notes around it. Seen on the whole document, as a Markdown reader builds it.
 */
let service: Awaited<ReturnType<typeof startSandboxedService>>
let examples: Example[]
beforeAll(async () => {
  service = await startSandboxedService()
  examples = service.examples.filter(
    ({ answers, kind }) => answers.fxtwitter === 200 && !/article|^t\.co /.test(kind),
  )
})
afterAll(() => service.close())

const read = async (example: Example): Promise<string> =>
  (
    await fetch(
      `${service.url}/api/v1/posts?url=${encodeURIComponent(example.url)}&full=true&userinfo=all&format=markdown`,
    )
  ).text()

/** Everything that we write with, articles apart. */
const OURS = new Set([
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'br',
  'a',
  'blockquote',
  'img',
  'ol',
  'ul',
  'li',
  'strong',
  'em',
])

/** Headings of ours: somebody's handle, or a post that is missing. */
const HEADING = /\(@\w{1,15}\)$|^(?:[\w/ ]+ · )?@\w{1,15}$|· unavailable$/

async function faultsOf(check: (markdown: string, example: Example) => string[]): Promise<string[]> {
  const faults: string[] = []
  for (const example of examples) {
    const markdown = await read(example)
    faults.push(...check(markdown, example).map((fault) => `${example.kind}: ${fault}`))
  }
  return faults
}

test('no element but ours, in CommonMark and as GitHub reads it', async () => {
  const faults = await faultsOf((markdown) =>
    [toHtml(markdown), toGitHubHtml(markdown)].flatMap((html) =>
      [...elementsOf(html)].filter((name) => !OURS.has(name)),
    ),
  )
  expect(faults).toEqual([])
})

test('every heading is ours, and none stands behind the fence', async () => {
  const faults = await faultsOf((markdown) => {
    const html = toHtml(markdown)
    const fences = [...html.matchAll(/<blockquote>[\s\S]*?<\/blockquote>/g)].map(([fence]) => fence)
    const headings = [...html.matchAll(/<h[1-6]>([\s\S]*?)<\/h[1-6]>/g)].map(([, text]) =>
      shownText(text ?? ''),
    )
    return [
      ...headings.filter((text) => !HEADING.test(text)),
      ...fences.filter((fence) => /<h[1-6]>|<(?:ol|ul|li|img|pre|code)\b/.test(fence)),
      ...fences.filter((fence) => fence.lastIndexOf('<blockquote>') > 0),
    ]
  })
  expect(faults).toEqual([])
})

test('links are http(s), and pictures come from where X keeps them', async () => {
  const faults = await faultsOf((markdown) => {
    const html = toHtml(markdown)
    const pictures = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src ?? '')
    return [
      ...hrefsOf(html).filter((href) => !/^https?:\/\//.test(href)),
      ...pictures.filter((src) => !/^https:\/\/(?:pbs|video)\.twimg\.com\//.test(src)),
    ]
  })
  expect(faults).toEqual([])
})

test('every line that is not one of ours begins with >', async () => {
  const faults = await faultsOf((markdown) => markdown.split('\n').filter((line) => !OUR_LINE.test(line)))
  expect(faults).toEqual([])
})

/** How the lines begin that are not somebody's words. */
const OUR_LINE = new RegExp(
  `^(?:$|>|#{2,6} |!\\[|\\[(?:Video|GIF)|File, |\\d+\\. |\\d[\\d,]* |${[
    'Source: <',
    'Replying to @',
    'Reposted by ',
    'Date: ',
    'Language: ',
    'Posted with: ',
    'Community: ',
    'Community note by readers:$',
    'Marked as sensitive',
    'Long post',
    'Author verified as: ',
    'Verified as: ',
    'Poll \\((?:open|closed)',
    'Size: ',
    'External video: ',
    'Broadcast: ',
    'Link card:',
    'Translation \\(',
    'Profile: ',
    'Bio:$',
    'Location: ',
    'Website: ',
    'Joined: ',
    'Warning: ',
    'This post is not available',
  ].join('|')})`,
)
