import { loadavg } from 'node:os'
import { archiveBench } from './archive.ts'
import { cachedRead } from './cached-read.ts'
import { circleBench } from './circle.ts'
import { importBench } from './import.ts'
import { mcp } from './mcp.ts'
import { mixedRead } from './mixed-read.ts'
import { renderer } from './renderer.ts'
import { sandboxPages } from './sandbox-pages.ts'
import { uncachedRead } from './uncached-read.ts'

/** `--fresh`: what reads twice reads anew the second time. */
const fresh = process.argv.includes('--fresh')

/**
 * Runs every measurement, or those named on the command line: `npm run bench -- cached-read`.
 * Figures are ratios within one run; the machine's load stands beside them, since it moves the rest.
 */
const MEASUREMENTS: Readonly<Record<string, () => Promise<Row[]>>> = {
  renderer,
  'cached-read': cachedRead,
  'mixed-read': mixedRead,
  'uncached-read': uncachedRead,
  'sandbox-pages': sandboxPages,
  import: importBench,
  circle: () => circleBench({ fresh }),
  archive: archiveBench,
  mcp,
}

export interface Row {
  what: string
  measured: string
  /** What it should be, where something is asked for. */
  budget?: string
}

const named = process.argv.slice(2).filter((word) => word !== '--fresh')
const unknown = named.filter((name) => !MEASUREMENTS[name])
if (unknown.length > 0) {
  process.stderr.write(
    `No measurement ${unknown.join(', ')}; there are ${Object.keys(MEASUREMENTS).join(', ')}.\n`,
  )
  process.exit(2)
}
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (named.length > 0 && !named.includes(name)) continue
  const rows = await measure()
  process.stdout.write(
    `${name} (load ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')})\n`,
  )
  for (const { what, measured, budget } of rows) {
    process.stdout.write(`  ${what}: ${measured}${budget ? `  [budget: ${budget}]` : ''}\n`)
  }
}
