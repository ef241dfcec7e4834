import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Post } from '../domain/post.ts'

/**
 * Words that posts of an account are packed against: some posts of it. Each post repeats the account's profile and
 * the names of all fields, so it shrinks to a fifth this way, alone as it stands; without them to three fifths.
 */
export interface Words {
  /** Made from the text: the same words have the same name everywhere. */
  readonly name: string
  readonly text: string
}

/** Posts that words are made from, and characters of them: more of them would help little. */
const SAMPLES = 4
const MAX_CHARACTERS = 8000

/** The longest that a post may unpack to: more than the largest answer of an upstream. */
const MAX_UNPACKED = 64 * 1024 * 1024

export function wordsOf(posts: readonly Post[]): Words {
  const step = Math.max(1, Math.floor(posts.length / SAMPLES))
  const samples = posts.filter((_, index) => index % step === 0).slice(0, SAMPLES)
  const cut = samples.map((post) => JSON.stringify(post).slice(0, MAX_CHARACTERS / SAMPLES)).join('')
  // Half of a character, where a sample was cut, would not come back from a store as it went there.
  const text = cut.toWellFormed()
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 8), text }
}

/** @returns the name of the words, then the post in base64, since not every way to a store takes bytes */
export function packPost(post: Post, { name, text }: Words): string {
  return `${name} ${deflateRawSync(JSON.stringify(post), { dictionary: Buffer.from(text) }).toString('base64')}`
}

/** The name of the words that a post was packed against. */
export function wordsNameOf(packed: string): string {
  return packed.slice(0, Math.max(0, packed.indexOf(' ')))
}

/** @throws when it is damaged, or was packed against other words */
export function unpackPost(packed: string, { name, text }: Words): Post {
  const body = Buffer.from(packed.slice(name.length + 1), 'base64')
  const options = { dictionary: Buffer.from(text), maxOutputLength: MAX_UNPACKED }
  return JSON.parse(inflateRawSync(body, options).toString()) as Post
}
