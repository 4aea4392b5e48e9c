import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { on } from '../../pass/on.ts'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import { type ControlPlaneFacts, listedFacts } from '../facts/facts.ts'
import { preflightBullets } from '../facts/preflight.ts'

const missingTemplate = ({ pass }: ControlPlaneFacts): readonly string[] =>
  pass.templateMissing ? [`* ${pass.spec.infrastructureRef?.kind ?? ''} does not exist`] : []

const causes = (f: ControlPlaneFacts): readonly string[] => [
  ...preflightBullets(f.preflight),
  ...missingTemplate(f),
]
const lacksMachines = ({ current, desired = 0 }: ControlPlaneFacts): boolean => current < desired
const blocked = (f: ControlPlaneFacts): string => ['Machines cannot be created:', ...causes(f)].join('\n')
const later = ({ pass }: ControlPlaneFacts): string =>
  `Machines could not be created: ${pass.spec.infrastructureRef?.kind ?? ''} does not exist`

/** The document's ReplicaFailure: what keeps Machines from being created. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const replicaFailure: ConditionRules<ControlPlaneFacts> = {
  type: 'ReplicaFailure',
  rows: [
    ...on(listedFacts, [notSeen]),
    ['Machines are missing and cannot be created', (f) => lacksMachines(f) && causes(f).length > 0, True('CreationBlocked', blocked)],
    ['none is missing, but none could be created', (f) => f.pass.templateMissing,                   False('NoReplicaFailure', later)],
    ['otherwise',                                  otherwise,                                       False('NoReplicaFailure')],
  ],
}
