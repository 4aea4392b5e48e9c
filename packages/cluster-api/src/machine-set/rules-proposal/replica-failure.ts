import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import { missingText } from '../../scaling/template.ts'
import type { MachineSetFacts } from '../facts/facts.ts'

const lacksMachines = (f: MachineSetFacts): boolean => f.current < (f.desired ?? 0)

const causes = ({ preflight, missing }: MachineSetFacts): readonly string[] =>
  missing.length === 0 ? preflight : [...preflight, missingText(missing)]

const blockedText = (f: MachineSetFacts): string =>
  `Machines cannot be created:\n${causes(f)
    .map((cause) => `* ${cause}`)
    .join('\n')}`

const laterText = ({ missing }: MachineSetFacts): string =>
  `Machines could not be created: ${missingText(missing)}`

// biome-ignore format: the table is the specification; its columns stay aligned
export const replicaFailure: ConditionRules<MachineSetFacts> = {
  type: 'ReplicaFailure',
  rows: [
    notSeen,
    ['Machines are missing and cannot be created', (f) => lacksMachines(f) && causes(f).length > 0,     True('CreationBlocked', blockedText)],
    ['none is missing, but none could be created', (f) => !f.deleting && f.missing.length > 0,          False('NoReplicaFailure', laterText)],
    ['otherwise',                                  otherwise,                                           False('NoReplicaFailure')],
  ],
}
