import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountTools } from './generate/account-tools.ts'
import { cliReference } from './generate/cli-reference.ts'
import { envExample } from './generate/env-example.ts'
import { errorsPage, reliabilityPage } from './generate/error-pages.ts'

/** Files that say again what the code says, and the code that writes them. */
const FILES: Readonly<Record<string, () => string>> = {
  '.env.example': envExample,
  'docs/reference/cli.md': cliReference,
  'docs/reference/x-tools.md': accountTools,
  'docs/errors.md': errorsPage,
  'docs/reliability.md': reliabilityPage,
}

const root = new URL('../', import.meta.url)
const check = process.argv.includes('--check')
for (const [path, write] of Object.entries(FILES)) {
  const file = fileURLToPath(new URL(path, root))
  const text = write()
  if (text === current(file)) continue
  if (check) {
    process.stderr.write(`${path} is stale: run npm run fix\n`)
    process.exitCode = 1
  } else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    process.stdout.write(`wrote ${path}\n`)
  }
}

function current(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
