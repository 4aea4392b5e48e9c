import type { Timing } from '@sitrep/controller'
import { progressBlock } from '../show/progress-block.ts'
import type { Reporter } from '../show/reporter.ts'
import type { FollowedCluster, Outcome } from './followed-cluster.ts'
import type { Wake } from './wake.ts'

export interface FollowOptions {
  readonly clusters: readonly FollowedCluster[]
  readonly timing: Timing
  readonly wake: Wake
  readonly reporter: Reporter
  readonly deadline: number
  readonly interrupted: AbortSignal
}

/** How the wait for all clusters ended. */
export interface Ended {
  readonly outcomes: ReadonlyMap<FollowedCluster, Outcome>
  /** Clusters that were still on their way. */
  readonly open: readonly FollowedCluster[]
  readonly by: 'all-decided' | 'timeout' | 'interrupt'
}

const redrawMs = 1000

/** Follows clusters until each is ready or has failed, the time is over, or the person stops it. Sleeps while nothing happens. */
export async function followClusters(options: FollowOptions): Promise<Ended> {
  const { clusters, timing, wake, reporter, deadline, interrupted } = options
  const outcomes = new Map<FollowedCluster, Outcome>()
  const started = timing.now()
  interrupted.addEventListener('abort', wake.call)
  try {
    while (true) {
      const now = timing.now()
      const decided = clusters.filter((cluster) => !outcomes.has(cluster) && decide(cluster, outcomes, now))
      const open = clusters.filter((cluster) => !outcomes.has(cluster))
      reporter.draw((size) =>
        progressBlock(
          clusters.map(({ shown }) => shown),
          { ...size, elapsedMs: now - started, now },
        ),
      )
      if (open.length === 0) reporter.settle()
      for (const cluster of decided) tellOutcome(cluster, outcomes.get(cluster), reporter)
      if (open.length === 0) return { outcomes, open, by: 'all-decided' }
      if (interrupted.aborted) return { outcomes, open, by: 'interrupt' }
      if (now >= deadline) return { outcomes, open, by: 'timeout' }
      await wake.sleep(sleepFor(options, open, now))
    }
  } finally {
    interrupted.removeEventListener('abort', wake.call)
    await Promise.all(clusters.map((cluster) => cluster.stop()))
  }
}

function decide(cluster: FollowedCluster, outcomes: Map<FollowedCluster, Outcome>, now: number): boolean {
  const outcome = cluster.look(now)
  if (outcome !== undefined) outcomes.set(cluster, outcome)
  return outcome !== undefined
}

function tellOutcome({ subject }: FollowedCluster, outcome: Outcome | undefined, { tell }: Reporter): void {
  if (outcome?.is === 'ready') tell({ event: 'ready', object: subject })
  else if (outcome?.is === 'failed') tell({ event: 'failed', object: subject, why: outcome.why })
}

function sleepFor(
  { deadline, reporter }: FollowOptions,
  open: readonly FollowedCluster[],
  now: number,
): number {
  const instants = [deadline, ...open.flatMap(({ nextAt }) => nextAt ?? [])]
  const until = Math.min(...instants) - now
  return Math.max(1, reporter.moving ? Math.min(redrawMs, until) : until)
}
