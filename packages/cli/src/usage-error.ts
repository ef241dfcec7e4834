/** Arguments that cannot be used, found by the command line itself. Its message is for whoever typed them. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
