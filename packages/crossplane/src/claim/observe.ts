import {
  at,
  factRef,
  fields,
  groupOf,
  type KubeObject,
  list,
  number,
  type ObjectRef,
  refOf,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { claimBinding } from '../fact-kinds.ts'
import { isPaused } from '../managed/annotations.ts'
import { conditionsOf } from '../managed/managed-object.ts'
import { conditionFrom } from '../managed-resource/condition-from.ts'
import type { ClaimObserved, ClaimStatus, CompositeForClaim, ToldBinding } from './types.ts'

/** Picks what the conditions of a claim rest on. */
export function observeClaim(object: KubeObject, world: World<ClaimStatus>): ClaimObserved {
  const { annotations = {}, deletionTimestamp, generation } = object.metadata
  const toldBy = factRef(claimBinding, refOf(object))
  const binding = world.get(toldBy, toldBinding)
  const ref = compositeRef(object)
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
    claimConditionTypes: list(at(object.status, 'claimConditionTypes')).flatMap((type) => text(type) ?? []),
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

/** The composite of a claim; composites that are claimed have no namespace. */
function compositeRef({ spec }: KubeObject): ObjectRef | undefined {
  const reference = fields(at(spec, 'resourceRef'))
  const [apiVersion, kind, name] = [reference['apiVersion'], reference['kind'], reference['name']].map(text)
  if (apiVersion === undefined || kind === undefined || name === undefined) return undefined
  return { group: groupOf(apiVersion), kind, name }
}
