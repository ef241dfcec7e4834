import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from './bundle-program.ts'

/**
 * Writes the program as one executable for the platform that this runs on: Node itself, and the program in it.
 * `npm run sea -- [file]` writes `x-md` where it is run, or the file that is named. One whose name begins with
 * `mcp-x` is `mcp-x`.
 */
const output = resolve(process.argv[2] ?? 'x-md')
const root = fileURLToPath(new URL('../', import.meta.url))
mkdirSync(dirname(output), { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'x-md-sea-'))
try {
  const entry = join(folder, 'entry.ts')
  writeFileSync(
    entry,
    `import { basename } from 'node:path'
import { main, mcpX } from '${join(root, 'packages/cli/src/main.ts')}'

await (basename(process.execPath).startsWith('mcp-x') ? mcpX : main)(process.argv.slice(2))
`,
  )
  await bundleProgram(entry, join(folder, 'out'), { isOneFile: true })
  const config = join(folder, 'sea.json')
  const main = join(folder, 'out/entry.js')
  writeFileSync(
    config,
    JSON.stringify({ main, mainFormat: 'module', output, disableExperimentalSEAWarning: true }),
  )
  const { status, stderr } = spawnSync(process.execPath, ['--build-sea', config], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Node could not make the executable: ${stderr}`)
  process.stdout.write(`wrote ${output}\n`)
} finally {
  rmSync(folder, { recursive: true })
}
