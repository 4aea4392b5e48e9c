import {
  type Condition,
  type ConditionRules,
  False,
  keep,
  otherwise,
  type Source,
  True,
} from '@sitrep/conditions'
import { isAmiss, statusOf } from '../managed-resource/rules.ts'
import type { ClaimObserved } from './types.ts'

/** What readiness of a claim follows from, where nobody tells how it was bound. */
export type BoundFacts = Pick<ClaimObserved, 'paused' | 'deleted' | 'composite'> & {
  /** The conditions of the claim itself. */
  readonly conditions: readonly Condition[]
}

/** The condition of its composite that a claim waits for. */
export const readyOfComposite = ({ composite }: Pick<ClaimObserved, 'composite'>): readonly Source[] =>
  composite === undefined ? [{ field: 'spec.resourceRef' }] : [{ ref: composite.ref, condition: 'Ready' }]

const isUnread = ({ composite }: BoundFacts): boolean => composite?.reading.read === false
const isReady = ({ composite }: BoundFacts): boolean =>
  composite?.reading.read === true && statusOf(composite.reading.item?.conditions ?? [], 'Ready') === 'True'

const waiting = 'Claim is waiting for composite resource to become Ready'

/** Readiness of a claim as it follows from its composite: held beside what is reported, never written. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const readyByComposite: ConditionRules<BoundFacts> = {
  type: 'Ready',
  rows: [
    ['nothing is done while it is paused',   (f) => f.paused,                        keep, [{ condition: 'Synced' }]],
    ['it is deleted',                        (f) => f.deleted,                       False('Deleting')],
    ['the last pass over it failed',         (f) => isAmiss(f.conditions, 'Synced'), keep, (f) => [{ condition: 'Synced' }, ...readyOfComposite(f)]],
    ['its composite cannot be read',         isUnread,                               keep, readyOfComposite],
    ['its composite is not ready yet',       (f) => !isReady(f),                     False('Waiting', waiting), readyOfComposite],
    ['its composite is ready',               otherwise,                              True('Available'), readyOfComposite],
  ],
}
