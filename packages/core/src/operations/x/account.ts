import type { Ledger } from '../../money/ledger.ts'
import type { Purse } from '../../money/purse.ts'
import type { XApi } from '../../providers/x-api/client.ts'

/** Who acts. */
export interface Owner {
  id: string
  username: string
  /** What the token may do, where X says so: an absent header is no sign. */
  access: string | undefined
}

/** An account on X, in whose name and with whose money calls are made. */
export interface XAccount {
  readonly api: XApi
  readonly purse: Purse
  /** What was spent. */
  readonly ledger: Ledger
  /** Whose keys they are, asked once. @throws AccountError */
  owner(signal?: AbortSignal): Promise<Owner>
}
