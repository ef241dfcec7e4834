import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Writes what Vercel deploys: one function that answers every path. It is the sources as they are and the
 * packages that they need, laid out by https://vercel.com/docs/build-output-api.
 * @example npx node deploy/vercel/build.ts && npx vercel deploy --prebuilt
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const output = join(root, '.vercel', 'output')
const target = join(output, 'functions', 'x-md.func')

/** Sources that the service runs on; tests and what they use stay out. */
const SOURCES = ['LICENSE', 'docs', 'packages/core', 'packages/server', 'deploy/vercel/handler.mjs']
const LEFT_OUT = /\.test\.ts$|[\\/]testing(?:\.ts)?$|[\\/]node_modules$/

/** npm wants to see all of the workspace, whatever of it is used. */
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  ...['cli', 'core', 'sandbox', 'server'].map((name) => `packages/${name}/package.json`),
]

const copy = (path: string): void => {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (source) => !LEFT_OUT.test(source),
  })
}
const write = (path: string, value: object): void =>
  writeFileSync(join(output, path), `${JSON.stringify(value, null, 2)}\n`)

rmSync(output, { recursive: true, force: true })
for (const path of MANIFESTS) copy(path)
execFileSync('npm', ['ci', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund'], {
  cwd: target,
  stdio: 'inherit',
})
for (const path of SOURCES) copy(path)
write('config.json', { version: 3, routes: [{ src: '/.*', dest: '/x-md' }] })
write('functions/x-md.func/.vc-config.json', {
  runtime: 'nodejs24.x',
  launcherType: 'Nodejs',
  handler: 'deploy/vercel/handler.mjs',
  shouldAddHelpers: false,
  supportsResponseStreaming: true,
  // Longer than any read may take.
  maxDuration: 60,
})
