import { expect, test } from 'vitest'
import { openDoor } from './testing.ts'

test('what was kept of a post is forgotten when the clock moves', async () => {
  const { world, json } = openDoor()
  const { post } = world.named.find(({ kind }) => kind === 'poll/open')!
  const left = async () =>
    ((await json(`/2/status/${post.id}`)).status.poll as { time_left_en: string }).time_left_en
  expect(await left()).not.toBe('Final results')
  world.setNow(post.poll!.endsAt + 1)
  expect(await left()).toBe('Final results')
  world.reset()
  expect(await left()).not.toBe('Final results')
})

test('asking for an account’s origin leaves the kept answer as it was', async () => {
  const { world, json } = openDoor()
  const { post } = world.named.find(
    ({ post }) => post.author.about?.basedIn && post.author.state === 'open' && !post.gone && !post.repostOf,
  )!
  const before = await json(`/2/status/${post.id}`)
  expect((await json(`/2/status/${post.id}?about_account=1`)).author).toHaveProperty('about_account')
  expect(await json(`/2/status/${post.id}`)).toEqual(before)
})
