import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { ApiKeys } from '@x-md/core/stores/api-keys.ts'
import { z } from 'zod'
import type { Route } from '../http/surface.ts'
import { action, adminRoute } from './admin-route.ts'

const count = z.number().int().min(0).max(1_000_000)
const label = z.string().max(200)
const id = z.string().regex(/^[0-9a-f]{12}$/, 'must be the id of a key: 12 hex digits')

const NewKey = z.strictObject({
  label: label.optional(),
  limitPer15m: count.min(1).optional(),
  importLimit: count.optional(),
})
const Change = z.strictObject({
  id,
  label: label.optional(),
  limitPer15m: count.optional(),
  importLimit: count.nullable().optional(),
  disabled: z.boolean().optional(),
  /** Gives it a new secret, which is told once; the old one ends. */
  rotate: z.literal(true).optional(),
})

/** `/api/admin/keys`: the keys of callers, listed, made, changed and ended. A secret is told once, by what made it. */
export function adminKeysRoute(context: Context): Route {
  const { accounts } = context
  const keys = new ApiKeys(context.store, context)
  return adminRoute(context, {
    GET: { run: async () => ({ keys: await keys.list(), defaultLimit: accounts.defaultKeyLimit }) },
    POST: action({
      input: NewKey,
      status: 201,
      run: ({ limitPer15m = accounts.defaultKeyLimit, ...settings }) =>
        keys.create({ limitPer15m, ...settings }),
    }),
    PATCH: action({
      input: Change,
      async run({ id, rotate, ...changes }) {
        const changed = await keys.update(id, changes)
        if (!changed) throw unknown(id)
        return (rotate && (await keys.rotate(id))) || { key: changed }
      },
    }),
    DELETE: action({
      input: z.strictObject({ id }),
      async run({ id }) {
        if (!(await keys.revoke(id))) throw unknown(id)
        return { deleted: true, id }
      },
    }),
  })
}

function unknown(id: string): XmdError {
  return new XmdError('not_found', `There is no key ${id}.`)
}
