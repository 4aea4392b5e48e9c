import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import { machinesLacking } from '../../machines-of/rules.ts'
import { notSeen, notWanted } from '../../proposal-rows/first-rows.ts'
import type { MachineDeploymentFacts } from '../facts.ts'
import { formatShare, isRolling, requiredReplicas } from '../facts.ts'

const tooFew = (f: MachineDeploymentFacts): string => {
  const share = isRolling(f.strategy) ? ` with maxUnavailable ${formatShare(f.strategy.maxUnavailable)}` : ''
  return `${f.available} replicas are available, ${requiredReplicas(f)} of ${f.replicas} are required${share}`
}

const uncounted = Unknown<MachineDeploymentFacts>(
  'WaitingForAvailableReplicasSet',
  'Waiting for status.availableReplicas to be set',
)

// biome-ignore format: the table is the specification; its columns stay aligned
export const available: ConditionRules<MachineDeploymentFacts> = {
  type: 'Available',
  rows: [
    ['it is being deleted',                          (f) => f.deleting,                        False('NotAvailable', 'Deletion in progress')],
    notSeen,
    notWanted,
    ['no MachineSet has counted available replicas', (f) => f.available === undefined,         uncounted],
    ['as many available as the strategy asks for',   (f) => (f.available ?? 0) >= requiredReplicas(f), True('Available')],
    ['otherwise',                                    otherwise,                                False('NotAvailable', tooFew), machinesLacking('Available')],
  ],
}
