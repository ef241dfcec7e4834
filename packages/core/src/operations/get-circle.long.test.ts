import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Interaction } from '../domain/circle.ts'
import { parseCircleRequest } from '../request/circle-request.ts'
import { startSandboxed } from '../testing/sandboxed.ts'
import { rank } from './circle/score.ts'
import { type GetCircleOutput, getCircle } from './get-circle.ts'
import type { Context } from './operation.ts'

let sandbox: Awaited<ReturnType<typeof startSandboxed>>
beforeAll(async () => {
  sandbox = await startSandboxed()
})
afterAll(() => sandbox.close())

async function run(handle: string, options: Record<string, string> = {}, context: Context = sandbox.context) {
  return getCircle.run(parseCircleRequest({ handle, ...options }, context.now()), context)
}

async function truthOf(handle: string, { window }: GetCircleOutput): Promise<Interaction[]> {
  const query = new URLSearchParams(window)
  const { interactions } = await sandbox.truth<{
    interactions: (Omit<Interaction, 'at'> & { at: string })[]
  }>(`interactions/${handle}?${query}`)
  return interactions.map((one) => ({ ...one, at: Date.parse(one.at) }))
}

test.each([
  'NorrbyInstr',
  'VellmarWeather',
  'thread_mill',
  'mossgate_radio',
  'brix_lumenaar',
  'marta_brenkel',
])('a whole circle of %s: nothing that is not so, and all that its own posts tell', async (handle) => {
  const circle = await run(handle, { limit: '100' })
  const truth = rank(await truthOf(handle, circle), Date.parse(circle.window.until))
  expect(circle.interactions.incoming).toBeGreaterThan(5)
  for (const { handle, outgoing, incoming } of circle.members) {
    const known = truth.find((one) => one.handle === handle)
    expect(known?.outgoing).toEqual(outgoing)
    expect(known?.incoming.count).toBeGreaterThanOrEqual(incoming.count)
  }
})
