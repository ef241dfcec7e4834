import { readFileSync } from 'node:fs'

/** The version of the product, from this package's manifest. A build that has no files beside it puts it in here. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version
