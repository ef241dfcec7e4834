import { z } from 'zod'

const StyleRange = z.looseObject({ offset: z.number(), length: z.number(), style: z.string() })
const EntityRange = z.looseObject({
  offset: z.number(),
  length: z.number(),
  key: z.union([z.number(), z.string()]),
})

const ArticleBlock = z.looseObject({
  key: z.string().nullish(),
  type: z.string().describe('unstyled, header-one, blockquote, ordered-list-item, atomic, …'),
  text: z.string(),
  data: z.unknown().optional(),
  entityRanges: z.array(EntityRange).nullish(),
  inlineStyleRanges: z.array(StyleRange).nullish(),
})
export type ArticleBlock = z.infer<typeof ArticleBlock>

const ArticleEntity = z.looseObject({
  type: z.string().describe('LINK, MEDIA, TWEET, MARKDOWN, DIVIDER, …'),
  data: z.looseObject({}).nullish(),
})
export type ArticleEntity = z.infer<typeof ArticleEntity>

const EntityEntry = z.looseObject({ key: z.union([z.string(), z.number()]), value: ArticleEntity })

const ArticleMedia = z.looseObject({
  media_id: z.string().nullish(),
  media_info: z.looseObject({}).nullish(),
})
export type ArticleMedia = z.infer<typeof ArticleMedia>

/** An X Article: Draft.js blocks and the entities that their ranges name, passed through by upstream. */
export const Article = z.looseObject({
  id: z.string().nullish(),
  title: z.string().nullish(),
  preview_text: z.string().nullish(),
  created_at: z.string().nullish(),
  modified_at: z.string().nullish(),
  cover_media: ArticleMedia.nullish(),
  content: z
    .looseObject({
      blocks: z.array(ArticleBlock).nullish(),
      entityMap: z
        .union([z.array(EntityEntry), z.record(z.string(), ArticleEntity)])
        .nullish()
        .describe('A list of {key, value}; some sources give an object'),
    })
    .nullish(),
  media_entities: z.array(ArticleMedia).nullish(),
})
export type Article = z.infer<typeof Article>
