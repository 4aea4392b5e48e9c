import type { WorldChange } from '@sitrep/engine'
import type { KubeObject } from '@sitrep/status'
import type { JsonObject } from '../../../packages/api-server/src/json/json.ts'
import { applyMergePatch } from '../../../packages/api-server/src/patch/merge-patch.ts'
import {
  certificates,
  clusterName,
  clusterObjects,
  type Fleet,
} from '../../../packages/cluster-api/bench/world.ts'
import { settled } from '../../../packages/cluster-api-edge/bench/settled.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { anyTrouble, deploymentSpec } from './churn.ts'

type Fed = Extract<WorldChange, { readonly object: KubeObject }>

/** How far back a fleet that lives remembers. */
const days = 90

/**
 * The objects of one cluster as change leaves them after long, each with the status that a controller has written: every object has its own
 * uid and times, and some workers are in trouble. A fleet whose objects are alike takes less room than one that lives, and would grow into one.
 */
export function agedObjects(fleet: Fleet, index: number): readonly Fed[] {
  const chance = chanceOf(index + 1)
  const lived = [...clusterObjects(fleet, index), ...certificates(clusterName(index))].map((change) => {
    if (!('object' in change)) return change
    if (isWorkers(change, clusterName(index))) return withLife(change, chance)
    if (change.object.kind !== 'MachineDeployment') return change
    return { object: merged(change.object, { spec: deploymentSpec(fleet, chance) }) }
  })
  return settled(lived, instant(chance)).flatMap((change) =>
    'object' in change ? [withTimes(change, chance)] : [],
  )
}

const isWorkers = ({ cluster, object }: Fed, name: string): boolean =>
  cluster === undefined && object.metadata.name.startsWith(`${name}-md-0-`) && object.kind !== 'MachineSet'

/** What the churn does to workers again and again has been done to this one: of three changes two replace it, and one tells of trouble or of its end. */
function withLife({ object }: Fed, chance: Chance): Fed {
  const metadata = { uid: uid(chance), creationTimestamp: instant(chance) }
  const troubled = object.kind === 'DockerMachine' && chance.happens(1 / 3)
  return {
    object: merged(object, { metadata, ...(troubled && { status: { conditions: [anyTrouble(chance)] } }) }),
  }
}

/** Whatever an object says, it has said each since a time of its own, and its server knows who wrote it. */
function withTimes(change: Fed, chance: Chance): Fed {
  const { apiVersion, status } = change.object
  const { conditions } = (status ?? {}) as { readonly conditions?: readonly object[] }
  if (conditions === undefined) return change
  const timed = conditions.map((condition) => ({ ...condition, lastTransitionTime: instant(chance) }))
  const fieldsV1 = { 'f:status': fieldsOf(status) }
  const managedFields = [
    {
      manager: 'sitrep',
      operation: 'Update',
      apiVersion,
      time: instant(chance),
      fieldsType: 'FieldsV1',
      fieldsV1,
      subresource: 'status',
    },
  ]
  return {
    ...change,
    object: merged(change.object, { metadata: { managedFields }, status: { conditions: timed } }),
  }
}

/** The members of an object in the form in which a server notes who owns them. */
const fieldsOf = (value: unknown): object =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? {}
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [`f:${name}`, fieldsOf(inner)]))

const merged = (object: KubeObject, patch: object): KubeObject =>
  applyMergePatch(object as unknown as JsonObject, patch as JsonObject) as unknown as KubeObject

const instant = (chance: Chance): string =>
  new Date(Date.parse('2026-01-01T00:00:00Z') + chance.below(days * 86_400) * 1_000)
    .toISOString()
    .replace('.000', '')

function uid(chance: Chance): string {
  const digits = Array.from({ length: 32 }, () => chance.below(16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
