import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import type { MachinePoolFacts } from '../facts/facts.ts'
import type { InfrastructureForPool } from '../types.ts'

const seen = ({ observed }: MachinePoolFacts): InfrastructureForPool | undefined =>
  observed.infrastructure.read ? observed.infrastructure.item : undefined

const isMissing = (f: MachinePoolFacts): boolean => f.observed.infrastructure.read && seen(f) === undefined

const missingText = ({ observed }: MachinePoolFacts): string =>
  `Instances cannot be created: ${observed.infrastructureRef?.kind ?? 'the infrastructure'} does not exist`

const unreadText = ({ observed }: MachinePoolFacts): string =>
  `${observed.infrastructureRef?.kind ?? 'The infrastructure'} cannot be read, see the log for the error`

const failureText = (f: MachinePoolFacts): string =>
  seen(f)?.failure.failureMessage ?? seen(f)?.failure.failureReason ?? ''

// biome-ignore format: the table is the specification; its columns stay aligned
export const replicaFailure: ConditionRules<MachinePoolFacts> = {
  type: 'ReplicaFailure',
  rows: [
    ['its infrastructure does not exist',      (f) => !f.deleting && isMissing(f), True('CreationBlocked', missingText)],
    ['its infrastructure cannot be read',      (f) => !f.observed.infrastructure.read,     Unknown('InternalError', unreadText)],
    ['its infrastructure says that it failed', (f) => failureText(f) !== '',       True('InfrastructureFailed', failureText)],
    ['otherwise',                              otherwise,                          False('NoReplicaFailure')],
  ],
}
