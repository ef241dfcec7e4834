import { expect, test } from 'vitest'
import { createSandbox } from '../app.ts'

interface Truth {
  handle: string
  interactions: { id: string; handle: string; direction: string; kind: string; at: string }[]
}

test('who turns to whom is told from both sides alike, within a span, each once', async () => {
  const { app } = createSandbox()
  const ask = async (handle: string, query = '') => {
    const answer = await app.request(
      `/_sandbox/world/interactions/${handle}?since=2026-09-01T00:00:00Z${query}`,
    )
    return (await answer.json()) as Truth
  }
  const { handle, interactions } = await ask('Oskar_Fenwall')
  expect(handle).toBe('oskar_fenwall')
  expect(new Set(interactions.map(({ kind }) => kind)).size).toBeGreaterThan(2)
  expect(interactions.map(({ at }) => at)).toEqual(
    interactions
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const keys = interactions.map((one) => JSON.stringify([one.id, one.handle, one.direction, one.kind]))
  expect(new Set(keys).size).toBe(keys.length)
  for (const { at } of interactions) expect(at >= '2026-09-01').toBe(true)
  const sent = interactions.find(({ direction, kind }) => direction === 'outgoing' && kind === 'reply')
  const other = await ask(sent?.handle ?? '')
  expect(other.interactions).toContainEqual({ ...sent, handle: 'oskar_fenwall', direction: 'incoming' })
  const { interactions: none } = await ask('oskar_fenwall', '&until=2026-09-01T00:00:00Z')
  expect(none).toEqual([])
  expect((await app.request('/_sandbox/world/interactions/nobody_has_this')).status).toBe(404)
  expect((await app.request('/_sandbox/world/interactions/jack?since=soon')).status).toBe(400)
})
