import type { MediaItem } from '../../domain/media.ts'
import type { Post } from '../../domain/post.ts'
import { timeOf } from '../../domain/post-time.ts'
import { kindOf } from '../../stores/archive.ts'

/**
 * Names of files that stay what they are when a text, a name or a handle's letters change, and that every system
 * takes: ASCII, no two alike but for their case, none that Windows keeps for itself.
 */

/** A note's name without its ending: the day and the id of its first post. */
export function noteName(first: Post): string {
  return `${dayOf(first)}-${first.id}${kindOf(first) === 'repost' ? '-repost' : ''}`
}

/** The month that a note is filed under. */
export function monthOf(first: Post): string {
  return dayOf(first).slice(0, 7)
}

/** The id in a note's name; undefined for a name that is none of a note. */
export function noteId(name: string): string | undefined {
  return /^\d{4}-\d\d-\d\d-(\d+)(?:-repost)?$/.exec(name)?.[1]
}

/** An account's folder. The @ makes another word of those that Windows keeps for itself, such as con. */
export function accountFolder(handle: string): string {
  return `@${handle.toLowerCase().replace(/[^a-z0-9_]/g, '_')}`
}

export function dayOf(post: Post): string {
  return new Date(timeOf(post)).toISOString().slice(0, 10)
}

/** A file of an attachment; undefined where it has no id of its own to be named by. */
export function mediaName({ id, type }: MediaItem, part: 'file' | 'poster'): string | undefined {
  if (!id || !/^\d{1,20}$/.test(id)) return undefined
  if (part === 'poster') return `${id}-poster.jpg`
  return `${id}.${type === 'photo' ? 'jpg' : 'mp4'}`
}
