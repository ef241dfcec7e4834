import { ERRORS, type ErrorEntry } from '@x-md/core/errors.ts'

/** `docs/reference/errors.md`: the catalogue, by HTTP status. */
export function errorsReference(): string {
  const byStatus = Object.groupBy(Object.entries<ErrorEntry>(ERRORS), ([, { status }]) => String(status))
  const sections = Object.entries(byStatus).map(
    ([status, entries = []]) => `## ${status}\n\n${entries.map(item).join('\n')}\n`,
  )
  return `# Errors

Generated from \`packages/core/src/errors.ts\` by \`npm run fix\`.

Branch on the code, never on the text. Over HTTP an error is a problem document (RFC 9457) with the status
below; the command line exits with 2 for status 400, with 3 when it was rate limited, and with 1 otherwise.

${sections.join('\n')}`
}

function item([code, { title, resolution, retryable, retryAfter }]: [string, ErrorEntry]): string {
  const wait = retryAfter === undefined ? '' : ` after ${retryAfter} s unless told otherwise`
  return `- \`${code}\`: ${title}. ${resolution}${retryable ? ` Worth another try${wait}.` : ''}`
}
