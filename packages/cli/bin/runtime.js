/**
 * Which Node runs the program. Plain JavaScript of 2018, since it has to work on the old Node that it is
 * there to get away from.
 */

/** The first Node that runs the sources as they are and has what the program uses. */
export const OLDEST_MAJOR = 24

/** Set for a program that was started again, so that it can never start itself without end. */
export const GUARD = 'X_MD_RESTARTED'

/**
 * @param {string} version such as `20.20.2`, without a leading v
 * @param {{ [name: string]: string | undefined }} env
 * @param {() => string | undefined} findNode the path of the Node that came with the packages, if any
 * @returns {{ kind: 'run' } | { kind: 'restart', node: string } | { kind: 'refuse', message: string }}
 */
export function chooseRuntime(version, env, findNode) {
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return { kind: 'run' }
  const node = env[GUARD] ? undefined : findNode()
  if (node) return { kind: 'restart', node }
  return { kind: 'refuse', message: `x-md needs Node ${OLDEST_MAJOR} or newer; this is Node ${version}.` }
}

/** @param {string} platform @param {string} arch @returns {string} the package that holds a Node for this machine */
export function nodePackage(platform, arch) {
  return `node-${platform}-${arch}`
}

/**
 * Keeps one warning of Node 24 from the user: that `node:sqlite`, which newer ones no longer call experimental,
 * is. Every other warning is given.
 * @param {{ emitWarning: (warning: string | Error, ...rest: never[]) => void }} target the process
 */
export function hushSqlite(target) {
  const emit = target.emitWarning
  target.emitWarning = function (warning, ...rest) {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emit.call(this, warning, ...rest)
  }
}
