import type { Author } from '../../domain/author.ts'
import { sameHandle } from '../../domain/handle.ts'
import type { Archive, ArchivedAccount } from '../../stores/archive.ts'

/**
 * Makes the owner of an account archive known. What a walk has read of the profile stays, since it is more and newer;
 * and a handle that another account has been seen with since stays with that.
 */
export async function enterOwner(archive: Archive, owner: Author): Promise<ArchivedAccount> {
  const holder = await archive.find(owner.screen_name)
  const held = owner.id ? await findById(archive, owner.id) : holder
  if (held) {
    if (holder && holder.account !== held.account) return held
    // Its handle in the archive may be an older one, by which it is found from now on, too.
    await archive.enter({ ...owner, ...held.profile, screen_name: owner.screen_name })
    return sameHandle(held.profile.screen_name, owner.screen_name) ? held : archive.enter(held.profile)
  }
  const entered = await archive.enter(owner)
  if (holder && holder.account !== entered.account) await archive.enter(holder.profile)
  return entered
}

async function findById(archive: Archive, id: string): Promise<ArchivedAccount | undefined> {
  for await (const held of archive.accounts()) if (held.account === id) return held
  return undefined
}
