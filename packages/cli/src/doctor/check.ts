/** One thing that the doctor looked at. `fail` means that something needed does not work. */
export interface Check {
  name: string
  status: 'ok' | 'fail' | 'skipped'
  /** What was found, and where it helps what to do. */
  detail: string
}
