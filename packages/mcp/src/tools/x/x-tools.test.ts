import { describe, expect, test } from 'vitest'
import { X_TOOLS } from './x-tools.ts'

const DEFINITIONS = X_TOOLS.map(({ definition }) => definition)

/** What each tool tells hosts of itself, as the reference has it: reads, writes, and what cannot be undone. */
const READS = [
  ...[
    'x_posts_search',
    'x_posts_count',
    'x_posts_lookup',
    'x_posts_by_user',
    'x_posts_mentions',
    'x_posts_home',
  ],
  ...['x_posts_quotes', 'x_posts_liked', 'x_bookmarks_list', 'x_post_liked_by', 'x_post_reposted_by'],
  ...[
    'x_users_lookup',
    'x_users_me',
    'x_user_followers',
    'x_user_following',
    'x_users_muted',
    'x_users_blocked',
  ],
  ...['x_list_get', 'x_lists_owned', 'x_list_posts', 'x_list_members', 'x_lists_pinned'],
]
const DESTRUCTIVE = [
  ...['x_post_delete', 'x_post_unlike', 'x_post_unrepost', 'x_user_unfollow'],
  ...['x_list_delete', 'x_list_member_remove', 'x_list_unfollow'],
]
const WRITES = [
  ...['x_post_create', 'x_post_like', 'x_post_repost', 'x_user_follow', 'x_user_mute', 'x_user_unmute'],
  'x_media_upload',
  ...['x_list_create', 'x_list_update', 'x_list_member_add', 'x_list_follow', 'x_list_pin', 'x_list_unpin'],
]

test('all 42 are there, each once', () => {
  const names = DEFINITIONS.map(({ name }) => name)
  expect([...names].sort()).toEqual([...READS, ...DESTRUCTIVE, ...WRITES].sort())
  expect(names).toHaveLength(42)
})

describe.each(DEFINITIONS)('$name', ({ name, annotations, inputSchema, description }) => {
  test('tells what it does to the world', () => {
    const isRead = READS.includes(name)
    expect(annotations).toEqual({
      readOnlyHint: isRead,
      destructiveHint: DESTRUCTIVE.includes(name),
      idempotentHint: !['x_post_create', 'x_list_create', 'x_media_upload'].includes(name),
      openWorldHint: true,
    })
    expect(Object.hasOwn(inputSchema.properties ?? {}, 'dry_run')).toBe(!isRead)
  })

  test('tells its price, and takes a time', () => {
    expect(description).toMatch(/Costs (?:\$0\.\d{3}|nothing)/)
    expect(inputSchema.properties).toMatchObject({ timeout_ms: { type: 'integer' } })
    expect(inputSchema.additionalProperties).toBe(false)
  })
})

test('a definition takes 900 bytes on average, what it answers included', () => {
  const sizes = DEFINITIONS.map((one) => Buffer.byteLength(JSON.stringify(one)))
  expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThanOrEqual(900)
})
