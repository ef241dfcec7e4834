import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packExtension } from '@anthropic-ai/mcpb'
import { VERSION } from '@x-md/core/version.ts'
import { ACCOUNT_SETTINGS } from '@x-md/mcp/account-settings.ts'
import { PROMPTS } from '@x-md/mcp/prompts.ts'
import { READ_TOOLS } from '@x-md/mcp/tools/toolset.ts'
import { X_TOOLS } from '@x-md/mcp/tools/x/x-tools.ts'
import { bundleProgram } from './bundle-program.ts'

/**
 * Writes the MCP servers as bundles that Claude Desktop and others install: the program and all that it needs in one
 * file, to be run by a Node of 24 or newer. `npm run bundle -- [folder]` writes x-md.mcpb, which reads X, and
 * mcp-x.mcpb, which acts on it; the default is the folder where it is run.
 */
const output = resolve(process.argv[2] ?? '.')
const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'x-md-mcpb-'))
try {
  await bundleProgram(join(root, 'packages/cli/src/main.ts'), join(folder, 'server'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: VERSION, type: 'module' }))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await pack('x-md.mcpb', 'main', readerManifest())
  await pack('mcp-x.mcpb', 'mcpX', actorManifest())
} finally {
  rmSync(folder, { recursive: true })
}

/** @param program which of those that `main.ts` exports is started */
async function pack(name: string, program: 'main' | 'mcpX', manifest: object): Promise<void> {
  writeFileSync(
    join(folder, 'server/start.mjs'),
    `import { ${program} } from './main.js'\n\nawait ${program}(process.argv.slice(2))\n`,
  )
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2))
  const file = join(output, name)
  if (!(await packExtension({ extensionPath: folder, outputPath: file, silent: true }))) {
    throw new Error(`${name} could not be packed`)
  }
  process.stdout.write(`wrote ${file}\n`)
}

/** What a host shows before it installs, and how it starts a server. */
function manifestBase(args: readonly string[], env: Record<string, string>) {
  return {
    manifest_version: '0.3',
    version: VERSION,
    author: { name: 'x.md' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: 'server/start.mjs',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: what a host puts the folder of the bundle in for
      mcp_config: { command: 'node', args: ['${__dirname}/server/start.mjs', ...args], env },
    },
    compatibility: { runtimes: { node: '>=24' } },
  }
}

function readerManifest() {
  return {
    ...manifestBase(['mcp'], {}),
    name: 'x-md',
    display_name: 'x.md',
    description: 'Reads public posts, threads, profiles and searches of X (Twitter)',
    tools: READ_TOOLS.map(({ definition: { name, description } }) => ({ name, description })),
    prompts: PROMPTS.map(({ definition: { name, description, arguments: args = [] }, get }) => {
      const names = args.map((argument) => argument.name)
      // What a host puts what somebody has typed in for.
      const places = Object.fromEntries(names.map((argument) => [argument, `\${arguments.${argument}}`]))
      const text = get(places).messages.map(({ content }) => (content.type === 'text' ? content.text : ''))
      return { name, description, arguments: names, text: text.join('\n') }
    }),
  }
}

function actorManifest() {
  // What a host puts what somebody has filled in for.
  const env = ACCOUNT_SETTINGS.map(({ name }) => [name, `\${user_config.${name}}`])
  const asked = ACCOUNT_SETTINGS.map(({ name, title, meaning, isSecret }) => [
    name,
    {
      type: isSecret ? 'string' : 'directory',
      title,
      description: meaning,
      required: true,
      ...(isSecret && { sensitive: true }),
    },
  ])
  return {
    ...manifestBase([], Object.fromEntries(env)),
    name: 'mcp-x',
    display_name: 'mcp-x',
    description:
      'Acts on X (Twitter) as the account whose keys it has: posts, likes, follows, lists, uploads',
    tools: X_TOOLS.map(({ definition: { name, description } }) => ({ name, description })),
    user_config: Object.fromEntries(asked),
  }
}
