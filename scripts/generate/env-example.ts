import { VARIABLES } from '@x-md/core/config.ts'

/** `.env.example`: every variable with its meaning; nothing is set until its line is uncommented. */
export function envExample(): string {
  const entries = Object.entries(VARIABLES).map(([name, { fallback, meaning, secret }]) =>
    [
      `# ${meaning}.${secret ? ' Secret: keep it out of the repository.' : ''}`,
      // A default that is worked out on the machine would differ from one machine to the next.
      `# ${name}=${typeof fallback === 'string' ? fallback : ''}`,
    ].join('\n'),
  )
  return `# Settings of x.md, all optional. The program reads the environment and no file: load this one with\n# \`node --env-file\`, a container's env_file or your shell. \`x-md config\` shows what is in force.\n\n${entries.join('\n\n')}\n`
}
