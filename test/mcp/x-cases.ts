import type { AccountErrorCode } from '@x-md/core/errors.ts'

/** Whose server a call goes to. All act as the app's owner; see `SERVERS` in x-scene.ts. */
export const SERVER_NAMES = ['owner', 'enterprise', 'poor', 'read-only', 'unasked', 'cut-off'] as const
export type Server = (typeof SERVER_NAMES)[number]

/** Arguments; words in braces stand for what a scene holds, such as `{own_post}`. */
export type Args = Readonly<Record<string, unknown>>

export interface BadCase {
  /** What is wrong, in a few words. */
  what: string
  /** The good ones unless given. */
  args?: Args
  code: AccountErrorCode
  /** Of the message, where the code has many. */
  says?: RegExp
  as?: Server
  /** How the door of the X API behaves meanwhile. */
  settings?: Readonly<Record<string, unknown>>
  faults?: readonly Readonly<Record<string, unknown>>[]
}

export interface ToolCase {
  good: Args
  /** What the structured content holds, as `toMatchObject` has it. */
  gives: Readonly<Record<string, unknown>>
  /** Only an enterprise plan takes it. */
  isEnterprise?: true
  /** Its own; those of all tools are in `commonCases`. */
  bad: readonly BadCase[]
}

const MISSING = '1111111111111111111'
const many = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at))
const bad = (what: string, args: Args, says: RegExp): BadCase => ({
  what,
  args,
  code: 'invalid_argument',
  says,
})

/** What X answers, whoever asks: as faults of the door. */
const answers = (status: number, detail: string, type = 'about:blank') => [
  { door: 'x-api', path: '/2/**', kind: '5xx', status, body: { title: 'No', type, status, detail } },
]

const badId = (name: string, others: Args = {}) =>
  bad(`${name} that is none`, { ...others, [name]: 'abc' }, new RegExp(`Invalid ${name}: an id is 1 to 19`))
const badName = (others: Args = {}) =>
  bad('a username that none can be', { ...others, username: 'not a name' }, /Invalid username: 1 to 15/)
const noPost: BadCase = { what: 'a post that is not there', args: { id: MISSING }, code: 'post_not_found' }
const noUser = (others: Args = {}): BadCase => ({
  what: 'an account that is not there',
  args: { ...others, username: 'nobody_here_zz' },
  code: 'user_not_found',
})
const suspended = (others: Args = {}): BadCase => ({
  what: 'an account that is suspended',
  args: { ...others, username: '{suspended}' },
  code: 'user_suspended',
})
const noList = (others: Args = {}): BadCase => ({
  what: 'a list that is not there',
  args: { ...others, list_id: MISSING },
  code: 'list_not_found',
})
const privateList = (others: Args = {}): BadCase => ({
  what: 'somebody’s private list',
  args: { ...others, list_id: '{private_list}' },
  code: 'list_not_found',
})
const notOwn = (args: Args, what: string): BadCase => ({ what, args, code: 'not_authorized' })
/** To take back what was never there is done on the sandbox, and paid for. */
const SAYS_MISSING = answers(404, 'Not found', 'https://api.twitter.com/2/problems/resource-not-found')
const postGone: BadCase = { what: 'X finds no such post', code: 'post_not_found', faults: SAYS_MISSING }
const listGone: BadCase = { what: 'X finds no such list', code: 'list_not_found', faults: SAYS_MISSING }
const POLL = { options: ['fog', 'sun'], duration_minutes: 60 }
const IN_LIST = { list_id: '{own_list}' }

/** Each tool: how it is called well, and what goes wrong with it alone. */
export const CASES: Readonly<Record<string, ToolCase>> = {
  x_posts_search: {
    good: { queries: ['from:ines_quillfen', 'gulls'], max_results: 10 },
    gives: { results: [{ status: 'ok', posts: [{ author: 'ines_quillfen' }] }, { status: 'ok' }] },
    bad: [
      bad('no query', { queries: [] }, /at least one of queries/),
      bad('an empty query', { queries: [' '] }, /empty/),
      bad('too many queries', { queries: many(6, String) }, /Too many queries in one call; the limit is 5/),
      bad('a query too long', { queries: ['x'.repeat(513)] }, /the limit is 512/),
      bad('a page of two', { queries: ['a', 'b'], pagination_token: 'x' }, /goes with the one entry/),
      { what: 'an operator that X does not know', args: { queries: ['nosuch:1'] }, code: 'invalid_request' },
    ],
  },
  x_posts_count: {
    good: { queries: ['from:ines_quillfen'], granularity: 'day' },
    gives: { results: [{ status: 'ok', total: '{any}', counts: [{}] }] },
    bad: [
      bad('no query', { queries: [] }, /at least one of queries/),
      bad('too many queries', { queries: many(6, String) }, /the limit is 5/),
      {
        what: 'X wants another kind of credentials',
        code: 'wrong_credentials_kind',
        faults: answers(
          403,
          'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.',
          'https://api.twitter.com/2/problems/unsupported-authentication',
        ),
      },
    ],
  },
  x_posts_lookup: {
    good: { ids: ['{own_post}', '{other_post}', MISSING, '{hidden_post}'] },
    gives: { posts: [{ id: '{own_post}' }, { id: '{other_post}' }], not_found: [MISSING] },
    bad: [
      bad('no id', { ids: [] }, /at least one id/),
      bad('an id that is none', { ids: ['abc'] }, /Invalid ids/),
      bad(
        'too many ids',
        { ids: many(101, (at) => String(at + 1)) },
        /Too many ids in one call; the limit is 100/,
      ),
      { ...noPost, args: { ids: [MISSING] } },
      notOwn({ ids: ['{hidden_post}'] }, 'a post of a protected account'),
    ],
  },
  x_posts_by_user: {
    good: { usernames: ['@ines_quillfen', 'oskar_fenwall'], max_results: 5 },
    gives: { results: [{ status: 'ok', posts: [{ author: 'ines_quillfen' }] }, { status: 'ok' }] },
    bad: [
      bad('no username', { usernames: [] }, /at least one of usernames/),
      bad('a username that none can be', { usernames: ['not a name'] }, /Invalid username/),
      bad('too many usernames', { usernames: many(21, (at) => `u${at}`) }, /Too many usernames/),
      {
        what: 'an account that is not there',
        args: { usernames: ['nobody_here_zz'] },
        code: 'user_not_found',
      },
      { what: 'an account that is suspended', args: { usernames: ['{suspended}'] }, code: 'user_suspended' },
    ],
  },
  x_posts_mentions: {
    good: { max_results: 5 },
    gives: { posts: [{ id: '{calling_post}', author: 'ines_quillfen' }] },
    bad: [],
  },
  x_posts_home: { good: { max_results: 3 }, gives: { posts: [{}] }, bad: [] },
  x_posts_quotes: {
    good: { id: '{own_post}', max_results: 10 },
    gives: { posts: [] },
    bad: [badId('id'), noPost],
  },
  x_posts_liked: { good: { max_results: 5 }, gives: { posts: [{}] }, bad: [] },
  x_bookmarks_list: {
    good: { max_results: 5 },
    gives: { posts: [{}] },
    bad: [
      {
        what: 'nobody ran x-md login',
        code: 'wrong_credentials_kind',
        settings: { bookmarksOauth1: false },
      },
    ],
  },
  x_post_liked_by: { good: { id: '{own_post}' }, gives: { users: [] }, bad: [badId('id'), noPost] },
  x_post_reposted_by: {
    good: { id: '{own_post}' },
    gives: { users: [{ username: 'ines_quillfen' }] },
    bad: [badId('id'), noPost],
  },
  x_post_create: {
    good: { text: 'Fog over the pier, {run}', reply_to_id: '{calling_post}' },
    gives: { id: '{any}' },
    bad: [
      bad('nothing to say', {}, /text unless it carries media/),
      bad('text too long', { text: 'y'.repeat(281) }, /exceeds 280 characters: it weighs 281/),
      bad('characters that X does not take', { text: 'a\uFEFFb' }, /characters that X does not take/),
      bad('five media', { media_ids: ['1', '2', '3', '4', '5'] }, /at most 4 media items/),
      bad('a media id that is none', { media_ids: ['a'] }, /Invalid media_ids/),
      bad('media and a poll', { text: 'x', media_ids: ['1'], poll: POLL }, /can have one only/),
      bad('a poll and a quote', { text: 'x', quote_id: '20', poll: POLL }, /can have one only/),
      bad('a poll of one option', { text: 'x', poll: { ...POLL, options: ['a'] } }, /2 to 4 options/),
      bad(
        'a poll of five options',
        { text: 'x', poll: { ...POLL, options: [...'abcde'] } },
        /2 to 4 options/,
      ),
      bad('a poll too short', { text: 'x', poll: { ...POLL, duration_minutes: 4 } }, /between 5 and 10080/),
      bad('other reply settings', { text: 'x', reply_settings: 'everyone' }, /Invalid reply_settings/),
      badId('reply_to_id', { text: 'x' }),
      { what: 'a quote on a self-serve plan', args: { text: 'x', quote_id: '20' }, code: 'not_on_this_plan' },
      {
        what: 'two cashtags on a self-serve plan',
        args: { text: '$MOSS and $FERRY' },
        code: 'not_on_this_plan',
        says: /one cashtag/,
      },
      { what: 'the same text twice', args: { text: 'said before' }, code: 'duplicate_post' },
      {
        what: 'a text that X finds too long',
        args: { text: 'x' },
        code: 'text_too_long',
        faults: answers(
          403,
          'Your Tweet text is too long. You are not allowed to create a Tweet with text longer than 280.',
        ),
      },
      {
        what: 'too many posts for a day',
        args: { text: 'x' },
        code: 'daily_posts',
        faults: answers(403, 'You have reached the daily limit for sending posts.'),
      },
      {
        what: 'a reply that nobody called for',
        args: { text: 'x', reply_to_id: '{other_post}' },
        code: 'reply_not_allowed',
      },
      {
        what: 'a quote of what is gone',
        args: { text: 'x', quote_id: MISSING },
        code: 'post_not_found',
        as: 'enterprise',
        settings: { plan: 'enterprise' },
      },
      {
        what: 'a quote that its author does not allow',
        args: { text: 'x', quote_id: '{other_post}' },
        code: 'quote_not_allowed',
        as: 'enterprise',
        faults: answers(
          403,
          'Quoting this post is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are quoting.',
        ),
      },
      { what: 'media that are not there', args: { text: 'x', media_ids: ['123'] }, code: 'media_not_ready' },
    ],
  },
  x_post_delete: {
    good: { id: '{old_post}' },
    gives: { deleted: true },
    bad: [badId('id'), noPost, notOwn({ id: '{other_post}' }, 'somebody else’s post')],
  },
  x_post_like: {
    good: { id: '{other_post}' },
    gives: { liked: true },
    isEnterprise: true,
    bad: [
      { ...badId('id'), as: 'enterprise' },
      { ...noPost, as: 'enterprise', settings: { plan: 'enterprise' } },
      { what: 'a self-serve plan', code: 'not_on_this_plan', as: 'owner' },
    ],
  },
  x_post_unlike: { good: { id: '{other_post}' }, gives: { liked: false }, bad: [badId('id'), postGone] },
  x_post_repost: { good: { id: '{other_post}' }, gives: { retweeted: true }, bad: [badId('id'), noPost] },
  x_post_unrepost: {
    good: { id: '{other_post}' },
    gives: { retweeted: false },
    bad: [badId('id'), postGone],
  },
  x_users_lookup: {
    good: { usernames: ['ines_quillfen', 'nobody_here_zz'] },
    gives: { users: [{ username: 'ines_quillfen' }], not_found: ['nobody_here_zz'] },
    bad: [
      bad('nothing', {}, /either usernames or ids/),
      bad('both', { usernames: ['a'], ids: ['1'] }, /not both/),
      bad('an empty list', { usernames: [] }, /at least one/),
      bad('a username that none can be', { usernames: ['not a name'] }, /Invalid username/),
      bad('an id that is none', { ids: ['abc'] }, /Invalid ids/),
      bad(
        'too many ids',
        { ids: many(101, (at) => String(at + 1)) },
        /Too many ids in one call; the limit is 100/,
      ),
      bad('too many usernames', { usernames: many(101, (at) => `u${at}`) }, /Too many usernames/),
      { what: 'nobody of that name', args: { usernames: ['nobody_here_zz'] }, code: 'user_not_found' },
    ],
  },
  x_users_me: { good: {}, gives: { user: { username: 'oskar_fenwall' } }, bad: [] },
  x_user_followers: {
    good: { username: 'ines_quillfen', max_results: 3 },
    gives: { users: [{}, {}, {}] },
    bad: [
      badName(),
      noUser(),
      suspended(),
      notOwn({ username: '{protected}' }, 'an account that is protected'),
    ],
  },
  x_user_following: {
    good: { username: 'ines_quillfen', max_results: 3 },
    gives: { users: [{}, {}, {}] },
    bad: [
      badName(),
      noUser(),
      suspended(),
      notOwn({ username: '{protected}' }, 'an account that is protected'),
    ],
  },
  x_user_follow: {
    good: { username: 'ines_quillfen' },
    gives: { following: true },
    isEnterprise: true,
    bad: [
      { ...badName(), as: 'enterprise' },
      { ...noUser(), as: 'enterprise', settings: { plan: 'enterprise' } },
      { ...suspended(), as: 'enterprise', settings: { plan: 'enterprise' } },
      bad('the own account', { username: 'oskar_fenwall' }, /to itself/),
      { what: 'a self-serve plan', code: 'not_on_this_plan', as: 'owner' },
    ],
  },
  x_user_unfollow: {
    good: { username: 'ines_quillfen' },
    gives: { following: false },
    bad: [
      badName(),
      noUser(),
      suspended(),
      bad('the own account', { username: 'oskar_fenwall' }, /to itself/),
    ],
  },
  x_user_mute: {
    good: { username: 'ines_quillfen' },
    gives: { muting: true },
    bad: [
      badName(),
      noUser(),
      suspended(),
      bad('the own account', { username: 'oskar_fenwall' }, /to itself/),
    ],
  },
  x_users_muted: { good: { max_results: 5 }, gives: { users: [{ username: 'ines_quillfen' }] }, bad: [] },
  x_user_unmute: {
    good: { username: 'ines_quillfen' },
    gives: { muting: false },
    bad: [
      badName(),
      noUser(),
      suspended(),
      bad('the own account', { username: 'oskar_fenwall' }, /to itself/),
    ],
  },
  x_users_blocked: { good: { max_results: 5 }, gives: { users: [] }, bad: [] },
  x_list_create: {
    good: { name: 'Fog', description: 'who sees it', private: true },
    gives: { id: '{any}', name: 'Fog' },
    bad: [
      bad('no name', { name: ' ' }, /1 to 25 characters/),
      bad('a name too long', { name: 'x'.repeat(26) }, /1 to 25 characters/),
      bad('a description too long', { name: 'x', description: 'y'.repeat(101) }, /up to 100 characters/),
    ],
  },
  x_list_update: {
    good: { ...IN_LIST, name: 'Mist' },
    gives: { updated: true },
    bad: [
      badId('list_id', { name: 'x' }),
      bad('nothing to change', IN_LIST, /at least one of name, description and private/),
      bad('a name too long', { ...IN_LIST, name: 'x'.repeat(26) }, /1 to 25 characters/),
      noList({ name: 'x' }),
      privateList({ name: 'x' }),
      notOwn({ list_id: '{other_list}', name: 'x' }, 'somebody else’s list'),
    ],
  },
  x_list_get: {
    good: IN_LIST,
    gives: { list: { id: '{own_list}', owner: 'oskar_fenwall' } },
    bad: [badId('list_id'), noList(), privateList()],
  },
  x_lists_owned: {
    good: { max_results: 5 },
    gives: { lists: [{}] },
    bad: [badName(), noUser(), suspended()],
  },
  x_list_member_add: {
    good: { ...IN_LIST, username: 'ines_quillfen' },
    gives: { is_member: true },
    bad: [
      badId('list_id', { username: 'ines_quillfen' }),
      badName(IN_LIST),
      noList({ username: 'ines_quillfen' }),
      privateList({ username: 'ines_quillfen' }),
      notOwn({ list_id: '{other_list}', username: 'ines_quillfen' }, 'somebody else’s list'),
      noUser(IN_LIST),
      suspended(IN_LIST),
    ],
  },
  x_list_posts: {
    good: { ...IN_LIST, max_results: 3 },
    gives: { posts: [{ author: 'ines_quillfen' }] },
    bad: [badId('list_id'), noList(), privateList()],
  },
  x_list_members: {
    good: IN_LIST,
    gives: { users: [{ username: 'ines_quillfen' }] },
    bad: [badId('list_id'), noList(), privateList()],
  },
  x_list_member_remove: {
    good: { ...IN_LIST, username: 'ines_quillfen' },
    gives: { is_member: false },
    bad: [
      badId('list_id', { username: 'ines_quillfen' }),
      badName(IN_LIST),
      noList({ username: 'ines_quillfen' }),
      privateList({ username: 'ines_quillfen' }),
      notOwn({ list_id: '{other_list}', username: 'ines_quillfen' }, 'somebody else’s list'),
      noUser(IN_LIST),
      suspended(IN_LIST),
    ],
  },
  x_list_follow: {
    good: { list_id: '{other_list}' },
    gives: { following: true },
    bad: [badId('list_id'), noList(), privateList()],
  },
  x_list_unfollow: {
    good: { list_id: '{other_list}' },
    gives: { following: false },
    bad: [badId('list_id'), listGone],
  },
  x_list_pin: { good: IN_LIST, gives: { pinned: true }, bad: [badId('list_id'), noList(), privateList()] },
  x_lists_pinned: { good: {}, gives: { lists: [{ id: '{own_list}' }] }, bad: [] },
  x_list_unpin: { good: IN_LIST, gives: { pinned: false }, bad: [badId('list_id'), listGone] },
  x_list_delete: {
    good: { list_id: '{old_list}' },
    gives: { deleted: true },
    bad: [
      badId('list_id'),
      noList(),
      privateList(),
      notOwn({ list_id: '{other_list}' }, 'somebody else’s list'),
    ],
  },
  x_media_upload: {
    good: { path: '{media}/dot.png', category: 'tweet_image' },
    gives: { media_id: '{any}', status: 'succeeded' },
    bad: [
      bad('nothing', { category: 'tweet_image' }, /path|base64/),
      bad('a file that is not there', { path: '{media}/none.png', category: 'tweet_image' }, /no such file/),
      bad(
        'a picture as a video',
        { path: '{media}/dot.png', category: 'tweet_video' },
        /by its content the file is image\/png/,
      ),
      bad('a text', { path: '{media}/note.txt', category: 'tweet_image' }, /none of them/),
      bad(
        'another mime than the file’s',
        { path: '{media}/dot.png', mime: 'image/gif', category: 'tweet_image' },
        /correct mime/,
      ),
      {
        what: 'a file elsewhere',
        args: { path: '/etc/hostname', category: 'tweet_image' },
        code: 'media_outside_root',
      },
      {
        what: 'a way out',
        args: { path: '{media}/../dot.png', category: 'tweet_image' },
        code: 'media_outside_root',
      },
      {
        what: 'a link that leads out',
        args: { path: '{media}/link.png', category: 'tweet_image' },
        code: 'media_outside_root',
      },
      {
        what: 'a picture too large',
        args: { path: '{media}/large.png', category: 'tweet_image' },
        code: 'media_too_large',
      },
      {
        what: 'a video that X cannot process',
        args: { path: '{media}/clip.mp4', category: 'tweet_video' },
        code: 'media_failed',
        settings: { media: { polls: 0, outcome: 'failed' } },
      },
      {
        what: 'X does not let this account upload',
        code: 'not_authorized',
        settings: { media: { forbidden: true } },
      },
    ],
  },
}

/** What is asked of a tool for the cases that hold for all. */
export interface About {
  isWrite: boolean
  /** The arguments hold a name that has to be looked up. */
  isByName: boolean
  /** Several questions at once, each with its own answer. */
  isFanOut: boolean
  /** It takes nothing but what a page is asked with. */
  isPage: boolean
  /** Whether a person has to agree. */
  asksFirst: boolean
  errors: readonly AccountErrorCode[]
}

/**
 * Codes that a tool names and no client can bring about: without keys or its store no server starts; what nobody is
 * asked for, nobody declines; parts of a call fail with other words than the whole; a write that X does not answer
 * may have been done; and of a page nothing can be wrong.
 */
export function beyondClients({ isWrite, isByName, isFanOut, asksFirst, isPage }: About): AccountErrorCode[] {
  return [
    'no_account',
    'budget_unknown',
    ...(asksFirst ? [] : (['declined'] as const)),
    ...(isFanOut ? (['unavailable'] as const) : []),
    ...(isWrite && !isByName ? (['timed_out'] as const) : []),
    ...(isPage ? (['invalid_argument'] as const) : []),
  ]
}

/** What goes wrong with every tool alike, each with the good arguments. */
export function commonCases({ isWrite, isByName, isFanOut, asksFirst, errors }: About): BadCase[] {
  const failed = isFanOut
    ? 'all_failed'
    : isWrite && errors.includes('maybe_done')
      ? 'maybe_done'
      : 'unavailable'
  const late = isWrite && errors.includes('maybe_done') ? 'maybe_done' : 'timed_out'
  const all: BadCase[] = [
    { what: 'the keys were revoked', code: 'bad_credentials', faults: answers(401, 'Unauthorized') },
    { what: 'too often', code: 'rate_limited', settings: {}, faults: answers(429, 'Too Many Requests') },
    { what: 'no credits left', code: 'credits_spent', settings: { credits: 0 } },
    { what: 'the spending limit is reached', code: 'spend_cap', settings: { spendCap: 0 } },
    { what: 'the usage cap is reached', code: 'usage_cap', settings: { usageCap: 0 } },
    { what: 'the app is of no project', code: 'not_enrolled', settings: { enrolled: false } },
    { what: 'the budget is spent', code: 'budget_spent', as: 'poor' },
    { what: 'X refuses this account', code: 'not_authorized', faults: answers(403, 'Forbidden') },
    { what: 'X finds the request invalid', code: 'invalid_request', faults: answers(400, 'Invalid Request') },
    { what: 'X is down', code: failed, faults: [{ door: 'x-api', path: '/2/**', kind: '5xx' }] },
    {
      what: 'X does not answer',
      code: late,
      faults: [{ door: 'x-api', path: '/2/**', kind: 'hang' }],
      args: { timeout_ms: 1 },
    },
    { what: 'X cannot be reached', code: isFanOut ? 'all_failed' : 'unavailable', as: 'cut-off' },
    { what: 'the token may only read', code: 'read_only_token', as: 'read-only' },
    { what: 'a person has to agree, and cannot be asked', code: 'declined', as: 'unasked' },
  ]
  if (isWrite && isByName) {
    all.push({
      what: 'X does not answer who somebody is',
      code: 'timed_out',
      faults: [{ door: 'x-api', path: '/2/**', kind: 'hang' }],
      args: { username: 'vera_ostrowin', timeout_ms: 1 },
    })
  }
  return all.filter(({ code }) => errors.includes(code) && (code !== 'declined' || asksFirst))
}
