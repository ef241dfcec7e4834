import { type Config, ConfigError, loadConfig, VARIABLES } from '@x-md/core/config.ts'
import { VERSION } from '@x-md/core/version.ts'
import type { Command } from 'commander'
import type { Check } from '../doctor/check.ts'
import { checkNode } from '../doctor/machine.ts'
import { checkReachable } from '../doctor/reach.ts'
import { type Env, embedSandbox } from '../embedded-sandbox.ts'
import { SilentFailure } from '../failure.ts'
import { answer, type Io } from '../io.ts'

const USER_AGENT = `x-md/${VERSION} (doctor)`

/** Posts that anybody can read, to compare shapes with. The first post on X is the one that will stay. */
const PUBLIC_POSTS = ['20']

interface DoctorFlags {
  live?: true
  sandbox?: true
}

export function addDoctor(program: Command, io: Io): void {
  program
    .command('doctor')
    .summary('check that this machine can run it')
    .description(
      'Checks Node, the settings, the store, whom a service would let in, and whether the upstreams answer. With --live it also reads a public post and says where its shape differs from what x.md expects.',
    )
    .option('--live', 'compare the shape of a public post with what is expected')
    .option('--sandbox', 'check against a built-in sandbox instead of X')
    .addHelpText('after', '\nExamples:\n  $ x-md doctor\n  $ x-md doctor --live --sandbox')
    .action((flags: DoctorFlags) => doctor(io, flags))
}

async function doctor(io: Io, flags: DoctorFlags): Promise<void> {
  let failed = false
  for await (const { name, status, detail } of checks(io.env, flags)) {
    await answer(io, `${status.padEnd(7)}  ${name}: ${detail}`)
    failed ||= status === 'fail'
  }
  if (failed) throw new SilentFailure('A check failed')
}

/** Each check as soon as it is done, since one that waits for a network takes its time. */
async function* checks(env: Env, flags: DoctorFlags): AsyncGenerator<Check> {
  yield checkNode(process.versions.node)
  let config: Config
  try {
    config = loadConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    yield { name: 'settings', status: 'fail', detail: error.message.replaceAll('\n', ' ') }
    return
  }
  yield { name: 'settings', status: 'ok', detail: 'readable' }
  const { checkStore } = await import('../doctor/store.ts')
  yield await checkStore(config, Date.now)
  const sandbox = flags.sandbox ? await embedSandbox(config) : undefined
  const { checkService } = await import('../doctor/service.ts')
  try {
    yield* checkService(sandbox?.config ?? config, 'accounts.local.json')
    yield* checkUpstreams(sandbox?.config ?? config, flags.live === true)
  } finally {
    await sandbox?.close()
  }
}

async function* checkUpstreams(config: Config, live: boolean): AsyncGenerator<Check> {
  yield* await Promise.all(
    bases(config).map(([variable, base]) => {
      const key = variable.replace('_BASE_URL', '_API_KEY')
      return key in VARIABLES && !config[key as keyof Config]
        ? { name: variable, status: 'skipped' as const, detail: `not used while ${key} is unset` }
        : checkReachable(variable, base, USER_AGENT)
    }),
  )
  const { checkShape } = await import('../doctor/shape.ts')
  for (const id of PUBLIC_POSTS) {
    yield live
      ? await checkShape(config.FXTWITTER_BASE_URL, id, USER_AGENT)
      : { name: `shape of ${id}`, status: 'skipped', detail: 'asked for with --live only' }
  }
}

function bases(config: Config): [string, string][] {
  return Object.entries(config)
    .filter(([variable]) => variable.endsWith('_BASE_URL'))
    .flatMap(([variable, value]) =>
      [value ?? []].flat().map((base): [string, string] => [variable, String(base)]),
    )
}
