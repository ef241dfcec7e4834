import { z } from 'zod'

/**
 * A stretch of a text that means something: a link, a mention, a tag, a style. `indices` are [start, end) in
 * the raw, HTML-escaped text; which unit they count in is upstream's secret, so a reader has to check.
 */
export const Facet = z.looseObject({
  type: z.string().describe('url, mention, hashtag, symbol, media, bold, italic, inline_media, …'),
  indices: z.tuple([z.number(), z.number()]),
  original: z.string().nullish().describe('What stands in the raw text, without its @, # or $'),
  replacement: z.string().nullish().describe('The expanded address'),
  display: z.string().nullish(),
  id: z.string().nullish(),
})
export type Facet = z.infer<typeof Facet>
