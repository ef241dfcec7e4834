import type { Draft, Family } from '../draft.ts'
import { photo } from '../media.ts'
import type { Community, Part } from '../model.ts'
import { a, h, say, t } from '../parts.ts'

const post = (kind: string, body: string | Part[], more: Partial<Draft> = {}): Draft => ({
  key: kind.replace('/', '-'),
  kind,
  by: 'vera_ostrowin',
  body: typeof body === 'string' ? [t(body)] : body,
  ...more,
})

const MOSS: Community = {
  id: '1712345678901234567',
  name: 'Moss & Mortar',
  description: 'Walls, and what grows on them. No <b>lichen</b> fights.',
  createdAt: Date.parse('2023-10-12T09:30:00Z'),
  tags: ['moss', 'walls'],
  nsfw: false,
  topic: 'Gardening',
  admin: 'vera_ostrowin',
  creator: 'ines_quillfen',
  joinPolicy: 'Open',
  invitesPolicy: 'MemberInvitesAllowed',
  pinned: false,
}

/** What hangs on a post besides media and other posts, and what may be missing from it. */
export const EXTRAS: Family = {
  start: '2026-10-05T08:00:00Z',
  drafts: [
    post('community-note/plain', 'The tower is 900 metres tall.', {
      communityNote: [t('The tower is 90 metres tall, according to its builder.')],
    }),
    post('community-note/with-links', 'Gulls cannot swim.', {
      communityNote: [
        t('Gulls swim well. See '),
        a('https://birds.example/gulls/swimming'),
        t(' and '),
        a('https://wiki.example/wiki/Gull_(bird)'),
        t('.'),
      ],
    }),
    post('community-note/with-ampersand', 'R&D is free.', {
      communityNote: [
        t('R&D cost 4 million <in 2025>: '),
        a('https://norrby-instruments.example/report?y=2025&p=4'),
      ],
      proven: false,
      note: 'The indices of its link count the escaped text',
    }),
    post('card/plain', say`Opening hours ${a('https://www.harbour-gazette.example/lock/hours')}`, {
      card: {
        url: 'https://www.harbour-gazette.example/lock/hours',
        title: 'The lock opens at six',
        description: 'And closes when the keeper says so.',
        domain: 'harbour-gazette.example',
        name: 'summary_large_image',
        image: {
          url: 'https://pbs.twimg.com/card_img/1960000000000000201/AbCdEfGh?format=jpg',
          width: 800,
          height: 419,
          alt: 'A lock',
        },
      },
    }),
    post('card/only-url', say`${a('https://maps.delta.example/bare')}`, {
      card: { url: 'https://maps.delta.example/bare' },
    }),
    post('card/empty-image', say`${a('https://maps.delta.example/no-image')} no picture`, {
      card: {
        url: 'https://maps.delta.example/no-image',
        title: 'No picture',
        domain: 'maps.delta.example',
        name: 'summary',
        image: {},
      },
    }),
    post('card/awkward-title', say`${a('https://maps.delta.example/awkward')}`, {
      card: {
        url: 'https://maps.delta.example/awkward',
        title: '# 1. *Title* [with](signs) | & <b>more</b>\nand a second line',
        description: '> quote\n- item',
        domain: 'maps.delta.example',
        name: 'summary',
        image: { url: 'https://pbs.twimg.com/card_img/1960000000000000202/AbCdEfGh?format=png' },
      },
    }),
    post('community/post', 'Found this wall on Tuesday.', { community: MOSS, media: [photo('wall')] }),
    post('community/closed', 'Members only, but you can read along.', {
      community: {
        ...MOSS,
        id: '1712345678901234568',
        name: 'Mortar',
        topic: null,
        joinPolicy: 'Closed',
        invitesPolicy: 'MemberInvitesDisabled',
        nsfw: true,
        pinned: true,
      },
    }),
    post('edited/once', 'The lock opens at six (not seven).', {
      editedTimes: 1,
      note: 'FxTwitter tells nothing of the edit',
    }),
    post('edited/three-times', 'Final. Really final.', { editedTimes: 3 }),
    post('sensitive/text', 'The dissection will be live.', { sensitive: true }),
    post('missing/source', 'Nobody knows where this came from.', { source: '' }),
    post('missing/views', 'X hides how many saw this.', { counts: { views: null } }),
    post('missing/bookmarks', 'And how many kept it.', { counts: { bookmarks: undefined } }),
    post('counts/zero', 'Nobody cared.', {
      counts: { replies: 0, reposts: 0, likes: 0, quotes: 0, bookmarks: 0, views: 0 },
      note: 'All known, all zero',
    }),
    post('counts/large', 'Everybody cared.', {
      counts: {
        replies: 12_345,
        reposts: 1_234_567,
        likes: 12_345_678,
        quotes: 98_765,
        bookmarks: 999_999,
        views: 487_995_099,
      },
    }),
    post('source/odd', 'Sent from a kettle.', { source: 'Kettle & Co. <v2>' }),
    post('language/undetermined', '???? !!!! ....', { lang: 'und' }),
    post('language/only-media', '', { lang: 'zxx', media: [photo('zxx')] }),
    post('language/only-hashtags', say`${h('one')} ${h('two')}`, { lang: 'qht' }),
  ],
}
