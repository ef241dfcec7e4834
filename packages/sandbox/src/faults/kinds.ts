/** What a fault of some kind does, for people who read the catalogue. */
export interface FaultKindNote {
  note: string
  /** False: invented here, since no public record shows how the real service does it. */
  proven: boolean
}

const kind = (note: string, proven = true): FaultKindNote => ({ note, proven })

/** Every kind of fault. The names are stable. */
export const FAULT_KINDS = {
  latency: kind('The answer comes late: delayMs is a number, {p50, p99} or {min, max}'),
  'rate-limit': kind(
    '429; Retry-After only by headers; body: "json", "html", "empty" or the very text or JSON to send',
    false,
  ),
  'no-credits': kind('402, as the paid services answer when nothing is left; body as with rate-limit'),
  'throttle-404': kind('What each route of the door answers when X throttles the service behind it'),
  '5xx': kind('A failing edge: status, 503 unless given; body as with rate-limit', false),
  'html-200': kind('A page for people, with status 200', false),
  'crash-page': kind(
    'FxTwitter’s own page after a crash: HTML, 500 or the given status, 200 to embed clients',
  ),
  'truncated-json': kind(
    'The answer ends after afterBytes, half of it unless given, as if it were whole',
    false,
  ),
  reset: kind('The connection is reset: before the answer, or within its body after afterBytes', false),
  hang: kind('No answer ever comes', false),
  'slow-body': kind('The body comes in twenty pieces, with delayMs, 250 unless given, before each', false),
  'huge-body': kind('A body without end in sight: bytes, one gibibyte unless given, of a JSON text', false),
  'wrong-content-type': kind('The right body as text/html, or as what headers say', false),
  'empty-object': kind('{} with status 200', false),
  'conversation-page-2-404': kind(
    'Pages of a conversation after the first answer 404. This is so without any fault; "fixed": true ends it',
  ),
  'exact-token': kind(
    'The syndication door takes only the token that X’s own script derives from the id',
    false,
  ),
  'replies-shuffled': kind('The answers to a post come in another order each time'),
  'posts-dropped': kind('Some rows of a thread, conversation or list are missing: share, 0.3 unless given'),
  'short-page': kind(
    'A list page holds the first few of its rows, with the cursor of the whole page: asking again brings the rest',
  ),
  'empty-page': kind('A list page holds nothing, with the cursor of the whole page, though the list goes on'),
  'pages-overlap': kind(
    'A list page begins with the last rows of the page before: share of a page, 0.1 unless given',
  ),
  'cursor-repeats': kind('A later page of a list gives the cursor that it was asked with', false),
  'cursor-cycles': kind('A later page of a list gives the cursor of the page before it, for ever', false),
  'search-down': kind('FxTwitter’s search answers an empty 404 to everything, as it did for days'),
  'promoted-post': kind('A page of a timeline or search holds a post by a stranger, without any mark'),
  'thread-cut': kind(
    'A thread ends some posts below the requested one though it goes on: rows, 30 unless given',
    false,
  ),
  'long-posts-cut': kind('Long posts come cut: "…" and a t.co link at the end, is_note_tweet false', false),
  'fields-dropped': kind('Optional fields are missing at random; fields names others to choose from'),
  'indices-utf16': kind('Facets and display ranges count UTF-16 units instead of code points', false),
  'indices-mixed': kind('Each facet counts code points or UTF-16 units, at random', false),
} as const satisfies Record<string, FaultKindNote>

export type FaultKind = keyof typeof FAULT_KINDS

/** The kinds as the catalogue lists them. */
export function faultKindList(): ({ kind: string } & FaultKindNote)[] {
  return Object.entries(FAULT_KINDS).map(([kind, { note, proven }]) => ({ kind, note, proven }))
}
