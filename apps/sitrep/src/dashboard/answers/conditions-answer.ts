import type { ConditionRow } from '@sitrep/dashboard'
import { meaningOf } from '@sitrep/present'
import { addressedConditions, formatAddress, listsOf, type ObjectRef, refKey } from '@sitrep/status'
import type { ComputedObject } from '../../source/computed-world.ts'
import { inNewestLayout } from '../../source/newest-layout.ts'
import { bounded } from '../bounded.ts'
import type { DashboardWorld } from '../world/dashboard-world.ts'

const mostConditions = 300

/** The conditions of an object in the order in which they stand, each with who decides it. */
export function conditionRows(
  { ref, computed }: ComputedObject,
  world: DashboardWorld,
): readonly ConditionRow[] {
  const object = inNewestLayout(computed)
  const { generation } = object.metadata
  return addressedConditions(object, listsOf(world.families, object))
    .slice(0, mostConditions)
    .map(({ condition, ...place }) => {
      const address = formatAddress(place)
      const { observedGeneration, lastTransitionTime } = condition
      const owner = ownerOf(ref, address, world)
      return {
        type: bounded(condition.type, 200),
        status: condition.status,
        reason: bounded(condition.reason ?? '', 500),
        message: bounded(condition.message ?? ''),
        ...(observedGeneration !== undefined && { observedGeneration }),
        ...(lastTransitionTime !== undefined && { lastTransitionTime }),
        address,
        meaning: meaningOf(address, condition.status),
        stale:
          typeof observedGeneration === 'number' &&
          generation !== undefined &&
          observedGeneration < generation,
        ...(owner !== undefined && { owner }),
      }
    })
}

function ownerOf(ref: ObjectRef, address: string, { deciding }: DashboardWorld): ObjectRef | undefined {
  const owner = deciding.ownerOf(ref, address)
  return owner === undefined || refKey(owner) === refKey(ref) ? undefined : owner
}
