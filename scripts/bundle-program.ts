import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { VERSION } from '@x-md/core/version.ts'
import { SLUGS } from '@x-md/server/pages/pages.ts'
import { build, type Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/**
 * Bundles the program with all that it needs: its packages, its version and its pages, so that nothing has to stand
 * beside it but a Node of 24 or newer.
 * @param entry a module
 * @param options.isOneFile everything in one file, what is loaded later too
 */
export async function bundleProgram(
  entry: string,
  outDir: string,
  { isOneFile = false }: { isOneFile?: boolean } = {},
): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir,
      target: 'node24',
      emptyOutDir: true,
      ...(isOneFile && { rolldownOptions: { output: { codeSplitting: false } } }),
    },
    ssr: { noExternal: true, target: 'node' },
    plugins: [{ name: 'bundle-required', transform: importRequired }, PUNYCODE, whatStandsBeside()],
  })
}

/** Packages that a module requires by name once it needs them are imported, since nothing stands beside a bundle. */
function importRequired(code: string): string | undefined {
  const required = /createRequire\(import\.meta\.url\)\(["']([^"']+)["']\)/.exec(code)
  if (!required) return undefined
  return `import * as required from '${required[1]}'\n${code.replace(required[0], 'required.default')}`
}

/** Node's own module of this name is on its way out, and warns whoever loads it: who needs one brings a package. */
const PUNYCODE: Plugin = {
  name: 'punycode-package',
  enforce: 'pre',
  resolveId(source, importer) {
    return source === 'punycode' ? this.resolve('punycode/', importer, { skipSelf: true }) : undefined
  },
}

/** The two modules that read files beside the code hold them instead. */
function whatStandsBeside(): Plugin {
  return {
    name: 'what-stands-beside',
    enforce: 'pre',
    load(id) {
      if (id.endsWith('/core/src/version.ts')) return `export const VERSION = ${JSON.stringify(VERSION)}`
      if (!id.endsWith('/server/src/pages/docs-folder.ts')) return undefined
      const docs = SLUGS.map((slug) => [slug, readFileSync(`${ROOT}docs/${slug}.md`, 'utf8')])
      return `const DOCS = ${JSON.stringify(Object.fromEntries(docs))}\nexport const readDoc = (slug) => DOCS[slug]`
    },
  }
}
