import { type ConditionRules, False, otherwise, report, type Text, True, Unknown } from '@sitrep/conditions'
import type { MachineFacts } from '../facts/facts.ts'
import { mirroredWords, mirrorReady, saysWhetherReady } from './provider-ready.ts'

const kind = ({ machine }: MachineFacts): string => machine.spec.configRef?.kind ?? ''
const mirrored = report<MachineFacts>(
  (f) => mirrorReady(f.found.bootstrap, 'BootstrapConfigReady'),
  mirroredWords,
)
const notCreated = (f: MachineFacts): string => `${kind(f)} status.initialization.dataSecretCreated is false`
const isFound = (f: MachineFacts): boolean => f.bootstrap.object === 'found'
const created = (f: MachineFacts): boolean => f.bootstrap.dataSecretCreated

/** Whether the bootstrap data of a Machine is ready. `unreadable` is said where its object cannot be read. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const bootstrapConfigReadyRules = (unreadable: Text<MachineFacts>): ConditionRules<MachineFacts> => ({
  type: 'BootstrapConfigReady',
  rows: [
    ['the user provides the bootstrap data',                  (f) => f.bootstrap.object === 'none',         True('DataSecretProvided')],
    ['the bootstrap config says whether it is Ready',         (f) => saysWhetherReady(f.found.bootstrap),  mirrored],
    ['it says nothing and the data Secret was created',       (f) => isFound(f) && created(f),              True('Ready')],
    ['it says nothing and no data Secret was created',        isFound,                                      False('NotReady', notCreated)],
    ['the bootstrap config cannot be read',                   (f) => f.bootstrap.object === 'unreadable',   Unknown('InternalError', unreadable)],
    ['it is gone, and the Machine is being deleted',          (f) => f.deleting && created(f),              False('ObjectDeleted', (f) => `${kind(f)} has been deleted`)],
    ['it does not exist',                                     otherwise,                                    False('ObjectDoesNotExist', (f) => `${kind(f)} does not exist`)],
  ],
})
