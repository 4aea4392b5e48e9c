import type { Connection } from '@sitrep/controller/connection'
import type { Call, Context, ExitCode } from '../command.ts'
import { parseDuration } from '../options/duration.ts'
import { explanationOf } from './explanation.ts'
import { beginFollowing } from './follow/begin.ts'
import { followAll } from './follow/follow-all.ts'
import type { KubeconfigPlace } from './follow/kubeconfig-place.ts'
import { steadyTiming, timeLimit } from './follow/time-limit.ts'
import { Wake } from './follow/wake.ts'
import type { FollowedFamily } from './following-of.ts'
import { resumeLine } from './resume-line.ts'
import type { Reporter } from './show/reporter.ts'
import type { Applied } from './submit/server-side-apply.ts'
import { tellEnd } from './tell-end.ts'

export interface FollowAppliedOptions {
  readonly call: Call
  readonly context: Context
  readonly connection: Connection
  readonly reporter: Reporter
  readonly place: KubeconfigPlace
  readonly families: readonly FollowedFamily[]
}

/** Follows to its end what some family follows among what was applied. */
export async function followApplied(
  applied: readonly Applied[],
  { call, context, connection, reporter, place, families }: FollowAppliedOptions,
): Promise<ExitCode> {
  const timing = steadyTiming
  const wake = new Wake(timing)
  const { interrupted } = context
  const all = await beginFollowing(applied, {
    connection,
    timing,
    signal: interrupted,
    families,
    failAfterMs: parseDuration(call, 'fail-after', 60_000),
    place,
    wake,
    reporter,
  })
  if (all.length === 0) {
    context.complain(`There is no ${nounsOf(families)} to wait for among what was applied`)
    return 0
  }
  const limit = timeLimit(call, timing)
  const ended = await followAll({ all, timing, wake, reporter, limit, interrupted })
  return tellEnd(ended, {
    reporter,
    resume: resumeLine('apply', call),
    explain: ({ subject }) => explanationOf(subject, call, context),
  })
}

function nounsOf(families: readonly FollowedFamily[]): string {
  const nouns = families.flatMap(({ follows = [] }) => follows.map(({ noun }) => noun))
  return [...new Set(nouns)].join(' or ')
}
