import type { Family } from '../draft.ts'
import { t } from '../parts.ts'

/** Posts from before snowflakes. */
export const FIRST_POSTS: Family = {
  start: '2006-03-21T20:00:00Z',
  drafts: [
    {
      key: 'jack-20',
      by: 'jack',
      at: '2006-03-21T20:50:14Z',
      legacyId: '20',
      body: [t('just setting up my twttr')],
      lang: 'en',
      source: 'Twitter Web Client',
      counts: {
        replies: 15_818,
        reposts: 123_879,
        likes: 263_922,
        bookmarks: 10_651,
        quotes: 2_886,
        views: null,
      },
      kind: 'first-post',
      note: 'The one real post of the world',
    },
  ],
}
