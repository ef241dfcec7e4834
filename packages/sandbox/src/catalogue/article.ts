import type { Article } from '../world/model.ts'

/** An article as a reader sees it. */
export interface ArticleTruth {
  id: string
  title: string
  preview: string
  cover?: { url: string; alt?: string }
  /** The blocks in order; list items with their depth. Empty where the body could not be fetched. */
  blocks: { type: string; text: string; depth?: number }[]
  /** The words of all blocks, one block a line; blocks that hold no words are left out. */
  text: string
  links: string[]
  /** Markdown of the code and table blocks, as the author wrote it. */
  markdown: string[]
  latex: string[]
  /** Ids of embedded posts. */
  posts: string[]
  media: string[]
}

export function articleTruth(article: Article): ArticleTruth {
  const body = article.bodyMissing ? [] : article.blocks
  const entities = article.bodyMissing ? [] : article.entities
  const { cover } = article
  return {
    id: article.id,
    title: article.title,
    preview: article.preview,
    ...(cover && {
      cover: {
        url: `https://pbs.twimg.com/media/${cover.key}.jpg`,
        ...(cover.alt !== undefined && { alt: cover.alt }),
      },
    }),
    blocks: body.map(({ type, text, depth }) => ({ type, text, ...(depth !== undefined && { depth }) })),
    text: body
      .flatMap(({ type, text }) => (type === 'atomic' || text.trim() === '' ? [] : [text]))
      .join('\n'),
    links: entities.flatMap((entity) => (entity.type === 'LINK' ? [entity.url] : [])),
    markdown: entities.flatMap((entity) => (entity.type === 'MARKDOWN' ? [entity.markdown] : [])),
    latex: entities.flatMap((entity) => (entity.type === 'LATEX' ? [entity.latex] : [])),
    posts: entities.flatMap((entity) => (entity.type === 'TWEET' ? [entity.postId] : [])),
    media: entities.flatMap((entity) =>
      entity.type === 'MEDIA' ? entity.media.flatMap((index) => article.media[index]?.id ?? []) : [],
    ),
  }
}
