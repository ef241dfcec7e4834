import { cutText } from '../doors/fxtwitter/cut-text.ts'
import { readableText } from '../doors/fxtwitter/text.ts'
import type { WireStatus } from '../doors/fxtwitter/wire.ts'
import { isObject, type Json, objectsIn } from './json.ts'

/**
 * Cuts the long posts of FxTwitter answers, as when the request behind them was of the kind that gets only
 * the short form.
 */
export function cutLongPosts(answer: Json): void {
  for (const object of objectsIn(answer)) {
    if (object.is_note_tweet !== true || !isObject(object.raw_text)) continue
    const status = object as unknown as WireStatus
    status.is_note_tweet = false
    status.raw_text = cutText(status.raw_text, status.id)
    status.text = readableText(status.raw_text.text, status.raw_text.facets)
  }
}
