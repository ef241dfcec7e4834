import { VARIABLES } from '@x-md/core/config.ts'

export interface EffectiveValue {
  name: string
  /** null where the variable has neither a value nor a default. */
  value: string | null
  from: 'environment' | 'default'
  meaning: string
}

/** What each variable is right now, in the order of `.env.example`, fit to be shown to anybody. */
export function effectiveValues(env: Readonly<Record<string, string | undefined>>): EffectiveValue[] {
  return Object.entries(VARIABLES).map(([name, variable]) => {
    const given = env[name] || undefined
    const fallback = typeof variable.fallback === 'function' ? variable.fallback() : variable.fallback
    const value = given ?? fallback
    return {
      name,
      value: value === undefined ? null : masked(value, variable.secret === true),
      from: given === undefined ? 'default' : 'environment',
      meaning: variable.meaning,
    }
  })
}

/** Nothing of a secret is shown, its length neither; an address may hold a name and a password. */
function masked(value: string, secret: boolean): string {
  if (secret) return '***'
  return value.replace(/(?<=^|,\s*)([a-z][a-z0-9+.-]*:\/\/)[^/?#,]*@/gi, '$1***@')
}
