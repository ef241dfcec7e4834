import { createProgram } from '../../packages/cli/src/program.ts'

type Command = ReturnType<typeof createProgram>

/** `docs/reference/cli.md`: the help of every command, as the program prints it. */
export function cliReference(): string {
  const program = createProgram(process)
  const sections = [program, ...program.commands].map(
    (command) => `## ${path(command)}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`,
  )
  return `# Command line

Generated from \`packages/cli/src/commands/\` by \`npm run fix\`.

${sections.join('\n')}`
}

function path(command: Command): string {
  return command.parent ? `${path(command.parent)} ${command.name()}` : command.name()
}

/** At a fixed width, so that the file does not depend on the terminal it was written from. */
function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
    getOutHelpWidth: () => 100,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  return text.trimEnd()
}
