import { XmdError } from '../errors.ts'
import { asStoreError } from '../stores/data-file.ts'
import { StoreError } from '../stores/store.ts'

/** An archive that cannot be reached, as what a caller of an import reads; anything else as it is. */
export function toImportError(error: unknown): unknown {
  const fault = asStoreError(error)
  if (!(fault instanceof StoreError)) return error
  return new XmdError(
    'import_busy',
    'Histories cannot be read or kept now: the store that they are in does not answer. What was kept is safe.',
    { cause: fault },
  )
}
