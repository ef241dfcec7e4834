/** What X answers to a session that it does not take. */
export interface Refusal {
  status: 401 | 403
  body: { errors: { code: number; message: string }[] }
}

const refusal = (status: 401 | 403, code: number, message: string): Refusal => ({
  status,
  body: { errors: [{ code, message }] },
})

/**
 * Reads a session from the headers of a request: a bearer token, the cookies `auth_token` and `ct0`, and the
 * latter once more as `x-csrf-token`. Any values will do, but for an `auth_token` that begins with `revoked`
 * (401) or `locked` (403).
 * @returns the session's `auth_token`, or why there is none
 */
export function readSession(headers: (name: string) => string | undefined): string | Refusal {
  if (!/^Bearer \S+$/.test(headers('authorization') ?? '')) {
    return refusal(401, 215, 'Bad Authentication data')
  }
  const cookies = readCookies(headers('cookie') ?? '')
  const session = cookies.get('auth_token')
  if (!session || session.startsWith('revoked')) return refusal(401, 32, 'Could not authenticate you')
  const csrf = cookies.get('ct0')
  if (!csrf || headers('x-csrf-token') !== csrf) {
    return refusal(403, 353, 'This request requires a matching csrf cookie and header')
  }
  if (session.startsWith('locked')) {
    return refusal(403, 326, 'To protect our users from spam, this account is temporarily locked')
  }
  return session
}

function readCookies(header: string): Map<string, string> {
  return new Map(
    header.split(/;\s*/).flatMap((pair) => {
      const [, name, value] = /^([^=]+)=(.*)$/.exec(pair) ?? []
      return name !== undefined && value !== undefined ? [[name.trim(), value] as const] : []
    }),
  )
}
