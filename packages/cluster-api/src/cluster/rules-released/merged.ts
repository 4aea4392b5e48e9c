import {
  aggregate,
  type ConditionedObject,
  type ConditionRules,
  False,
  getCondition,
  mergeStrategy,
  otherwise,
  report,
  type SetDecision,
  True,
  Unknown,
} from '@sitrep/conditions'
import { lookAtLogs, notListed } from '../../machines-of/facts.ts'
import { refIn } from '../../model/references.ts'
import type { ClusterFacts } from '../facts/facts.ts'

const availableStrategy = mergeStrategy({
  reason: { issue: 'NotAvailable', unknown: 'AvailableUnknown', info: 'Available' },
})

const workersText = 'the messages of the MachineDeployments, grouped'

// biome-ignore format: the table is the specification; its columns stay aligned
export const workersAvailable: ConditionRules<ClusterFacts> = {
  type: 'WorkersAvailable',
  rows: [
    notListed,
    ['there are no MachineDeployments',                           (f) => f.machineDeployments.length === 0, True('NoWorkers')],
    ['otherwise, their Available conditions in one', otherwise, report((f) => aggregate(f.machineDeployments, 'Available', { target: 'WorkersAvailable', strategy: availableStrategy }), { message: workersText })],
  ],
}

interface Movement {
  readonly type: string
  readonly objects: (facts: ClusterFacts) => readonly ConditionedObject[]
}

/** Whether something is going on in any part of the Cluster: True is what is worth a look. */
function movementRules({ type, objects }: Movement): ConditionRules<ClusterFacts> {
  const strategy = mergeStrategy({
    negative: [type],
    targetPolarity: 'negative',
    reason: { issue: type, unknown: `${type}Unknown`, info: `Not${type}` },
  })
  const merged = (f: ClusterFacts): SetDecision => aggregate(objects(f), type, { strategy, negative: [type] })
  const words = {
    reasons: [type, `${type}Unknown`, `Not${type}`],
    message: 'the messages of the parts, grouped',
  }
  // biome-ignore format: the table is the specification; its columns stay aligned
  return {
    type,
    rows: [
      ['the control plane cannot be read, or the rest cannot be listed', cannotLook,                       Unknown('InternalError', lookAtLogs)],
      ['nothing reports it',                                             (f) => objects(f).length === 0,   False(`Not${type}`)],
      [`otherwise, the ${type} conditions of the parts in one`,          otherwise,                        report(merged, words)],
    ],
  }
}

const cannotLook = ({ controlPlane, listed }: ClusterFacts): boolean =>
  !listed || (controlPlane.ref !== undefined && controlPlane.state === 'unseen')

/** The control plane, if it reports the condition: its contract does not ask for it. */
function reportingControlPlane(
  { controlPlane, namespace }: ClusterFacts,
  type: string,
): readonly ConditionedObject[] {
  if (controlPlane.state !== 'found' || !controlPlane.seen.conditions.valid) return []
  const { conditions } = controlPlane.seen.conditions
  return getCondition(conditions, type) === undefined
    ? []
    : [{ ...refIn(namespace, controlPlane.ref), conditions }]
}

export const rollingOut: ConditionRules<ClusterFacts> = movementRules({
  type: 'RollingOut',
  objects: (f) => [...reportingControlPlane(f, 'RollingOut'), ...f.machineDeployments],
})

const scalingRules = (type: string): ConditionRules<ClusterFacts> =>
  movementRules({
    type,
    objects: (f) => [...reportingControlPlane(f, type), ...f.machineDeployments, ...f.standaloneSets],
  })

export const scalingUp: ConditionRules<ClusterFacts> = scalingRules('ScalingUp')
export const scalingDown: ConditionRules<ClusterFacts> = scalingRules('ScalingDown')
