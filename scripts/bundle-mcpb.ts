import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packExtension } from '@anthropic-ai/mcpb'
import { VERSION } from '@x-md/core/config.ts'
import { PROMPTS } from '@x-md/mcp/prompts.ts'
import { READ_TOOLS } from '@x-md/mcp/tools/toolset.ts'
import { build } from 'vite'

/**
 * Writes the MCP server as a bundle that Claude Desktop and others install: the program and all that it needs in one
 * file, to be run by a Node of 24 or newer. `npm run bundle -- [file]`; the default is x-md.mcpb.
 */
const output = resolve(process.argv[2] ?? 'x-md.mcpb')
const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'x-md-mcpb-'))
try {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { ssr: join(root, 'packages/cli/src/main.ts'), outDir: join(folder, 'server'), target: 'node24' },
    ssr: { noExternal: true, target: 'node' },
  })
  writeFileSync(
    join(folder, 'server/start.mjs'),
    "import { main } from './main.js'\n\nawait main(process.argv.slice(2))\n",
  )
  // The program reads its version from a folder above its code, wherever that was put, and so its pages.
  for (const place of ['.', 'server']) {
    writeFileSync(join(folder, place, 'package.json'), JSON.stringify({ version: VERSION, type: 'module' }))
  }
  mkdirSync(join(folder, 'docs'))
  cpSync(join(root, 'docs'), join(folder, 'docs'), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest(), null, 2))
  if (!(await packExtension({ extensionPath: folder, outputPath: output, silent: true }))) {
    throw new Error('The bundle could not be packed')
  }
  process.stdout.write(`wrote ${output}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

/** What a host shows before it installs, and how it starts the server. */
function manifest() {
  return {
    manifest_version: '0.3',
    name: 'x-md',
    display_name: 'x.md',
    version: VERSION,
    description: 'Reads public posts, threads, profiles and searches of X (Twitter)',
    author: { name: 'x.md' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: 'server/start.mjs',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: what a host puts the folder of the bundle in for
      mcp_config: { command: 'node', args: ['${__dirname}/server/start.mjs', 'mcp'], env: {} },
    },
    tools: READ_TOOLS.map(({ definition: { name, description } }) => ({ name, description })),
    prompts: PROMPTS.map(({ definition: { name, description, arguments: args = [] }, get }) => {
      const names = args.map((argument) => argument.name)
      // What a host puts what somebody has typed in for.
      const places = Object.fromEntries(names.map((argument) => [argument, `\${arguments.${argument}}`]))
      const text = get(places).messages.map(({ content }) => (content.type === 'text' ? content.text : ''))
      return { name, description, arguments: names, text: text.join('\n') }
    }),
    compatibility: { runtimes: { node: '>=24' } },
  }
}
