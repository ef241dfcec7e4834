import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Config, loadConfig } from '@x-md/core/config.ts'
import type { OAuth2 } from '@x-md/core/providers/x-api/oauth2.ts'
import type { Command } from 'commander'
import { embedSandbox } from '../embedded-sandbox.ts'
import { Interrupted, SilentFailure } from '../failure.ts'
import { interruptible } from '../interruptible.ts'
import { answer, type Io, say } from '../io.ts'
import { UsageError } from '../usage-error.ts'

interface LoginFlags {
  sandbox?: true
  status?: true
  forget?: true
}

/** How long a person may take. */
const MOST_MS = 10 * 60_000

export function addLogin(program: Command, io: Io): void {
  program
    .command('login')
    .summary('let it read what needs an OAuth 2.0 token: bookmarks')
    .description(
      'Prints an address at which you allow your app to act for your account, and waits until you come back from it. The token stays in the data folder, in a file that only you can read, and is renewed by itself.',
    )
    .option('--status', 'say whether somebody is logged in')
    .option('--forget', 'end the login, at X too')
    .option('--sandbox', 'log in to a built-in sandbox, which keeps nothing')
    .addHelpText(
      'after',
      `
Examples:
  $ X_OAUTH2_CLIENT_ID=... x-md login
  $ x-md login --status
  $ x-md login --forget
  $ x-md login --sandbox`,
    )
    .action((flags: LoginFlags) => login(io, flags))
}

async function login(io: Io, flags: LoginFlags): Promise<void> {
  if (flags.status && flags.forget) throw new UsageError('Give --status or --forget, not both.')
  const given = loadConfig(io.env)
  const sandbox = flags.sandbox ? await embedSandbox(given) : undefined
  try {
    await act(io, flags, sandbox?.config ?? given, sandbox?.now ?? Date.now)
  } catch (error) {
    const { XApiError } = await import('@x-md/core/providers/x-api/x-api-error.ts')
    if (!(error instanceof XApiError)) throw error
    say(
      io,
      error.kind === 'bad_credentials'
        ? 'X did not accept it: allow it in the browser, and check X_OAUTH2_CLIENT_ID and its secret.'
        : 'X could not be reached for this. Try again later.',
    )
    throw new SilentFailure('X gave no token')
  } finally {
    await sandbox?.close()
  }
}

async function act(io: Io, flags: LoginFlags, config: Config, now: () => number): Promise<void> {
  const { openLogin } = await import('@x-md/core/operations/x/login/user-token.ts')
  const opened = openLogin(config, now)
  if (!opened) {
    throw new UsageError(
      'Set X_OAUTH2_CLIENT_ID to the client id of your app, and X_MD_DATA_DIR to a folder, if it is :memory:.',
    )
  }
  const { oauth, file } = opened
  const kept = await file.read()
  if (flags.status) {
    const until = kept && new Date(kept.expiresAt).toISOString().slice(0, 16).replace('T', ' ')
    const renewal = kept?.refresh ? 'renewed by itself' : 'not renewed'
    return answer(
      io,
      kept ? `Logged in; the token is good until ${until} UTC, ${renewal}.` : 'Not logged in.',
    )
  }
  if (flags.forget) {
    if (!kept) return answer(io, 'Not logged in.')
    // Gone from here first: whatever X answers, it is used no more.
    await file.remove()
    for (const token of [kept.refresh, kept.access]) if (token) await oauth.revoke(token)
    return answer(io, 'The login has ended.')
  }
  const tokens = await interruptible((signal) => visit(io, oauth, config, flags.sandbox === true, signal))
  if (flags.sandbox) return answer(io, 'Logged in to the sandbox, which keeps nothing.')
  await file.write(tokens)
  await answer(io, `Logged in; the token is kept in ${file.path}.`)
}

/** Sends a person to X, and waits for them on this machine. */
async function visit(
  io: Io,
  oauth: OAuth2,
  { X_OAUTH2_REDIRECT_PORT }: Config,
  isSandbox: boolean,
  interrupted: AbortSignal,
) {
  const arrivals = Promise.withResolvers<URL>()
  arrivals.promise.catch(() => undefined)
  const server = createServer((request, response) => {
    const back = URL.parse(request.url ?? '', origin())
    if (request.method !== 'GET' || back?.pathname !== '/callback') return response.writeHead(404).end()
    // What others send here does not end the wait: they do not know the state.
    if (back.searchParams.get('state') !== departure.state)
      return response.writeHead(400).end('Not from here.\n')
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end('You can close this page.\n')
    arrivals.resolve(back)
  })
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(X_OAUTH2_REDIRECT_PORT, '127.0.0.1', resolve)
  }).catch((cause: unknown) => {
    throw new UsageError(`Port ${X_OAUTH2_REDIRECT_PORT} cannot be used: ${(cause as Error).message}`)
  })
  const redirectUri = `${origin()}/callback`
  const departure = await oauth.depart(redirectUri)
  const late = AbortSignal.timeout(MOST_MS)
  late.onabort = () => arrivals.reject(new UsageError('Nobody came back from X within ten minutes.'))
  interrupted.onabort = () => arrivals.reject(new Interrupted('Nobody came back from X.'))
  try {
    say(io, `Open this address, and allow it there:\n${departure.address.href}`)
    // The sandbox asks nobody, so that there is nothing to see at its address.
    if (isSandbox) await fetch(departure.address)
    return await oauth.arrive(await arrivals.promise, redirectUri, departure)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
