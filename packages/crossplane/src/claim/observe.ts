import { at, factRef, type KubeObject, number, refOf, text, type View, type World } from '@sitrep/status'
import { claimConditionTypesOf, referredObject } from '../composite/observe.ts'
import { claimBinding } from '../kinds.ts'
import { conditionFrom, conditionsOf, isPaused } from '../managed/observe.ts'
import type { ClaimObserved, ClaimStatus, CompositeForClaim, ToldBinding } from './types.ts'

/** Picks what the conditions of a claim rest on. */
export function observeClaim(object: KubeObject, world: World<ClaimStatus>): ClaimObserved {
  const { annotations = {}, deletionTimestamp, generation } = object.metadata
  const toldBy = factRef(claimBinding, refOf(object))
  const binding = world.get(toldBy, toldBinding)
  // Composites that are claimed have no namespace.
  const ref = referredObject(at(object.spec, 'resourceRef'))
  return {
    paused: isPaused(annotations),
    deleted: deletionTimestamp !== undefined,
    generation,
    composite: ref && { ref, reading: world.get(ref, compositeForClaim) },
    told: binding.read ? binding.item : undefined,
    toldBy,
    previous: conditionsOf(object),
    now: world.now,
  }
}

const compositeForClaim: View<CompositeForClaim> = {
  name: 'compositeForClaim',
  of: (object) => ({
    // What is shown on the claim is said once more, and what no server would take cannot be said.
    conditions: conditionsOf(object).flatMap((each) => conditionFrom(each.type, each) ?? []),
    claimConditionTypes: claimConditionTypesOf(object),
  }),
}

const toldBinding: View<ToldBinding> = {
  name: 'toldBinding',
  of: ({ status }) => ({
    generation: number(at(status, 'generation')),
    failure: text(at(status, 'failure')),
    failedAfterReady: at(status, 'failedAfterReady') === true,
  }),
}
