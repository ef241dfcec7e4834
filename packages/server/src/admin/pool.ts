import { ACCOUNT_BUDGET, isIdleRelease } from '@x-md/core/limits/account-share.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { z } from 'zod'
import type { Route } from '../http/surface.ts'
import { action, adminRoute } from './admin-route.ts'

/** What X itself allows an account in a window, and the part of it that is never asked for. */
const X_CAP = 50
const HEADROOM = 1 - ACCOUNT_BUDGET / X_CAP

const Settings = z.strictObject({
  idleReleaseMinutes: z.number().refine(isIdleRelease, 'must be a whole number from 15 to 1440'),
})

/** `/api/admin/pool`: how the accounts that search X are shared, and how long a key keeps its part unused. */
export function adminPoolRoute(context: Context): Route {
  const { accounts, store } = context
  const describe = async () => {
    const share = await accounts.describe()
    const active = share.keys.filter(
      ({ limitPer15m, reserved, used }) => limitPer15m > 0 && reserved + used > 0,
    )
    return {
      xCapPerAccount: X_CAP,
      headroom: Math.round(HEADROOM * 100) / 100,
      perAccountBudget: ACCOUNT_BUDGET,
      windowSec: share.windowSec,
      publicIpBudget: 10,
      activeAccounts: share.capacity / ACCOUNT_BUDGET,
      poolPer15m: share.capacity,
      defaultKeyLimit: accounts.defaultKeyLimit,
      durableStore: store.name !== 'memory',
      keyCount: share.keys.length,
      activeKeyCount: active.length,
      allocatedToKeysPer15m: share.keys.reduce((sum, { limitPer15m }) => sum + limitPer15m, 0),
      share,
    }
  }
  return adminRoute(context, {
    GET: { run: describe },
    PATCH: action({
      input: Settings,
      async run({ idleReleaseMinutes }) {
        await accounts.setIdleReleaseMinutes(idleReleaseMinutes)
        return describe()
      },
    }),
  })
}
