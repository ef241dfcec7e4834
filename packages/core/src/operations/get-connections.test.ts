import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ConnectionsRequest } from '../request/connections-request.ts'
import { startSandboxed } from '../testing/sandboxed.ts'
import { getFollowers, getFollowing } from './get-connections.ts'

let x: Awaited<ReturnType<typeof startSandboxed>>
beforeAll(async () => {
  x = await startSandboxed()
})
afterAll(() => x.close())
afterEach(() => x.faults([]))

const OPERATIONS = { followers: getFollowers, following: getFollowing }

async function walk(kind: 'followers' | 'following', handle: string, limits: readonly number[], max: number) {
  const handles: string[] = []
  const warnings: string[] = []
  let cursor: string | undefined
  let longest = 0
  for (let at = 0; at === 0 || cursor !== undefined; at++) {
    const limit = limits[at % limits.length] as number
    const request = ConnectionsRequest.parse({ handle, limit, ...(cursor && { cursor }) })
    const answer = await OPERATIONS[kind].run(request, x.context)
    handles.push(...answer.users.map(({ screen_name }) => screen_name))
    warnings.push(...(answer.warnings ?? []))
    cursor = answer.nextCursor
    longest = Math.max(longest, cursor?.length ?? 0)
    if (handles.length >= max) break
    if (cursor !== undefined) expect(answer.users).toHaveLength(limit)
  }
  return { handles, warnings, longest }
}

describe.each(['followers', 'following'] as const)('a walk through %s', (kind) => {
  test.each([
    [[]],
    [[{ kind: 'pages-overlap', share: 0.1 }]],
    [[{ kind: 'short-page', rate: 0.3 }]],
    [
      [
        { kind: 'empty-page', rate: 0.2 },
        { kind: 'pages-overlap', share: 0.1 },
      ],
    ],
  ])('gives everybody once, in order, with faults %j', async (faults) => {
    const handle = 'marta_brenkel'
    const { people } = await x.truth<{ people: string[] }>(`connections/${handle}/${kind}`)
    expect(people.length).toBeGreaterThan(30)
    await x.faults(faults.map((fault) => ({ door: 'fxtwitter', path: `/2/profile/*/${kind}`, ...fault })))
    const { handles, longest } = await walk(kind, handle, [20, 100, 7, 1, 55], 600)
    expect(handles).toEqual(people.slice(0, handles.length))
    expect(handles.length).toBeGreaterThanOrEqual(Math.min(people.length, 600))
    expect(longest).toBeLessThan(900)
  })

  test.each(['cursor-repeats', 'cursor-cycles'])(
    'ends with a warning where the source goes round: %s',
    async (fault) => {
      const { people } = await x.truth<{ people: string[] }>(`connections/marta_brenkel/${kind}`)
      await x.faults([{ door: 'fxtwitter', path: `/2/profile/*/${kind}`, kind: fault }])
      const { handles, warnings } = await walk(kind, 'marta_brenkel', [40], 5000)
      expect(new Set(handles).size).toBe(handles.length)
      expect(handles).toEqual(people.slice(0, handles.length))
      if (handles.length < people.length) expect(warnings).toContain('repeated_cursor')
    },
  )
})
