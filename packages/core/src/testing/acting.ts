import { APP, USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { expect } from 'vitest'
import type { z } from 'zod'
import { loadConfig } from '../config.ts'
import { AccountError } from '../errors.ts'
import { createContext } from '../operations/create-context.ts'
import type { Context } from '../operations/operation.ts'
import type { AccountOperation } from '../operations/x/account-operation.ts'
import { startSandboxed } from './sandboxed.ts'

interface BillLine {
  endpoint: string
  kind: string
  units: number
  price: number
}

/** Whose keys the sandbox publishes: the app's owner, the same with a token that may only read, another account. */
type Who = 'owner' | 'read-only' | 'second'
const [owner, readOnly, second] = USER_TOKENS
const TOKENS = { owner, 'read-only': readOnly, second }

function keysOf(who: Who): Record<string, string> {
  const { token = '', secret = '' } = TOKENS[who] ?? {}
  return {
    X_API_KEY: APP.key,
    X_API_KEY_SECRET: APP.secret,
    X_ACCESS_TOKEN: token,
    X_ACCESS_TOKEN_SECRET: secret,
  }
}

/** A sandbox, and contexts that act there in the name of its accounts. */
export async function startActing(env: Record<string, string> = {}) {
  const sandbox = await startSandboxed(env)
  const opened: (() => Promise<void>)[] = []
  const control = async (path: string, json?: unknown) => {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
      headers: { 'content-type': 'application/json' },
    })
    const body = await answer.json()
    expect(answer.status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  return {
    ...sandbox,
    /** Another process: it acts as somebody, with other settings. */
    contextOf(who: Who, settings: Record<string, string> = {}): Context {
      const config = loadConfig({
        FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
        X_API_BASE_URL: `${sandbox.url}/x-api`,
        LOG_LEVEL: 'silent',
        ...keysOf(who),
        ...settings,
      })
      const { context, close } = createContext(config, { now: () => sandbox.world.now })
      opened.push(close)
      return context
    },
    async close(): Promise<void> {
      for (const close of opened) await close()
      await sandbox.close()
    },
    /** Forgets everything that was written, asked and paid for. */
    reset: () => control('reset', {}),
    /** Changes how the door behaves. */
    settings: (changes: Readonly<Record<string, unknown>>) => control('x-api', changes),
    /** What the door wrote on its bill. */
    bill: async () => (await control('billing')) as { total: number; charges: BillLine[] },
    /** What the door was asked for. */
    asked: async () => (await control('requests')) as { method: string; path: string; status: number }[],
    /** A post as everybody can read it for nothing. */
    async free(id: string) {
      const answer = await fetch(`${sandbox.url}/fxtwitter/2/status/${id}`, {
        headers: { 'user-agent': 'Mozilla/5.0 test' },
      })
      return { status: answer.status, body: await answer.json() }
    },
  }
}

export type Acting = Awaited<ReturnType<typeof startActing>>

/** Runs an operation as its surfaces do: its input is read by its schema first. */
export async function act<Input extends z.ZodType, Output extends z.ZodType>(
  operation: AccountOperation<Input, Output>,
  input: z.input<Input>,
  context: Context,
): Promise<z.infer<Output>> {
  return operation.output.parse(await operation.run(operation.input.parse(input), context))
}

/** The code and words that an operation refuses something with. */
export async function refusal<Input extends z.ZodType, Output extends z.ZodType>(
  operation: AccountOperation<Input, Output>,
  input: z.input<Input>,
  context: Context,
): Promise<Pick<AccountError, 'code' | 'message'>> {
  const error = await act(operation, input, context).then(
    (answer) => new Error(`It was done: ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AccountError)) throw error
  expect(operation.errors, operation.name).toContain(error.code)
  return { code: error.code, message: error.message }
}
