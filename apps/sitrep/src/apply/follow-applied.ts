import { realTiming } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import type { Call, Context, ExitCode } from '../command.ts'
import { parseDuration } from '../program/duration.ts'
import { explanationOf } from './explanation.ts'
import { beginFollowing } from './follow/begin.ts'
import { type Ended, followClusters } from './follow/follow-clusters.ts'
import { Wake } from './follow/wake.ts'
import type { Reporter } from './show/reporter.ts'
import type { Applied } from './submit/server-side-apply.ts'

export interface FollowAppliedOptions {
  readonly call: Call
  readonly context: Context
  readonly connection: Connection
  readonly reporter: Reporter
  /** The command line that goes on with this. */
  readonly resume: string
}

/** Follows the clusters among what was applied to their end. */
export async function followApplied(
  applied: readonly Applied[],
  options: FollowAppliedOptions,
): Promise<ExitCode> {
  const { call, context, connection, reporter } = options
  const out = call.options['kubeconfig-out']
  const timing = realTiming
  const wake = new Wake(timing)
  const clusters = await beginFollowing(applied, {
    connection,
    timing,
    signal: context.interrupted,
    failAfterMs: parseDuration(call, 'fail-after', 60_000),
    kubeconfigOut: typeof out === 'string' ? out : undefined,
    cwd: context.cwd,
    wake,
    reporter,
  })
  if (clusters.length === 0) {
    context.complain('There is no cluster to wait for among what was applied')
    return 0
  }
  const deadline = timing.now() + parseDuration(call, 'timeout', 30 * 60_000)
  // While the server cannot be reached nothing else keeps the process alive.
  const alive = setInterval(() => {}, 60_000)
  try {
    const ended = await followClusters({
      clusters,
      timing,
      wake,
      reporter,
      deadline,
      interrupted: context.interrupted,
    })
    reporter.settle()
    return await tellEnd(ended, options)
  } finally {
    clearInterval(alive)
  }
}

async function tellEnd({ outcomes, open, by }: Ended, options: FollowAppliedOptions): Promise<ExitCode> {
  const { reporter, call, context, resume } = options
  if (by === 'interrupt') {
    reporter.tell({ event: 'interrupted', resume })
    return 3
  }
  for (const cluster of open) {
    const explanation = cluster.readable ? await explanationOf(cluster.subject, call, context) : []
    reporter.tell({ event: 'timeout', object: cluster.subject, missing: cluster.missing, explanation })
    reporter.add(explanation)
  }
  if (open.some(({ readable }) => !readable)) return 3
  return open.length === 0 && [...outcomes.values()].every(({ is }) => is === 'ready') ? 0 : 1
}
