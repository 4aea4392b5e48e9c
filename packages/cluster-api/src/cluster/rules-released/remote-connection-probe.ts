import { type ConditionRules, False, hasCondition, keep, otherwise, True } from '@sitrep/conditions'
import { isUnproven } from '../../connection/probe.ts'
import { longerThan, printTime } from '../../time/longer-than.ts'
import type { ClusterFacts } from '../facts/facts.ts'

const type = 'RemoteConnectionProbe'

const lastSuccess = ({ probe }: ClusterFacts): string =>
  `Remote connection probe failed, probe last succeeded at ${printTime(probe.lastProbeSuccessTime ?? '')}`

const isSilent = ({ probe, clock, gracePeriodMs }: ClusterFacts): boolean =>
  longerThan(clock, probe.lastProbeSuccessTime, gracePeriodMs)

const notYet = False<ClusterFacts>('ProbeFailed', 'Remote connection not established yet')
const never = False<ClusterFacts>('ProbeFailed', 'Remote connection probe failed')

// biome-ignore format: the table is the specification; its columns stay aligned
export const remoteConnectionProbe: ConditionRules<ClusterFacts> = {
  type,
  rows: [
    ['too few attempts so far, and it was said before', (f) => isUnproven(f.probe) && hasCondition(f.previous, type), keep],
    ['too few attempts so far',                         (f) => isUnproven(f.probe),                                   notYet],
    ['no attempt ever succeeded',                       (f) => f.probe.lastProbeSuccessTime === undefined,            never],
    ['silent for longer than the grace period',         isSilent,                                                     False('ProbeFailed', lastSuccess)],
    ['otherwise',                                       otherwise,                                                    True('ProbeSucceeded')],
  ],
}
