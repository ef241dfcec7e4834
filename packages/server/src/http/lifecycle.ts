/**
 * The routes of the first days: when they became deprecated (RFC 9745), until when they answer (RFC 8594),
 * and what to ask instead, by a parameter where one route was for several things.
 */
export const DEPRECATED_ROUTES = [
  { path: '/api/convert', successor: '/api/v1/posts' },
  {
    path: '/api/browse',
    successor_parameter: 'resource',
    successors: {
      profile: '/api/v1/profiles/{handle}',
      followers: '/api/v1/profiles/{handle}/followers',
      following: '/api/v1/profiles/{handle}/following',
      search: '/api/v1/search',
    },
  },
] as const

const DEPRECATED_AT = new Date('2026-09-15T00:00:00Z')
const SUNSET_AT = new Date('2027-09-15T00:00:00Z')

/** The values of the two headers that a deprecated route sends. */
export const DEPRECATION = `@${DEPRECATED_AT.getTime() / 1000}`
export const SUNSET = SUNSET_AT.toUTCString()
/** The second of them for programs that read no HTTP dates, ISO 8601. */
export const SUNSET_ISO = SUNSET_AT.toISOString()
