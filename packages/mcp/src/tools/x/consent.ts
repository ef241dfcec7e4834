import { createHash, randomBytes } from 'node:crypto'
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { AccountError } from '@x-md/core/errors.ts'
import { CODES, ProtocolFailure } from '../../failures.ts'

/** How long a person may think, in seconds. */
const THINK_S = 300
/** Questions of a tool that are open at once at most; the oldest are closed first. */
const MAX_OPEN = 1000
const KEY = 'confirm'

interface State {
  /** Of the arguments that were asked about. */
  digest: string
  /** Of this one question. */
  nonce: string
}

/**
 * A person's consent to one call of a tool. The question goes through the client: as a result that asks for input in
 * the newest revision, as an elicitation in the older ones, which the SDK makes of the same. What comes back counts once,
 * for the same arguments, within minutes: its state is signed with a key that only this process has.
 */
export class Consent {
  readonly #codec = createRequestStateCodec<State>({ key: randomBytes(32), ttlSeconds: THINK_S })
  readonly #open = new Set<string>()

  /**
   * @param args as they were parsed
   * @param question for a person; called only where it is to be asked
   * @returns what to ask, or undefined where the person has agreed
   * @throws AccountError `declined`; ProtocolFailure for a state that is not one of ours, or not for this call
   */
  async seek(
    args: unknown,
    sdk: ServerContext,
    question: () => Promise<string>,
  ): Promise<InputRequiredResult | undefined> {
    const digest = createHash('sha256').update(JSON.stringify(args)).digest('base64url')
    if (sdk.mcpReq.requestState() !== undefined) {
      await this.#redeem(sdk, digest)
      const given = inputResponse(sdk.mcpReq.inputResponses, KEY)
      if (given.kind === 'elicit') {
        if (given.action === 'accept') return undefined
        throw new AccountError('declined')
      }
    }
    const message = await question()
    const nonce = randomBytes(16).toString('base64url')
    this.#open.add(nonce)
    if (this.#open.size > MAX_OPEN) {
      const [oldest = ''] = this.#open
      this.#open.delete(oldest)
    }
    return inputRequired({
      // To accept is to agree: there is nothing to fill in.
      inputRequests: {
        [KEY]: inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } }),
      },
      requestState: await this.#codec.mint({ digest, nonce }, sdk),
    })
  }

  async #redeem(sdk: ServerContext, digest: string): Promise<void> {
    const state = await this.#codec.verify(String(sdk.mcpReq.requestState()), sdk).catch(() => undefined)
    if (state?.digest === digest && this.#open.delete(state.nonce)) return
    throw new ProtocolFailure(CODES.invalidParams, 'Invalid or expired requestState', {
      reason: 'invalid_request_state',
    })
  }
}
