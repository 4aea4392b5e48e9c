import {
  type Condition,
  type ConditionRules,
  decide,
  False,
  type Instant,
  keep,
  otherwise,
  True,
} from '@sitrep/conditions'
import { markConditions, reconcileSuccess } from '../managed/conditions.ts'

/** All that the conditions of a claim rest on. */
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

const isReady = ({ composite }: ClaimFacts): boolean =>
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
    ['the composite is not ready yet', (f) => !isReady(f),             False('Waiting', 'Claim is waiting for composite resource to become Ready')],
    ['the composite is ready',         otherwise,                      True('Available')],
  ],
}

/** What a claim said before, and what is stamped on what it says now. */
export interface ClaimBefore {
  readonly conditions: readonly Condition[]
  readonly generation: number
  readonly now: Instant
}

/** Turns what is known of a claim and its composite into the claim's conditions. */
export function computeClaim(facts: ClaimFacts, { conditions, ...stamp }: ClaimBefore): readonly Condition[] {
  const [synced, ready] = [said(claimSynced, facts), said(claimReady, facts)]
  if (facts.paused) return markConditions(conditions, synced, stamp)
  if (facts.deleted) return markConditions(conditions, [...ready, ...synced], stamp)
  if (facts.failure !== undefined && !facts.failedAfterReady) return markConditions(conditions, synced, stamp)
  const bound = markConditions(conditions, [reconcileSuccess(), ...shown(facts)], stamp)
  return markConditions(bound, [...synced, ...ready], stamp)
}

function said(table: ConditionRules<ClaimFacts>, facts: ClaimFacts): readonly Condition[] {
  const decision = decide(table, facts)
  return decision.verdict === 'set' ? [decision.condition] : []
}

const shown = ({ composite, shownTypes }: ClaimFacts): readonly Condition[] =>
  shownTypes.flatMap((wanted) =>
    composite
      .filter(({ type }) => type === wanted)
      .map(({ type, status, reason, message }) => ({ type, status, reason, message })),
  )
