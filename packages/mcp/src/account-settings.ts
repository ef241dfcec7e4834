import { VARIABLES } from '@x-md/core/config.ts'

/** The five settings without which nothing acts on X, in the order in which a person is asked for them. */
export const ACCOUNT_SETTINGS = [
  setting('X_API_KEY', 'API key'),
  setting('X_API_KEY_SECRET', 'API key secret'),
  setting('X_ACCESS_TOKEN', 'Access token'),
  setting('X_ACCESS_TOKEN_SECRET', 'Access token secret'),
  setting('MEDIA_ROOT', 'Media folder'),
] as const

function setting(name: keyof typeof VARIABLES, title: string) {
  const { meaning, ...rest } = VARIABLES[name]
  return { name, title, meaning, isSecret: 'secret' in rest }
}
