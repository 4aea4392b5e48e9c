import {
  type ConditionRules,
  type ConditionState,
  False,
  getCondition,
  otherwise,
  report,
  type SeverityCondition,
  type Source,
  True,
} from '@sitrep/conditions'
import { deletionText } from '../facts/deletion.ts'
import type { ClusterFacts } from '../facts/facts.ts'
import { total } from '../facts/worker-groups.ts'
import { types } from '../types.ts'
import { replicas as controlPlaneReplicas, wanted as controlPlaneWanted } from './control-plane-ready.ts'
import { isLeftAlone } from './default-cni-configured.ts'

const isBlockedByItself = ({ treatment, spec }: ClusterFacts): boolean =>
  treatment.deleting && spec.managedBy === undefined && !treatment.managedByCommandLine
const isBlockedByPause = ({ treatment }: ClusterFacts): boolean =>
  treatment.deleting && treatment.paused && !treatment.deletableWhenPaused

const reasonOf = (f: ClusterFacts, type: string): string | undefined => getCondition(f.said, type)?.reason

// While control plane machines are still missing, workers cannot come up and are not worth a word.
const bothComeUp = (f: ClusterFacts): boolean =>
  reasonOf(f, types.controlPlane) === 'ScalingUp' &&
  reasonOf(f, types.workers) === 'ScalingUp' &&
  controlPlaneReplicas(f) >= controlPlaneWanted(f)

const bothText = (f: ClusterFacts): string => {
  const wanted = controlPlaneWanted(f) + total(f, (group) => group.wanted)
  const actual = controlPlaneReplicas(f) + total(f, (group) => Math.min(group.wanted, group.replicas))
  return `Scaling up control plane and workers to ${wanted} replicas (actual ${actual})`
}

const counted = [types.controlPlane, types.workers, types.initialized, types.cni] as const

function first(f: ClusterFacts, status: 'False' | 'Unknown'): SeverityCondition | undefined {
  return counted
    .filter((type) => type !== types.cni || !isLeftAlone(f))
    .map((type) => getCondition(f.said, type))
    .find((condition) => condition?.status === status)
}

const copied =
  (status: 'False' | 'Unknown') =>
  (f: ClusterFacts): ConditionState => {
    const { reason = '', message = '' } = first(f, status) ?? {}
    return { status, reason, message }
  }

const source =
  (status: 'False' | 'Unknown') =>
  (f: ClusterFacts): readonly Source[] => [{ condition: first(f, status)?.type ?? types.controlPlane }]

const both: readonly Source[] = [{ condition: types.controlPlane }, { condition: types.workers }]

const refused = ({ pass }: ClusterFacts): ConditionState => ({
  status: 'False',
  reason: pass.failure.reason ?? '',
  message: pass.failure.message ?? '',
})

const copiedWords = { message: 'that of the condition' }
const refusedWords = { statuses: ['False'], message: 'status.failureMessage' } as const

// biome-ignore format: the table is the specification; its columns stay aligned
export const ready: ConditionRules<ClusterFacts> = {
  type: types.ready,
  rows: [
    ['a cluster that manages itself is to be deleted',         isBlockedByItself,                             False('DeletionBlocked', 'Deleting self-managed clusters is not supported')],
    ['it is to be deleted while it is paused',                 isBlockedByPause,                              False('DeletionBlocked', 'Deletion waits until the cluster is not paused any more')],
    ['it is being deleted',                                    (f) => f.treatment.deleting,                   False('Deleting', deletionText)],
    ['all control plane machines are there, and they and the workers come up', bothComeUp,                    False('ScalingUp', bothText), both],
    ['another condition is False, the control plane first, then workers, then the CNI', (f) => first(f, 'False') !== undefined,   report(copied('False'), { statuses: ['False'], ...copiedWords }), source('False')],
    ['another condition is Unknown, in the same order',        (f) => first(f, 'Unknown') !== undefined,      report(copied('Unknown'), { statuses: ['Unknown'], ...copiedWords }), source('Unknown')],
    ['the spec cannot be carried out',                         (f) => f.pass.failure.message !== undefined,   report(refused, refusedWords), [{ field: 'status.failureMessage' }]],
    ['otherwise',                                              otherwise,                                     True('')],
  ],
}
