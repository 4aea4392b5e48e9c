import { type ConditionRules, False, otherwise, type Rule, True, Unknown } from '@sitrep/conditions'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { machinesLacking } from '../../machines-of/rules.ts'
import { replicasNotSet } from '../../scaling/rules.ts'
import type { MachineDeploymentFacts } from '../facts.ts'
import { formatShare, isRolling, requiredReplicas } from '../facts.ts'

/** The first row of every table that rests on the MachineSets. */
export const setsNotListed: Rule<{ readonly listed: boolean }> = [
  'MachineSets cannot be listed',
  (f) => !f.listed,
  Unknown('InternalError', lookAtLogs),
]

function tooFew(f: MachineDeploymentFacts): string {
  const text = `${f.available} available replicas, at least ${requiredReplicas(f)} required`
  if (!isRolling(f.strategy)) return text
  const share = formatShare(f.strategy.maxUnavailable)
  return `${text} (spec.strategy.rollout.maxUnavailable is ${share}, spec.replicas is ${f.replicas})`
}

const awaitAvailable = Unknown<MachineDeploymentFacts>(
  'WaitingForAvailableReplicasSet',
  'Waiting for status.availableReplicas set',
)

// biome-ignore format: the table is the specification; its columns stay aligned
export const available: ConditionRules<MachineDeploymentFacts> = {
  type: 'Available',
  rows: [
    setsNotListed,
    replicasNotSet,
    ['no MachineSet has counted available replicas', (f) => f.available === undefined,            awaitAvailable],
    ['as many available as the strategy asks for',   (f) => (f.available ?? 0) >= requiredReplicas(f),    True('Available')],
    ['too few, and it is being deleted',             (f) => f.deleting,                           False('NotAvailable', 'Deletion in progress')],
    ['otherwise',                                    otherwise,                                   False('NotAvailable', tooFew), machinesLacking('Available')],
  ],
}
