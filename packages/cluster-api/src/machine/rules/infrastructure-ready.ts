import { type ConditionRules, False, otherwise, report, type Text, True, Unknown } from '@sitrep/conditions'
import type { MachineFacts } from '../facts/facts.ts'
import { mirroredWords, mirrorReady, saysWhetherReady } from './provider-ready.ts'

const kind = ({ machine }: MachineFacts): string => machine.spec.infrastructureRef?.kind ?? ''
const mirrored = report<MachineFacts>(
  (f) => mirrorReady(f.found.infrastructure, 'InfrastructureReady'),
  mirroredWords,
)
const notProvisioned = (f: MachineFacts): string => `${kind(f)} status.initialization.provisioned is false`
const gone = (f: MachineFacts): string => `${kind(f)} has been deleted`
const isFound = (f: MachineFacts): boolean => f.infrastructure.object === 'found'
const provisioned = (f: MachineFacts): boolean => f.infrastructure.provisioned

/** Whether the real machine is ready. `unreadable` is said where its object cannot be read. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const infrastructureReadyRules = (unreadable: Text<MachineFacts>): ConditionRules<MachineFacts> => ({
  type: 'InfrastructureReady',
  rows: [
    ['the infrastructure says whether it is Ready',         (f) => saysWhetherReady(f.found.infrastructure), mirrored],
    ['it says nothing and was provisioned',                 (f) => isFound(f) && provisioned(f),              True('Ready')],
    ['it says nothing and was not provisioned',             isFound,                                          False('NotReady', notProvisioned)],
    ['the infrastructure cannot be read',                   (f) => f.infrastructure.object === 'unreadable',  Unknown('InternalError', unreadable)],
    ['it is gone, and the Machine is being deleted',        (f) => f.deleting && provisioned(f),              False('ObjectDeleted', gone)],
    ['it is gone, and nobody deletes the Machine',          provisioned,                                      False('ObjectDeleted', (f) => `${gone(f)} while the Machine still exists`)],
    ['it does not exist',                                   otherwise,                                        False('ObjectDoesNotExist', (f) => `${kind(f)} does not exist`)],
  ],
})
