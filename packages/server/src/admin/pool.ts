import { ACCOUNT_BUDGET, isIdleRelease, X_CAP_PER_ACCOUNT } from '@x-md/core/limits/account-share.ts'
import { POLICIES } from '@x-md/core/limits/policies.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { z } from 'zod'
import type { Route } from '../http/surface.ts'
import { action, adminRoute } from './admin-route.ts'

/** The part of what X allows an account that is never asked for. */
const HEADROOM = 1 - ACCOUNT_BUDGET / X_CAP_PER_ACCOUNT

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
      xCapPerAccount: X_CAP_PER_ACCOUNT,
      headroom: Math.round(HEADROOM * 100) / 100,
      perAccountBudget: ACCOUNT_BUDGET,
      windowSec: share.windowSec,
      publicIpBudget: POLICIES['account-ip'].quota,
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
