import {
  type ConditionRules,
  type ConditionStatus,
  decide,
  False,
  otherwise,
  True,
  Unknown,
} from '@sitrep/conditions'
import { notSeen, notWanted } from '../../proposal-rows/first-rows.ts'
import type { MachinePoolFacts } from '../facts/facts.ts'
import { infrastructureReady } from './provider.ts'

const tooFew = (f: MachinePoolFacts): string => `${f.available} of ${f.desired} replicas are available`

const infrastructure = (f: MachinePoolFacts): ConditionStatus | undefined => {
  const decision = decide(infrastructureReady, f)
  return decision.outcome === 'set' ? decision.condition.status : undefined
}

const notReady = ({ observed }: MachinePoolFacts): string =>
  `${observed.infrastructureRef?.kind ?? 'The infrastructure'} is not ready`

const unclear = ({ observed }: MachinePoolFacts): string =>
  `Nobody knows whether ${observed.infrastructureRef?.kind ?? 'the infrastructure'} is ready`

const uncounted = Unknown<MachinePoolFacts>(
  'WaitingForAvailableReplicasSet',
  'Waiting for status.availableReplicas to be set',
)

// biome-ignore format: the table is the specification; its columns stay aligned
export const available: ConditionRules<MachinePoolFacts> = {
  type: 'Available',
  rows: [
    ['it is being deleted',                    (f) => f.deleting,                             False('NotAvailable', 'Deletion in progress')],
    notSeen,
    notWanted,
    ['its infrastructure is not ready',        (f) => infrastructure(f) === 'False',          False('NotAvailable', notReady)],
    ['nobody knows whether it is',             (f) => infrastructure(f) !== 'True',           Unknown('AvailableUnknown', unclear)],
    ['nobody has counted available replicas',  (f) => f.available === undefined,              uncounted],
    ['as many available as wanted',            (f) => (f.available ?? 0) >= (f.desired ?? 0), True('Available')],
    ['otherwise',                              otherwise,                                     False('NotAvailable', tooFew)],
  ],
}
