import {
  type Condition,
  type ConditionRules,
  False,
  keep,
  otherwise,
  type Source,
  True,
} from '@sitrep/conditions'
import { someNames } from '../composite/names.ts'
import { isAmiss, statusOf } from '../managed-resource/rules.ts'
import type { Part } from './types.ts'

/** What readiness of a composite follows from, where nobody tells what its functions answered. */
export interface PartsFacts {
  readonly paused: boolean
  readonly deleted: boolean
  /** The conditions of the composite itself. */
  readonly conditions: readonly Condition[]
  readonly parts: readonly Part[]
}

/** The name of a part in the pipeline, or that of the object where it is not known. */
const nameOf = ({ ref, reading }: Part): string => (reading.read && reading.item?.name) || ref.name

const conditionsIn = ({ reading }: Part): readonly Condition[] =>
  reading.read ? (reading.item?.conditions ?? []) : []

const isMissing = ({ reading }: Part): boolean => reading.read && reading.item === undefined
const isUnread = ({ reading }: Part): boolean => !reading.read
const readiness = (part: Part): string | undefined => statusOf(conditionsIn(part), 'Ready')
// A Secret or a ConfigMap says nothing of being ready: whether it counts is for a function to say.
const isSilent = (part: Part): boolean => !isUnread(part) && !isMissing(part) && readiness(part) === undefined
const isUnready = (part: Part): boolean =>
  isMissing(part) || (!isSilent(part) && !isUnread(part) && readiness(part) !== 'True')

/** What of its parts a composite rests on: what is not ready, and what its provider fails to keep as it is wanted, ready or not. */
export function sourcesIn(parts: readonly Part[]): readonly Source[] {
  const amiss = parts.flatMap((part): readonly Source[] => [
    ...(isUnready(part) ? [{ ref: part.ref, condition: 'Ready' }] : []),
    ...(isAmiss(conditionsIn(part), 'Synced') ? [{ ref: part.ref, condition: 'Synced' }] : []),
  ])
  const heard = parts.filter((part) => readiness(part) !== undefined)
  return amiss.length > 0 ? amiss : heard.map(({ ref }) => ({ ref, condition: 'Ready' }))
}

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
