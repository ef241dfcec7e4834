import type { Complete } from './layer.ts'

/** Looked at of an archive; to be complete is not worth a slow answer while somebody types. */
const MAX_LOOKED_AT = 5000
const MAX_OFFERED = 100

/** Offers the handles of accounts whose posts are archived here, in order. */
export const completeHandles: Complete = async ({ argument }, typed, { context }) => {
  if (argument !== 'handle') return []
  const start = typed.replace(/^@/, '').toLowerCase()
  const found: string[] = []
  let looked = 0
  for await (const { profile } of context.archive.accounts()) {
    if (++looked > MAX_LOOKED_AT || found.length > MAX_OFFERED) break
    if (profile.screen_name.toLowerCase().startsWith(start)) found.push(profile.screen_name)
  }
  return found.sort()
}
