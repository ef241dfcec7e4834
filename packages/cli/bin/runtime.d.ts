export const OLDEST_MAJOR: number
export const GUARD: string
export function chooseRuntime(
  version: string,
  env: Readonly<Record<string, string | undefined>>,
  findNode: () => string | undefined,
): { kind: 'run' } | { kind: 'restart'; node: string } | { kind: 'refuse'; message: string }
export function nodePackage(platform: string, arch: string): string
export function hushSqlite(target: { emitWarning(warning: string | Error, ...rest: unknown[]): void }): void
