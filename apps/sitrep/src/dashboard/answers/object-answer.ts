import type { ObjectAnswer } from '@sitrep/dashboard'
import { lookCommands } from '@sitrep/present'
import type { ObjectRef } from '@sitrep/status'
import { holdsOf } from '../../trouble/troubles-in.ts'
import { fleetRow } from '../fleet/fleet-row.ts'
import type { DashboardWorld } from '../world/dashboard-world.ts'
import { conditionRows } from './conditions-answer.ts'
import { branchesOf, treeAnswer } from './tree-answer.ts'
import { whyAnswers } from './why-answer.ts'

/** All about one object; nothing where there is none. */
export async function objectAnswer(
  ref: ObjectRef,
  world: DashboardWorld,
  upTo: number,
): Promise<ObjectAnswer | undefined> {
  const object = world.object(ref)
  if (object === undefined) return undefined
  const now = new Date(world.now()).toISOString()
  const { families, engine, reach } = world
  const asked = { ref: object.ref, object: object.computed }
  const { metadata } = object.computed
  const row = fleetRow(asked, { families, engine, now, holds: holdsOf(families) })
  return {
    upTo,
    row,
    ...(metadata.generation !== undefined && { generation: metadata.generation }),
    ...(metadata.creationTimestamp !== undefined && { created: metadata.creationTimestamp }),
    deleting: metadata.deletionTimestamp !== undefined,
    tree: treeAnswer(branchesOf(object, world, now)),
    conditions: conditionRows(object, world),
    // Of what is well there is nothing to explain, and that would take longest.
    why: row.weight === 'fine' ? [] : await whyAnswers(object, world, now),
    commands: [
      ...new Set([
        ...lookCommands({ ref: object.ref, type: '', computed: false }, { sitrep: reach.sitrep }),
        ...lookCommands({ ref: object.ref, type: '', computed: false, known: true }, reach),
      ]),
    ],
  }
}
