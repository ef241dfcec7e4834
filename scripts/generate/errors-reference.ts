import { ERRORS, type ErrorEntry } from '@x-md/core/errors.ts'

/** `docs/reference/errors.md`: the catalogue as a table. */
export function errorsReference(): string {
  const rows = Object.entries<ErrorEntry>(ERRORS).map(([code, { status, title, resolution, retryable }]) =>
    ['', `\`${code}\``, status, title, resolution.replaceAll('|', '\\|'), retryable ? 'yes' : 'no', ''].join(
      ' | ',
    ),
  )
  return `# Errors

Generated from \`packages/core/src/errors.ts\` by \`npm run fix\`.

Branch on \`code\`, never on the text. Over HTTP an error is a problem document (RFC 9457) with the status
below; the command line exits with 2 for status 400, with 3 when it was rate limited, and with 1 otherwise.

| Code | Status | Title | What to do | Retry |
| --- | --- | --- | --- | --- |
${rows.map((row) => row.trim()).join('\n')}
`
}
