import type { Article, ArticleBlock, ArticleEntity, Media } from '../../world/model.ts'
import { Dice, hashText } from '../../world/random.ts'
import { photoUrl } from './media.ts'

/** An X Article: X's own Draft.js content, passed through. */
export function wireArticle(article: Article): object {
  const dice = new Dice(hashText(article.id))
  return {
    created_at: new Date(article.createdAt).toISOString(),
    ...(article.modifiedAt !== undefined && { modified_at: new Date(article.modifiedAt).toISOString() }),
    id: article.id,
    title: article.title,
    preview_text: article.preview,
    cover_media: article.cover ? wireArticleMedia(article.cover) : {},
    content: {
      blocks: article.bodyMissing ? [] : article.blocks.map((block) => wireBlock(block, dice.token(5))),
      entityMap: article.bodyMissing
        ? []
        : article.entities.map((entity, key) => ({
            key: String(key),
            value: wireEntity(entity, article, dice),
          })),
    },
    media_entities: article.media.map(wireArticleMedia),
  }
}

function wireBlock(block: ArticleBlock, key: string): object {
  return {
    key: key.toLowerCase(),
    text: block.text,
    type: block.type,
    data: block.data ?? {},
    ...(block.depth !== undefined && { depth: block.depth }),
    entityRanges: (block.entities ?? []).map(({ key, offset, length }) => ({ key, offset, length })),
    inlineStyleRanges: block.styles ?? [],
  }
}

function wireEntity(entity: ArticleEntity, article: Article, dice: Dice): object {
  const value = (mutability: string, data: object) => ({ type: entity.type, mutability, data })
  switch (entity.type) {
    case 'LINK':
      return value('Mutable', { url: entity.url })
    case 'MEDIA':
      return value('Immutable', {
        entityKey: dice.token(12).toLowerCase(),
        ...(entity.caption !== undefined && { caption: entity.caption }),
        mediaItems: entity.media.map((index, localMediaId) => ({
          localMediaId: String(localMediaId + 1),
          mediaCategory: article.media[index]?.kind === 'photo' ? 'DraftTweetImage' : 'AmplifyVideo',
          mediaId: article.media[index]?.id ?? '',
        })),
      })
    case 'TWEET':
      return value('Immutable', { tweetId: entity.postId })
    case 'MARKDOWN':
      return value('Mutable', { entityKey: dice.token(12).toLowerCase(), markdown: entity.markdown })
    case 'DIVIDER':
      return value('Immutable', {})
    case 'LATEX':
      return value('Immutable', { entityKey: dice.token(12).toLowerCase(), latex: entity.latex })
    case 'TWEMOJI':
      return value('Immutable', { url: entity.url })
  }
}

/** A picture or video of an article, in the form of X's own media objects. */
export function wireArticleMedia(media: Media): object {
  const info =
    media.kind === 'photo'
      ? {
          __typename: 'ApiImage',
          original_img_height: media.height,
          original_img_width: media.width,
          original_img_url: photoUrl(media),
          color_info: { palette: [] },
          ...(media.alt !== undefined && { alt_text: media.alt }),
        }
      : {
          __typename: media.kind === 'gif' ? 'ApiGif' : 'ApiVideo',
          aspect_ratio: { numerator: media.width, denominator: media.height },
          preview_image: { original_img_url: media.thumbnail },
          ...(media.kind === 'video' && { duration_millis: media.durationMs }),
          variants: media.variants.map(variant),
          video_info: { variants: media.variants.map(variant) },
        }
  return { id: mediaNodeId(media.id), media_key: `3_${media.id}`, media_id: media.id, media_info: info }
}

function variant({
  url,
  bitrate,
  contentType,
}: {
  url: string
  bitrate?: number
  contentType: string
}): object {
  return { ...(bitrate !== undefined && { bit_rate: bitrate, bitrate }), content_type: contentType, url }
}

function mediaNodeId(id: string): string {
  return Buffer.from(`ApiMedia:${id}`).toString('base64')
}
