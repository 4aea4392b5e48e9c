import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import { notSeen, notWanted } from '../../proposal-rows/facts.ts'
import type { MachinePoolFacts } from '../facts.ts'

const tooFew = (f: MachinePoolFacts): string => `${f.available} of ${f.desired} replicas are available`

const notProvisioned = ({ observed }: MachinePoolFacts): string =>
  `${observed.infrastructureRef?.kind ?? 'The infrastructure'} is not provisioned`

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
    ['its infrastructure is not provisioned',  (f) => !f.provisioned,                         False('NotAvailable', notProvisioned)],
    ['nobody has counted available replicas',  (f) => f.available === undefined,              uncounted],
    ['as many available as wanted',            (f) => (f.available ?? 0) >= (f.desired ?? 0), True('Available')],
    ['otherwise',                              otherwise,                                     False('NotAvailable', tooFew)],
  ],
}
