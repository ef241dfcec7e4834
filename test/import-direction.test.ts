import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/**
 * What each part of core may import besides itself. A part that is not named here has no place in the house
 * yet: give it one, in docs or here, before it is filled.
 */
const CORE: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  'config.ts': [],
  'version.ts': [],
  'single-flight.ts': [],
  domain: [],
  stores: ['domain', 'single-flight.ts'],
  limits: ['domain', 'stores', 'errors.ts'],
  money: ['domain', 'stores', 'errors.ts'],
  request: ['domain', 'errors.ts'],
  render: ['domain'],
  upstream: ['domain', 'errors.ts', 'single-flight.ts'],
  providers: ['domain', 'request', 'render', 'upstream', 'single-flight.ts'],
  operations: [
    'domain',
    'stores',
    'limits',
    'money',
    'request',
    'render',
    'upstream',
    'providers',
    'errors.ts',
    'config.ts',
    'version.ts',
    'single-flight.ts',
  ],
}

/** What each package may import of the others: whole, or one part of core only. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: [],
  sandbox: ['core/domain'],
  server: ['core', 'mcp'],
  mcp: ['core'],
  cli: ['core', 'server', 'mcp', 'sandbox'],
  sdk: [],
  site: [],
}

interface Import {
  /** Path below `packages/`. */
  file: string
  /** What is imported: a path below `packages/`, as far as it is ours. */
  target: string
}

/** What only tests use: it may look anywhere, and nothing else may look at it. */
const FOR_TESTS = /\.test\.ts$|\/testing(?:\.ts$|\/)/
const SPECIFIER = /\b(?:from|import)\s*\(?\s*'([^']+)'/g

/** The imports among our own sources, tests apart. */
function ownImports(): Import[] {
  const files = globSync('packages/*/{src,bin}/**/*.{ts,js}', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !FOR_TESTS.test(file))
  return files.flatMap((path) => {
    const file = path.replace(/^packages\//, '')
    const source = readFileSync(`${ROOT}${path}`, 'utf8')
    return [...source.matchAll(SPECIFIER)].flatMap(([, specifier = '']) => {
      if (specifier.startsWith('.')) return [{ file, target: posix.join(posix.dirname(file), specifier) }]
      if (!specifier.startsWith('@x-md/')) return []
      const [, name = '', rest = ''] = /^@x-md\/([^/]+)\/?(.*)$/.exec(specifier) ?? []
      return [{ file, target: `${name}/src/${rest}` }]
    })
  })
}

const packageOf = (path: string): string => path.split('/')[0] ?? ''
const partOf = (path: string): string => path.split('/')[2] ?? ''

/** Why an import is wrong, or undefined. */
function fault({ file, target }: Import): string | undefined {
  const [from, to] = [packageOf(file), packageOf(target)]
  if (FOR_TESTS.test(target)) return `${file} uses ${target}, which is for tests`
  if (from !== to) {
    const allowed = PACKAGES[from]
    if (!allowed) return `${from} is not a package that this test knows`
    const fits = allowed.some((place) => place === to || place === `${to}/${partOf(target)}`)
    return fits ? undefined : `${file} imports ${target}`
  }
  if (from !== 'core' || partOf(file) === partOf(target)) return undefined
  const allowed = CORE[partOf(file)]
  if (!allowed) return `core/src/${partOf(file)} is not a part that this test knows`
  return allowed.includes(partOf(target)) ? undefined : `${file} imports ${target}`
}

test('imports go one way: domain <- request, render, upstream <- providers <- operations <- surfaces', () => {
  const imports = ownImports()
  expect(imports.length).toBeGreaterThan(100)
  expect(imports.flatMap((found) => fault(found) ?? [])).toEqual([])
})

test('no import cycle inside core', () => {
  const edges = new Map<string, string[]>()
  for (const { file, target } of ownImports()) edges.set(file, [...(edges.get(file) ?? []), target])
  const done = new Set<string>()
  const visit = (file: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of edges.get(file) ?? []) {
      const cycle = visit(next, [...trail, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  const cycles = [...edges.keys()].filter((file) => packageOf(file) === 'core').map((file) => visit(file, []))
  expect(cycles.find(Boolean)).toBeUndefined()
})

describe('the rules themselves', () => {
  test.each([
    ['core/src/domain/post.ts', 'core/src/render/format.ts'],
    ['core/src/request/status-url.ts', 'core/src/operations/get-post.ts'],
    ['core/src/stores/cache.ts', 'core/src/upstream/http-client.ts'],
    ['core/src/operations/get-post.ts', 'server/src/app.ts'],
    ['core/src/operations/get-post.ts', 'core/src/testing/awkward-text.ts'],
    ['sandbox/src/app.ts', 'core/src/providers/fxtwitter/schema.ts'],
    ['sandbox/src/app.ts', 'core/src/config.ts'],
    ['server/src/app.ts', 'sandbox/src/start.ts'],
  ])('%s may not import %s', (file, target) => {
    expect(fault({ file, target })).toBeDefined()
  })
})
