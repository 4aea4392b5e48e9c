import {
  type ComparisonReport,
  type Controller,
  type ControllerOptions,
  clusterLines,
  Disagreements,
  type DisagreementsOptions,
  outcomeOf,
  readinessOf,
  reportOn,
  startController,
  type Timing,
} from '@sitrep/controller'
import { CommandError, type ExitCode } from '../command.ts'
import { unreadOwnKinds } from './start-program.ts'

export interface CompareOptions
  extends Pick<ControllerOptions, 'connection' | 'catalog' | 'namespace' | 'edges' | 'addresses'>,
    Pick<DisagreementsOptions, 'stale' | 'profiles' | 'quietMs'> {
  readonly timing: Timing
  readonly timeoutMs: number
  /** Aborted when the person wants to stop. */
  readonly interrupted: AbortSignal
}

/** What was found out, and what kept it from being more. */
export interface ComparedOnce {
  readonly report: ComparisonReport
  /** What had not been read when the time was over, in sentences. */
  readonly missing: readonly string[]
}

const lookEveryMs = 100

/** Reads everything, waits until all is told and what differs has lasted, or until the time is over; then nothing goes on. */
export async function compareOnce(options: CompareOptions): Promise<ComparedOnce> {
  const { timing, timeoutMs, interrupted, stale, profiles, quietMs, ...around } = options
  const disagreements: Disagreements = new Disagreements({
    look: (ref) => controller.compared(ref),
    unread: () => unreadOwnKinds(controller),
    ...(stale && { stale }),
    ...(profiles && { profiles }),
    ...(quietMs !== undefined && { quietMs }),
  })
  const controller: Controller = startController({
    ...around,
    mode: 'observe',
    timing,
    onCompared: (ref, compared) => disagreements.compare(ref, { compared, now: timing.now() }),
  })
  try {
    const end = timing.elapsed() + timeoutMs
    while (timing.elapsed() < end && !interrupted.aborted && !isTold(controller, disagreements, timing.now()))
      await timing.sleep(lookEveryMs, interrupted)
    if (interrupted.aborted) throw new CommandError(3, 'Interrupted')
    const { sight } = controller
    const { ready, lines } = readinessOf(sight)
    // Of what rests on a cluster that does not answer what was said before stands: that agrees with itself.
    const missing = ready ? sight.clusters.flatMap(clusterLines) : lines
    return { report: reportOn(disagreements, timing.now()), missing }
  } finally {
    await controller.stop()
  }
}

function isTold({ synced }: Controller, disagreements: Disagreements, now: number): boolean {
  if (!synced) return false
  disagreements.lookAgain(now)
  return disagreements.held === 0 && reportOn(disagreements, now).changing === 0
}

const codes = { agreed: 0, differs: 1, unknown: 3 } as const

/** Yes, no, or it could not be found out. */
export const compareExitCode = ({ report, missing }: ComparedOnce): ExitCode => {
  const outcome = outcomeOf(report)
  return outcome === 'agreed' && missing.length > 0 ? codes.unknown : codes[outcome]
}
