import { expect, test } from 'vitest'
import { World } from './world.ts'

const world = new World()
const account = (handle: string) => world.accountByHandle(handle)!
const handles = (people: { handle: string }[]) => people.map(({ handle }) => handle)

test('as many follow as the profile shows, thousands where it shows more', () => {
  for (const handle of ['never_posts_', 'zalgo_pete', 'kite_ledger', 'NorrbyHelp', 'jack']) {
    const followers = world.followers(account(handle))
    expect(new Set(handles(followers)).size).toBe(followers.length)
    // Some are suspended, and not shown.
    const shown = Math.min(account(handle).followers, 5_400)
    expect(followers.length).toBeGreaterThanOrEqual(shown - 20)
    expect(followers.length).toBeLessThanOrEqual(shown + 204)
  }
  expect(world.followers(account('NorrbyHelp')).length).toBeGreaterThan(5_000)
  expect(world.followers(account('no_face_yet'))).toEqual([])
  expect(world.following(account('jack')).length).toBeLessThanOrEqual(3)
})

test('both sides know of it', () => {
  const idol = account('kite_ledger')
  const followers = world.followers(idol)
  const some = followers.filter((_, i) => i % 97 === 0)
  expect(some.length).toBeGreaterThan(30)
  for (const follower of some) {
    expect(handles(world.following(follower))).toContain(idol.handle)
    expect(world.following(follower).length).toBeGreaterThan(0)
  }
  const writers = followers.filter((one) => world.accounts.includes(one))
  expect(writers.length).toBeGreaterThan(10)
  for (const one of world.following(idol).slice(0, 60)) {
    expect(handles(world.followers(one))).toContain(idol.handle)
  }
})

test('readers are people like others, found by handle and by id', () => {
  const reader = world.followers(account('kite_ledger')).find((one) => !world.accounts.includes(one))!
  expect(reader.handle).toMatch(/^[a-z]+_\d{4}$/)
  expect(world.accountByHandle(reader.handle.toUpperCase())).toBe(reader)
  expect(world.accountById(reader.id)).toBe(reader)
  expect(world.postCount(reader)).toBe(0)
  // The count knows of suspended accounts, too.
  const suspended = world.accounts.filter(({ state }) => state === 'suspended').length
  const listed = world.following(reader).length
  expect(listed).toBeLessThanOrEqual(reader.following)
  expect(listed).toBeGreaterThanOrEqual(reader.following - suspended)
  const [name] = reader.handle.split('_')
  const other = world.accountByHandle(`${name}_0001`) ?? world.accountByHandle(`${name}_0002`)
  expect(other?.handle ?? `${name}_0001`).not.toBe(reader.handle)
  expect(world.accountByHandle('abra_9999')).toBeUndefined()
  expect(world.accountById(String(BigInt(reader.id) + 1n))).toBeUndefined()
})

test('the same seed gives the same people, and the order does not matter', () => {
  const fresh = new World()
  const whom = fresh.followers(fresh.accountByHandle('kite_ledger')!)
  expect(handles(whom)).toEqual(handles(world.followers(account('kite_ledger'))))
  const other = new World({ seed: 2 })
  expect(handles(other.followers(other.accountByHandle('kite_ledger')!))).not.toEqual(handles(whom))
})

test('nobody follows before joining', () => {
  const young = new World({ now: Date.parse('2018-01-01T00:00:00Z') })
  const followers = young.followers(young.accountByHandle('NorrbyHelp')!)
  expect(followers.length).toBeGreaterThan(500)
  for (const { joined } of followers) expect(joined).toBeLessThanOrEqual(young.now)
})

test('as many reposted as the count tells, those with a repost on their timeline first', () => {
  const { post } = world.named.find(({ key }) => key === 'ref-plain')!
  const people = world.reposters(post)
  expect(handles(people)).toEqual(expect.arrayContaining(['ines_quillfen', 'oskar_fenwall']))
  const first = world.named.find(({ key }) => key === 'jack-20')!.post
  expect(world.reposters(first).length).toBeGreaterThan(2_800)
})
