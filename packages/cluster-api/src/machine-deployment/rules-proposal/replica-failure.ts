import {
  aggregate,
  type ConditionRules,
  False,
  mergeStrategy,
  otherwise,
  report,
  type SetDecision,
  True,
} from '@sitrep/conditions'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import { missingText } from '../../scaling/template.ts'
import type { MachineDeploymentFacts } from '../facts.ts'

const type = 'ReplicaFailure'

const strategy = mergeStrategy({
  negative: [type],
  targetPolarity: 'negative',
  reason: { issue: 'CreationBlocked', unknown: 'ReplicaFailureUnknown', info: 'NoReplicaFailure' },
})

const merged = ({ machineSets }: MachineDeploymentFacts): SetDecision =>
  aggregate(machineSets, type, { strategy, negative: [type] })

const blockedText = ({ missing }: MachineDeploymentFacts): string =>
  `No MachineSet can be created: ${missingText(missing)}`

const words = {
  reasons: ['CreationBlocked', 'ReplicaFailureUnknown', 'NoReplicaFailure'],
  message: 'the messages of the MachineSets, grouped',
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const replicaFailure: ConditionRules<MachineDeploymentFacts> = {
  type,
  rows: [
    notSeen,
    ['a MachineSet is due and cannot be created',                     (f) => f.rolloutBlocked,           True('CreationBlocked', blockedText)],
    ['there are no MachineSets',                                      (f) => f.machineSets.length === 0, False('NoReplicaFailure')],
    ['otherwise, the ReplicaFailure of the MachineSets in one',       otherwise,                         report(merged, words)],
  ],
}
