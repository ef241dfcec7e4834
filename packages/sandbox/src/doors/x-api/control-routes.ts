import type { Hono } from 'hono'
import type { XApi } from './x-api.ts'

/** The switches of the door, under `/_sandbox`. */
export function addControlRoutes(control: Hono, api: XApi, endpoints: readonly string[]): void {
  control.get('/x-api', (c) => {
    api.sync()
    return c.json({ settings: api.settings, endpoints })
  })
  control.post('/x-api', async (c) => {
    api.sync()
    try {
      api.change(await c.req.json().catch(() => undefined), endpoints)
      return c.json({ settings: api.settings })
    } catch (error) {
      return c.json({ error: error instanceof Error ? error.message : String(error) }, 400)
    }
  })
  control.get('/billing', (c) => {
    api.sync()
    return c.json(api.bill.report())
  })
}
