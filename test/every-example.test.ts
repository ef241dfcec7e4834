import { afterAll, beforeAll, expect, test } from 'vitest'
import { fenceFaults } from './helpers/fence-faults.ts'
import { faultsInJson, faultsInShown, readNote, wordsOf } from './helpers/invariants.ts'
import { firstFence, hrefsOf, readableLines, shownText, toHtml } from './helpers/read-back.ts'
import { type Example, startSandboxedService } from './helpers/service.ts'

/** FxTwitter gives these as posts of their own that name no original. */
const CUT_REPOST = /^repost\/cut/
/** What FxTwitter does not tell: see the examples' notes. */
const POLLS_AS_UPSTREAM_HAS_THEM = new Set(['poll/equal-labels', 'poll/numeric-labels', 'poll/counts-hidden'])
/** Here upstream's own `text`, which JSON keeps untouched, has a short link. */
const SHORT_LINK_IN_TEXT = new Set(['link/media-link-of-old-length', 'repost/cut-in-a-link'])

/**
 * Every named post of the world, read over HTTP in every format, against the world's own word on it. A fault
 * is a line that names the example, so one run shows all of them.
 */
let service: Awaited<ReturnType<typeof startSandboxedService>>
let readable: Example[]
beforeAll(async () => {
  service = await startSandboxedService()
  readable = service.examples.filter(
    ({ answers, kind }) => answers.fxtwitter === 200 && kind !== 't.co link off X',
  )
})
afterAll(() => service.close())

const ask = (example: Example, options: string): Promise<Response> =>
  fetch(`${service.url}/api/v1/posts?url=${encodeURIComponent(example.url)}&${options}`)

async function read(example: Example, options: string): Promise<string> {
  const response = await ask(example, options)
  const text = await response.text()
  if (!response.ok) throw new Error(`${example.kind}: ${response.status} ${text}`)
  return text
}

/** Runs a check on each example and collects what it finds, each line with the example's kind. */
async function faultsOf(
  examples: readonly Example[],
  check: (example: Example) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = []
  for (const example of examples) {
    const found = await check(example).catch((error: Error) => [error.message])
    faults.push(...found.map((fault) => `${example.kind}: ${fault}`))
  }
  return faults
}

test('there is an example of every kind', () => {
  expect(readable.length).toBeGreaterThan(300)
})

test.each(['markdown', 'obsidian'])(
  '%s says the words of the post, and nothing else in its fence',
  async (format) => {
    const faults = await faultsOf(readable, async (example) => {
      const text = await read(example, `thread=off&format=${format}`)
      return fenceFaults(example, format === 'obsidian' ? readNote(text).body : text)
    })
    expect(faults).toEqual([])
  },
)

test('links point where the world says', async () => {
  const faults = await faultsOf(readable, async (example) => {
    const hrefs = hrefsOf(firstFence(toHtml(await read(example, 'thread=off'))) ?? '').map(same)
    return example.links
      .map(same)
      .flatMap((link, index) => (hrefs[index] === link ? [] : [`${link}, not ${hrefs[index]}`]))
  })
  expect(faults).toEqual([])
})

function same(address: string): string {
  const { href } = new URL(address)
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}

test('every photo, video, poll option, quote and repost is there', async () => {
  const faults = await faultsOf(readable, async (example) => {
    const html = toHtml(await read(example, 'thread=off'))
    const addresses = [
      ...hrefsOf(html),
      ...[...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src ?? ''),
    ]
    const has = (part: string) => addresses.some((address) => address.includes(part))
    return [
      ...example.media.filter(({ url }) => !has(url)).map(({ url }) => `no ${url}`),
      ...pollOf(example).flatMap(({ label }, index) =>
        listItem(html, index).startsWith(readableLines(label).join(' ')) ? [] : [`no option ${label}`],
      ),
      ...(example.quote && !has(example.quote.id) ? [`no quote ${example.quote.id}`] : []),
      ...(example.repost_of && !CUT_REPOST.test(example.kind) && !has(example.repost_of.id)
        ? [`no repost of ${example.repost_of.id}`]
        : []),
    ]
  })
  expect(faults).toEqual([])
})

function pollOf({ kind, poll }: Example): { label: string }[] {
  return POLLS_AS_UPSTREAM_HAS_THEM.has(kind) ? [] : (poll?.choices ?? [])
}

function listItem(html: string, index: number): string {
  const items = [...html.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item]) =>
    readableLines(shownText(item ?? '')).join(' '),
  )
  return items[index] ?? ''
}

test.each([
  'format=markdown',
  'format=markdown&full=true&userinfo=all',
  'format=obsidian',
  'format=obsidian&userinfo=all&replies=recent',
])('whole conversations hold no fault of ours: %s', async (options) => {
  const faults = await faultsOf(readable, async (example) => {
    const text = await read(example, options)
    const words = `${wordsOf(example)}${await read(example, 'format=json')}`
    if (options.includes('obsidian')) readNote(text)
    return faultsInShown(text, withoutMarkdown(words))
  })
  expect(faults).toEqual([])
})

/** The words in an answer as upstream gave them, without our own rendering of them or any short link. */
function withoutMarkdown(words: string): string {
  return words.replace(/"markdown":"(?:[^"\\]|\\.)*"/g, '').replaceAll('t.co/', '')
}

test('JSON is valid and holds no fault of ours', async () => {
  const examples = readable.filter(({ kind }) => !SHORT_LINK_IN_TEXT.has(kind))
  const faults = await faultsOf(examples, async (example) => {
    const answer = JSON.parse(await read(example, 'format=json'))
    return faultsInJson(answer, withoutMarkdown(wordsOf(example) + JSON.stringify(answer)))
  })
  expect(faults).toEqual([])
})

test("front matter names the post by its permalink and its author's handle", async () => {
  const faults = await faultsOf(readable, async (example) => {
    const { frontMatter } = readNote(await read(example, 'format=obsidian'))
    const source = String(frontMatter.source)
    const id = CUT_REPOST.test(example.kind) ? example.id : (example.repost_of?.id ?? example.id)
    return source.startsWith('https://x.com/') && source.endsWith(`/status/${id}`)
      ? []
      : [`source is ${source}`]
  })
  expect(faults).toEqual([])
})

test('what cannot be read is never an empty success', async () => {
  const gone = service.examples.filter(({ answers }) => answers.fxtwitter !== 200)
  expect(gone.length).toBeGreaterThan(3)
  const faults = await faultsOf(gone, async (example) => {
    const { status } = await ask(example, 'thread=off')
    // Both sources answer here, so what one leaves open the other settles.
    return status === 404 ? [] : [`${example.tombstone} answers ${status}`]
  })
  expect(faults).toEqual([])
})
