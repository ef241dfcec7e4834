import { createHash } from 'node:crypto'
import { XmdError } from '../errors.ts'

/**
 * Where a walk through a list stands: in which page of its source and after how many of the items there. The
 * rest is what the walk has to remember to give nothing twice, as fingerprints (see `fingerprint`), since
 * nothing of it is kept here between two requests. How it is written is `docs/decisions/0005-cursors.md`.
 */
export interface Position {
  /** The source's own cursor; absent for its first page. */
  cursor: string | undefined
  /** Items of that page that have been given, or passed over. */
  taken: number
  /** The last of those, after which the place is found again in a list that has shifted. */
  anchors: readonly number[]
  /** What was to follow next, before which it is found when all those are gone. */
  ahead: readonly number[]
  /** Pages that were read since in search of the place: their items are above it. */
  passed: number
  /** What was given last before this page: sources repeat the end of a page at the start of the next. */
  before: readonly number[]
  /** What was given above its place in the order, where it is met again. */
  early: readonly number[]
  /** How the pages before this one began: a source that leads back to one of them would go round for ever. */
  heads: readonly number[]
  /** Whether this page was empty already when it was asked for last. */
  wasEmpty: boolean
  /** Whether the cursor came in a source's own form, which says nothing of the question it belongs to. */
  foreign: boolean
}

export const START: Position = {
  cursor: undefined,
  taken: 0,
  anchors: [],
  ahead: [],
  passed: 0,
  before: [],
  early: [],
  heads: [],
  wasEmpty: false,
  foreign: false,
}

/** What a cursor belongs to. */
export interface CursorScope {
  /** Names of the sources that may have given it; the first is meant where none is named. */
  sources: readonly string[]
  /** Everything that makes this list another one than the next: route, handle, query, options. */
  question: string
}

/** 32 bits of a text: enough to tell it from a few dozen others. */
export function fingerprint(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}

/**
 * A position as the opaque text that a caller sends back: `source:cursor@taken~tail`. The tail is what is
 * remembered, with a digest of it all and of the question.
 */
export function writeCursor(position: Position, source: string, question: string): string {
  const head = `${source}:${position.cursor ?? ''}${position.taken > 0 ? `@${position.taken}` : ''}`
  const memory = writeMemory(position)
  const digest = digestOf(head, memory, question)
  return `${head}~${Buffer.concat([digest, memory]).toString('base64url')}`
}

/**
 * Reads a cursor: one of ours, which has to fit the question, or one in the form of the source itself,
 * `[source:]cursor[@taken]`, of which only the form can be checked.
 * @throws XmdError `invalid_option`
 */
export function readCursor(text: string, scope: CursorScope): { source: string; position: Position } {
  const [, head, tail] = /^(.*)~([\w-]*)$/s.exec(text) ?? []
  const [, source = scope.sources[0] as string, cursor = '', taken = '0'] =
    /^(?:([a-z]+):)?(.*?)(?:@(\d{1,5}))?$/s.exec(head ?? text) ?? []
  if (!scope.sources.includes(source)) throw unusableCursor()
  const place = { cursor: cursor || undefined, taken: Number(taken) }
  if (head === undefined || tail === undefined) {
    if (!SOURCE_CURSOR.test(cursor)) throw unusableCursor()
    return { source, position: { ...START, ...place, foreign: true } }
  }
  const bytes = Buffer.from(tail, 'base64url')
  const memory = bytes.subarray(DIGEST_BYTES)
  const read = readMemory(memory)
  // Of a text that is not what the bytes are written as, a part was passed over.
  if (
    bytes.toString('base64url') !== tail ||
    !read ||
    !digestOf(head, memory, scope.question).equals(bytes.subarray(0, DIGEST_BYTES))
  ) {
    throw unusableCursor()
  }
  return { source, position: { ...place, ...read, foreign: false } }
}

/** Cursors of X are base64, or two numbers with a bar between. */
const SOURCE_CURSOR = /^[\w+/=|.-]{1,1024}$/
const DIGEST_BYTES = 4
/** Bytes before the fingerprints. */
const COUNTS = 6

/** What is said to a cursor that cannot be used. */
export function unusableCursor(): XmdError {
  return new XmdError(
    'invalid_option',
    'This cursor does not belong to this list, or it was changed. Send `nextCursor` as it came, with the same route, handle, query, feed and options; or leave `cursor` out to start anew.',
  )
}

function digestOf(head: string, memory: Buffer, question: string): Buffer {
  const text = JSON.stringify([head, memory.toString('base64'), question])
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES)
}

/** One byte each: whether it was empty, pages passed, and how many fingerprints of each kind follow. */
function writeMemory({ wasEmpty, passed, anchors, ahead, heads, early, before }: Position): Buffer {
  const prints = [...anchors, ...ahead, ...heads, ...early, ...before]
  const bytes = Buffer.alloc(COUNTS + 4 * prints.length)
  bytes.set([Number(wasEmpty), passed, anchors.length, ahead.length, heads.length, early.length])
  for (const [index, print] of prints.entries()) bytes.writeUInt32BE(print, COUNTS + 4 * index)
  return bytes
}

type Memory = Pick<Position, 'wasEmpty' | 'passed' | 'anchors' | 'ahead' | 'heads' | 'early' | 'before'>

function readMemory(bytes: Buffer): Memory | undefined {
  const [empty = 0, passed = 0, ...lengths] = bytes.subarray(0, COUNTS)
  const known = lengths.reduce((sum, length) => sum + length, 0)
  if (bytes.length < COUNTS + 4 * known || (bytes.length - COUNTS) % 4 !== 0) return undefined
  const prints = Array.from({ length: (bytes.length - COUNTS) / 4 }, (_, index) =>
    bytes.readUInt32BE(COUNTS + 4 * index),
  )
  const [anchors, ahead, heads, early] = lengths.map((length) => prints.splice(0, length))
  if (!anchors || !ahead || !heads || !early) return undefined
  return { wasEmpty: empty === 1, passed, anchors, ahead, heads, early, before: prints }
}
