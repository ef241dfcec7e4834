import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../testing/property-runs.ts'
import { type Piece, RecordSplitter } from './split-records.ts'

/** Feeds a file in chunks of these sizes, over and over. */
function split(file: Uint8Array | string, sizes: readonly number[] = [64_000], options = {}): Piece[] {
  const bytes = Buffer.from(file)
  const splitter = new RecordSplitter('tweet', options)
  const pieces: Piece[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number
    pieces.push(...splitter.push(bytes.subarray(at, at + size)))
    at += size
  }
  return [...pieces, ...splitter.end()]
}

const recordsOf = (pieces: Piece[]) => pieces.flatMap((piece) => ('record' in piece ? [piece.record] : []))
const faultsOf = (pieces: Piece[]) => pieces.flatMap((piece) => ('fault' in piece ? [piece.fault] : []))

interface Layout {
  indent: number | undefined
  head: string
  tail: string
}

function fileOf(records: readonly unknown[], { indent, head, tail }: Layout): string {
  return `${head}${JSON.stringify(records, undefined, indent)}${tail}`
}

const layout: fc.Arbitrary<Layout> = fc.record({
  indent: fc.constantFrom(undefined, 2, 4),
  head: fc.constantFrom('window.YTD.tweets.part0 = ', '\ufeffwindow.YTD.tweet.part12 =', ''),
  tail: fc.constantFrom('', '\n', ';', ' ;\r\n'),
})
const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 })
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('{"tweet":{', '"}]', '\\', '\\"', '{ "tweet" : {', '\u2028', 'RT @x: …', '\n\r\t'),
)
const tweets = fc
  .array(
    fc.record({ full_text: text, tags: fc.array(fc.record({ text })), more: fc.jsonValue({ maxDepth: 3 }) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((list) => list.map((one, index) => ({ tweet: { id_str: String(index), ...one } })))
const idsOf = (pieces: Piece[]) =>
  recordsOf(pieces).map((record) => (record as { tweet?: { id_str?: string } }).tweet?.id_str)

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return true
  } catch {
    return false
  }
}

describe('a data file of an account archive', () => {
  test('gives its records, wherever its chunks end', () => {
    fc.assert(
      fc.property(tweets, layout, sizes, (records, how, chunks) => {
        const pieces = split(fileOf(records, how), chunks)
        expect(faultsOf(pieces)).toEqual([])
        expect(JSON.stringify(recordsOf(pieces))).toBe(JSON.stringify(records))
      }),
      propertyRuns(150),
    )
  })

  test('that was cut gives all that came before, and says so', () => {
    fc.assert(
      fc.property(
        tweets,
        layout,
        sizes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (records, how, chunks, share) => {
          const bytes = Buffer.from(fileOf(records, { ...how, tail: '' }))
          const end = Math.floor(share * (bytes.length - 1))
          const pieces = split(bytes.subarray(0, end), chunks)
          expect(faultsOf(pieces)).toEqual(['cut'])
          const whole = recordsOf(pieces)
          expect(JSON.stringify(whole)).toBe(JSON.stringify(records.slice(0, whole.length)))
          const next = Buffer.byteLength(fileOf(records.slice(0, whole.length + 1), { ...how, tail: '' }))
          expect(whole.length === records.length || end < next).toBe(true)
        },
      ),
      propertyRuns(150),
    )
  })

  test('loses of its records only the one that is damaged', () => {
    const damage = fc.record({
      place: fc.double({ min: 0, max: 1, noNaN: true }),
      kind: fc.constantFrom('drop', 'insert', 'replace'),
      byte: fc.constantFrom(...Array.from('"{}[],:\\\n x\0'), '\xff'),
      length: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(
        tweets,
        layout,
        sizes,
        fc.nat(),
        damage,
        (records, how, chunks, which, { place, kind, byte, length }) => {
          const index = which % records.length
          const pieces = records.map((record) => JSON.stringify(record, undefined, how.indent))
          const victim = Buffer.from(pieces[index] as string)
          // Its first signs stay: a record without them cannot be told from what stands before it.
          const first = victim.indexOf(':') + 1
          const at = first + Math.floor(place * (victim.length - first))
          const end = kind === 'insert' ? at : kind === 'drop' ? Math.min(victim.length, at + length) : at + 1
          const damaged = Buffer.concat([
            victim.subarray(0, at),
            kind === 'drop' ? Buffer.alloc(0) : Buffer.from(byte, 'latin1'),
            victim.subarray(end),
          ])
          const file = Buffer.concat([
            Buffer.from(
              `${how.head}[${pieces
                .slice(0, index)
                .map((piece) => `${piece},`)
                .join('\n')}`,
            ),
            damaged,
            Buffer.from(
              `${pieces
                .slice(index + 1)
                .map((piece) => `,\n${piece}`)
                .join('')}]${how.tail}`,
            ),
          ])
          const others = records.map(({ tweet }) => tweet.id_str).filter((id) => id !== String(index))
          const found = split(file, chunks)
          expect(idsOf(found).filter((id) => others.includes(id as string))).toEqual(others)
          // A comma more between two records loses nothing.
          if (!isJson(Buffer.from(damaged.toString('latin1').replace(/[,\s]+$/, ''), 'latin1')))
            expect(faultsOf(found).length).toBeGreaterThan(0)
        },
      ),
      propertyRuns(400),
    )
  })

  test('of 2019, whose records have no name around them, gives them too, and finds on behind a broken one', () => {
    const records = ['1', '2', '3', '4'].map((id_str) => ({
      retweeted: false,
      entities: { urls: [{ id: 1 }] },
      id_str,
    }))
    const file = `window.YTD.tweet.part0 = ${JSON.stringify(records, undefined, 2)}`
    expect(recordsOf(split(file, [7]))).toEqual(records)
    const broken = file.replace('"id_str": "2"', '"id_str": "2')
    expect(faultsOf(split(broken, [7]))).toEqual(['malformed'])
    expect(recordsOf(split(broken, [7]))).toEqual([records[0], records[2], records[3]])
  })

  test('says about where a fault is', () => {
    const file =
      'window.YTD.tweets.part0 = [{"tweet":{"id_str":"1"}},{"tweet":{"id_str":2 3}},{"tweet":{"id_str":"4"}}]'
    expect(split(file)).toEqual([
      { at: file.indexOf('{'), record: { tweet: { id_str: '1' } } },
      { at: file.indexOf('{"tweet":{"id_str":2'), fault: 'malformed' },
      { at: file.lastIndexOf('{"tweet"'), record: { tweet: { id_str: '4' } } },
    ])
  })

  test('is not held in memory for a record that never ends', () => {
    const endless = `window.YTD.tweets.part0 = [{"tweet":{"full_text":"${'x'.repeat(3_000)}"}},{"tweet":{"id_str":"2"}}]`
    const pieces = split(endless, [100], { maxRecordBytes: 1_000 })
    expect(faultsOf(pieces)).toEqual(['too-large'])
    expect(idsOf(pieces)).toEqual(['2'])
  })

  test.each([
    ['nothing', '', ['cut']],
    ['a page', `<!DOCTYPE html>${'<p>No archive</p>'.repeat(100)}`, ['malformed']],
    ['no list', 'window.YTD.tweets.part0 = ', ['cut']],
    ['an empty list', 'window.YTD.tweets.part0 = [ ]', []],
    ['what nests too deep', `[{"tweet":${'['.repeat(300)}${']'.repeat(300)}}]`, ['malformed']],
    ['another encoding', Buffer.from('[{"tweet":{"full_text":"caf\xe9"}}]', 'latin1'), ['malformed']],
  ])('of %s holds no record', (_, file, faults) => {
    expect([recordsOf(split(file)), faultsOf(split(file))]).toEqual([[], faults])
  })
})
