import {
  type Condition,
  type ConditionRules,
  False,
  keep,
  otherwise,
  type Source,
  True,
} from '@sitrep/conditions'
import { isAmiss, statusAmong } from '../managed/facts/facts.ts'
import type { ClaimObserved } from './types.ts'

/** All that the conditions of a claim rest on, where somebody tells how it was bound. */
export interface ClaimFacts {
  readonly paused: boolean
  readonly deleted: boolean
  /** What went wrong, with what was being done; nothing where nothing did. */
  readonly failure: string | undefined
  /** Whether that was while connection details were handed on, after the composite was ready. */
  readonly failedAfterReady: boolean
  /** The conditions of the composite. */
  readonly composite: readonly Condition[]
  /** The types of them that are shown on the claim. */
  readonly shownTypes: readonly string[]
}

const waiting = 'Claim is waiting for composite resource to become Ready'

const isCompositeReady = ({ composite }: ClaimFacts): boolean =>
  composite.some(({ type, status }) => type === 'Ready' && status === 'True')

// biome-ignore format: the table is the specification; its columns stay aligned
export const claimSynced: ConditionRules<ClaimFacts> = {
  type: 'Synced',
  rows: [
    ['paused by annotation', (f) => f.paused,                False('ReconcilePaused', 'Reconciliation (including deletion) is paused via the pause annotation')],
    ['something failed',     (f) => f.failure !== undefined, False('ReconcileError', (f) => f.failure ?? '')],
    ['otherwise',            otherwise,                      True('ReconcileSuccess')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const claimReady: ConditionRules<ClaimFacts> = {
  type: 'Ready',
  rows: [
    ['paused by annotation',           (f) => f.paused,                keep],
    ['deleted',                        (f) => f.deleted,               False('Deleting')],
    ['something failed',               (f) => f.failure !== undefined, keep],
    ['the composite is not ready yet', (f) => !isCompositeReady(f),    False('Waiting', waiting)],
    ['the composite is ready',         otherwise,                      True('Available')],
  ],
}

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
  composite?.reading.read === true &&
  statusAmong(composite.reading.item?.conditions ?? [], 'Ready') === 'True'

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
