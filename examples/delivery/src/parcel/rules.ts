import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import { formatRef, type ObjectRef } from '@sitrep/status'
import { depotKind } from '../kinds.ts'
import type { Named } from './types.ts'

const refOf = ({ depot }: Named): ObjectRef => ({ ...depotKind, ...depot })
const readiness = (f: Named): string | undefined => (f.reading.read ? f.reading.item?.ready : undefined)

// biome-ignore format: the table is the specification; its columns stay aligned
export const accepted: ConditionRules<Named> = {
  type: 'Accepted',
  rows: [
    ['the Depot cannot be read',  (f) => !f.reading.read,                     Unknown('DepotUnread', (f) => `Cannot read ${formatRef(refOf(f))}`)],
    ['there is no such Depot',    (f) => f.reading.read && !f.reading.item,   False('NoSuchDepot', (f) => `There is no ${formatRef(refOf(f))}`)],
    ['the Depot is not ready',    (f) => readiness(f) === 'False',            False('DepotNotReady', (f) => `${formatRef(refOf(f))} is not ready`), (f) => [{ ref: refOf(f), condition: 'Ready' }]],
    ['nobody knows whether it is', (f) => readiness(f) !== 'True',            Unknown('DepotUnknown', (f) => `Nobody knows whether ${formatRef(refOf(f))} is ready`), (f) => [{ ref: refOf(f), condition: 'Ready' }]],
    ['otherwise',                 otherwise,                                  True('Accepted')],
  ],
}
