import { isHandle } from '../../domain/handle.ts'
import { XmdError } from '../../errors.ts'
import { ProfileRequest } from '../../request/profile-request.ts'
import { getProfile } from '../get-profile.ts'
import { eachAtOnce } from './at-once.ts'
import type { CircleBuild } from './build.ts'
import { type CircleRun, isLate, waitFor } from './run.ts'
import type { Scored } from './score.ts'

/** Members that one call looks up at most. */
export const LOOKUPS = 50
const AT_ONCE = 4
const MAX_FAILURES = 6

/** The members whose profile is not known and may still be found, the highest score first. */
export function unidentified(build: CircleBuild, members: readonly Scored[]): string[] {
  return members.flatMap(({ handle }) =>
    // Some of the first accounts have longer handles than can be asked for.
    build.accountOf(handle) || build.unknown.has(handle.toLowerCase()) || !isHandle(handle) ? [] : [handle],
  )
}

/** Looks up the members that are only known by their handles: no more than the profile is asked for. */
export async function lookUp(run: CircleRun, members: readonly Scored[]): Promise<void> {
  const { build, context, fresh } = run
  const handles = unidentified(build, members).slice(0, LOOKUPS)
  if (handles.length === 0) return
  let failures = 0
  const goesOn = () => failures < MAX_FAILURES && !isLate(run) && !run.signal.aborted
  await eachAtOnce(handles, AT_ONCE, goesOn, async (handle) => {
    try {
      const request = ProfileRequest.parse({ handle, include_posts: false, nocache: fresh })
      const { profile } = await waitFor(run, getProfile.run(request, context))
      build.lookedUp += 1
      build.learn(profile)
      // Whoever has another handle by now is not found by the old one a second time.
      if (!build.accountOf(handle)) build.unknown.add(handle.toLowerCase())
    } catch (error) {
      if (!(error instanceof XmdError)) throw error
      if (error.code === 'not_found') build.unknown.add(handle.toLowerCase())
      else failures += 1
    }
  })
  run.signal.throwIfAborted()
  await run.keep()
}
