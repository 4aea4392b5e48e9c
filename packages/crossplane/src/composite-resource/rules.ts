import { type ConditionRules, False, keep, otherwise, type Source, True } from '@sitrep/conditions'
import { someNames } from '../composite/rules.ts'
import { isAmiss } from '../managed/facts/facts.ts'
import { isSilent, isUnread, isUnready, nameOf, type PartsFacts, sourcesIn } from './facts.ts'

const ofParts = ({ parts }: PartsFacts): readonly Source[] => sourcesIn(parts)
const unreadyNames = ({ parts }: PartsFacts): readonly string[] => parts.filter(isUnready).map(nameOf)

/** Readiness as it follows from the parts: held beside what is reported, never written, for a function may see it otherwise. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const readyByParts: ConditionRules<PartsFacts> = {
  type: 'Ready',
  rows: [
    ['nothing is done while it is paused',              (f) => f.paused,                        keep, [{ condition: 'Synced' }]],
    ['it is deleted',                                   (f) => f.deleted,                       False('Deleting')],
    ['the last pass over it failed',                    (f) => isAmiss(f.conditions, 'Synced'), keep, (f) => [{ condition: 'Synced' }, ...sourcesIn(f.parts)]],
    ['it is made of nothing yet',                       (f) => f.parts.length === 0,            keep],
    ['composed resources are not ready yet',            (f) => unreadyNames(f).length > 0,      False('Creating', (f) => `Unready resources: ${someNames(unreadyNames(f))}`), ofParts],
    ['a composed resource cannot be read',              (f) => f.parts.some(isUnread),          keep, ofParts],
    ['what some of its parts say is for functions to judge', (f) => f.parts.some(isSilent),     keep, ofParts],
    ['all composed resources are ready',                otherwise,                              True('Available'), ofParts],
  ],
}
