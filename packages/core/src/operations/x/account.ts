import type { Ledger } from '../../money/ledger.ts'
import type { Purse } from '../../money/purse.ts'
import type { XApi } from '../../providers/x-api/client.ts'
import type { PaidReads } from './paid-reads.ts'

/** Who acts. */
export interface Owner {
  id: string
  username: string
  /** What the token may do, where X says so: an absent header is no sign. */
  access: string | undefined
  /** Whether X marks the account as verified: it may write long posts then. Undefined where X does not say. */
  isVerified?: boolean | undefined
}

/** An account on X, in whose name and with whose money calls are made. */
export interface XAccount {
  readonly api: XApi
  readonly purse: Purse
  /** What was spent. */
  readonly ledger: Ledger
  /** What it has read and paid for on this day; absent where that is not kept. */
  readonly reads?: PaidReads | undefined
  /** Whose keys they are, asked once. @throws AccountError */
  owner(signal?: AbortSignal): Promise<Owner>
  /** The same, where it was asked before: nothing is sent for it. */
  readonly knownOwner: Owner | undefined
}
