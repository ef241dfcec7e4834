import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as modules from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseRuntime, GUARD, hushSqlite, nodePackage } from './runtime.js'

/**
 * Runs a program of this package in this Node, or in the one that the workspace brings where this is too old.
 * @param {string} bin address of the file that was started
 * @param {(programs: typeof import('../src/main.ts')) => (args: readonly string[]) => Promise<void>} choose
 */
export async function start(bin, choose) {
  const choice = chooseRuntime(process.versions.node, process.env, findNode)
  if (choice.kind === 'refuse') {
    process.stderr.write(`${choice.message}\n`)
    process.exitCode = 1
  } else if (choice.kind === 'restart') {
    restart(choice.node, fileURLToPath(bin))
  } else {
    hushSqlite(process)
    // Types stripped and code compiled once serve the next start, which takes half the time then.
    modules.enableCompileCache()
    const built = new URL('../dist/main.js', import.meta.url)
    const programs = await import(existsSync(built) ? built.href : '../src/main.ts')
    await choose(programs)(process.argv.slice(2))
  }
}

/** The Node that the workspace brings as a package, found the way any module of ours is. */
function findNode() {
  try {
    const manifest = modules
      .createRequire(import.meta.url)
      .resolve(`${nodePackage(process.platform, process.arch)}/package.json`)
    const node = join(dirname(manifest), 'bin', 'node')
    return existsSync(node) ? node : undefined
  } catch {
    return undefined
  }
}

function restart(node, bin) {
  const child = spawn(node, [bin, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [GUARD]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`x-md could not start ${node}: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    // Die as the child did, so that whoever waits for us sees the same.
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
