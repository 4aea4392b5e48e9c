import { type ConditionRules, False, hasCondition, keep, otherwise, True, Unknown } from '@sitrep/conditions'
import { isUnproven } from '../../connection/probe.ts'
import { longerThan } from '../../time/longer-than.ts'
import type { ClusterFacts } from '../facts/facts.ts'

const type = 'ControlPlaneProbe'

const isSilent = ({ probe, clock, gracePeriodMs }: ClusterFacts): boolean =>
  longerThan(clock, probe.lastProbeSuccessTime, gracePeriodMs)

const notYet = Unknown<ClusterFacts>('WaitingForProbe', 'The control plane has not been reached yet')
const never = False<ClusterFacts>('ProbeFailed', 'The control plane has never been reached')
const lost = False<ClusterFacts>('ProbeFailed', 'The control plane cannot be reached any more')

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneProbe: ConditionRules<ClusterFacts> = {
  type,
  rows: [
    ['too few attempts so far, and it was said before', (f) => isUnproven(f.probe) && hasCondition(f.previous, type), keep],
    ['too few attempts so far',                         (f) => isUnproven(f.probe),                                   notYet],
    ['no attempt ever succeeded',                       (f) => f.probe.lastProbeSuccessTime === undefined,            never],
    ['silent for longer than the grace period',         isSilent,                                                     lost],
    ['otherwise',                                       otherwise,                                                    True('ProbeSucceeded')],
  ],
}
