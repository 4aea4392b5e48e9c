import type { Connection, Discovered } from '@sitrep/controller/connection'
import type { Call, Context, ExitCode } from '../command.ts'
import type { Leaving } from './deletion/delete-stage.ts'
import { DeletionWatch } from './deletion/deletion-watch.ts'
import { FollowedDeletion } from './deletion/followed-deletion.ts'
import { followAll } from './follow/follow-all.ts'
import { steadyTiming, type TimeLimit } from './follow/time-limit.ts'
import { Wake } from './follow/wake.ts'
import { type FollowedFamily, followingOf } from './following-of.ts'
import { resumeLine } from './resume-line.ts'
import type { Reporter } from './show/reporter.ts'
import { tellEnd } from './tell-end.ts'

export interface FollowLeavingOptions {
  readonly call: Call
  readonly context: Context
  readonly connection: Connection
  readonly discovered: Discovered
  readonly reporter: Reporter
  readonly limit: TimeLimit
  readonly families: readonly FollowedFamily[]
}

/** Follows what is being deleted until all of it is gone. */
export async function followLeaving(
  leaving: readonly Leaving[],
  options: FollowLeavingOptions,
): Promise<ExitCode> {
  const { call, context, connection, discovered, reporter, limit, families } = options
  const timing = steadyTiming
  const wake = new Wake(timing)
  const all = leaving.map(({ target: { resource }, object }) => {
    const parts = followingOf(families, object)?.deletes?.(object)
    const watched = { connection, timing, discovered, resource, object, parts }
    const watch = new DeletionWatch({ ...watched, onChange: wake.call })
    return new FollowedDeletion({ object, watch, families, tell: reporter.tell })
  })
  const ended = await followAll({ all, timing, wake, reporter, limit, interrupted: context.interrupted })
  return tellEnd(ended, { reporter, resume: resumeLine('delete', call), explain: async () => [] })
}
