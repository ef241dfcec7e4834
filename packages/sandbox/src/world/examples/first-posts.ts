import type { Family } from '../draft.ts'
import { h, say, t } from '../parts.ts'

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
      kind: 'first-post/jack-20',
      note: 'The one real post of the world',
    },
    {
      key: 'sequential-id',
      by: 'oskar_fenwall',
      at: '2009-11-03T07:15:40Z',
      legacyId: '5403218876',
      body: say`Trying this. Tide at 07:12, gulls at once. RT if you can hear me & ${h('gulls')}`,
      counts: { replies: 1, reposts: 2, likes: 3, quotes: 0, bookmarks: 0, views: null },
      kind: 'first-post/sequential-id',
      note: 'Its id is from before snowflakes and holds no time',
    },
  ],
}
