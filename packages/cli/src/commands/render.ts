import { parsePostRequest } from '@x-md/core/request/post-request.ts'
import { type Command, Option } from 'commander'
import { deliver } from '../deliver.ts'
import type { Io } from '../io.ts'
import { readJsonInput } from '../read-json-input.ts'

interface RenderFlags {
  from: 'fxtwitter'
  format?: string
  full?: true
  userinfo?: string
  output?: string
}

export function addRender(program: Command, io: Io): void {
  program
    .command('render')
    .summary('render a saved upstream answer, without network')
    .description("Renders an upstream's answer that was saved to a file, without asking anybody anything.")
    .argument('[file]', 'the saved JSON; - or nothing reads standard input', '-')
    .addOption(
      new Option('--from <source>', 'whose answer it is').choices(['fxtwitter']).makeOptionMandatory(),
    )
    .option('--format <format>', 'markdown (default), json or obsidian')
    .option('--full', 'dates, counts and details too')
    .option('--userinfo <whose>', 'off (default), author or all: whose profile to describe')
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .addHelpText(
      'after',
      `
Examples:
  $ x-md render --from fxtwitter saved.json
  $ curl -s https://api.fxtwitter.com/2/thread/20 | x-md render --from fxtwitter --format obsidian`,
    )
    .action((file: string, flags: RenderFlags) => render(io, file, flags))
}

async function render(io: Io, file: string, flags: RenderFlags): Promise<void> {
  const { format, full, userinfo } = parsePostRequest({
    format: flags.format,
    full: flags.full && 'true',
    userinfo: flags.userinfo,
  })
  const body = await readJsonInput(io, file)
  const { renderSaved } = await import('@x-md/core/operations/render-saved.ts')
  const found = renderSaved(body, { from: flags.from, format, full, userinfo, now: Date.now() })
  await deliver(io, format === 'json' ? { json: found } : { text: found.markdown }, flags.output)
}
