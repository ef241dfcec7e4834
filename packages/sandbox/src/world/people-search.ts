import type { Account } from './model.ts'
import { folded } from './search/query.ts'
import type { World } from './world.ts'

/**
 * The accounts whose name, handle or bio hold all words of a text, those whose handle begins with it first, then
 * the ones with more followers. Nobody who is suspended; of the readers only one who is named exactly.
 */
export function findPeople(world: World, text: string): Account[] {
  const words = folded(text)
    .split(/\s+/)
    .map((word) => word.replace(/^@/, ''))
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const exact = world.accountByHandle(words.join(''))
  const found = world.accounts.filter((account) => {
    if (account.state === 'suspended' || account.joined > world.now) return false
    const about = folded(`${account.handle} ${account.name} ${world.bio(account)}`)
    return words.every((word) => about.includes(word))
  })
  if (exact && exact.state !== 'suspended' && exact.joined <= world.now && !found.includes(exact))
    found.push(exact)
  const rank = (account: Account) => (account.handle.toLowerCase().startsWith(words[0]!) ? 0 : 1)
  return found.sort((one, other) => rank(one) - rank(other) || other.followers - one.followers)
}
