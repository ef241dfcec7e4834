import { X_TOOLS } from '@x-md/mcp/tools/x/x-tools.ts'

/** `docs/reference/x-tools.md`: what each account tool costs, needs and can fail with. */
export function accountTools(): string {
  const rows = X_TOOLS.map(({ definition: { name, title, annotations }, price, errors, asksFirst }) => {
    const kind = annotations?.readOnlyHint ? 'read' : annotations?.destructiveHint ? 'destructive' : 'write'
    const plan = errors.includes('not_on_this_plan') ? 'enterprise, in part at least' : 'any'
    const keys = errors.includes('wrong_credentials_kind') ? 'four keys; X may want OAuth 2.0' : 'four keys'
    const codes = errors.map((code) => `\`${code}\``).join(', ')
    return `| \`${name}\` | ${title} | ${kind}${asksFirst ? ', asks first' : ''} | ${price} | ${plan} | ${keys} | ${codes} |`
  })
  return `# Account tools

Generated from the tools themselves by \`npm run fix\`. What they are for: [Acting on X](../acting.md).

| tool | does | kind | price | plan | credential | errors of its own |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}
