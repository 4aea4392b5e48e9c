import { at, compact, type Fields, fields, groupOf, type KubeObject } from '@sitrep/status'
import { controlPlaneGroup, coreGroup } from '../kinds.ts'

/**
 * The object with its status in the one layout that everything else reads: new conditions and counters at the top, old ones under
 * `deprecated.v1beta1`. v1beta1 keeps them the other way round, with the new ones under `status.v1beta2` (as released) or
 * in fields that begin with `experimental` (as proposed). An object that is in that layout already is returned itself.
 */
export function inOneLayout(object: KubeObject): KubeObject {
  if (!object.apiVersion.endsWith('/v1beta1')) return object
  const group = groupOf(object.apiVersion)
  if (group !== coreGroup && group !== controlPlaneGroup) return object
  const apiVersion = `${group}/v1beta2`
  return object.status === undefined
    ? { ...object, apiVersion }
    : { ...object, apiVersion, status: statusInOneLayout(fields(object.status)) }
}

/** Fields of v1beta1 that mean something else, or have another name, in the one layout. */
const moved = [
  'v1beta2',
  'experimentalConditions',
  'experimentalReadyReplicas',
  'conditions',
  'failureReason',
  'failureMessage',
  'readyReplicas',
  'availableReplicas',
  'updatedReplicas',
  'unavailableReplicas',
  'fullyLabeledReplicas',
  'bootstrapReady',
  'infrastructureReady',
  'controlPlaneReady',
  'initialized',
  'ready',
]

function statusInOneLayout(old: Fields): Fields {
  const kept = Object.fromEntries(Object.entries(old).filter(([name]) => !moved.includes(name)))
  return compact<Fields>({
    ...kept,
    ...currentFields(old),
    initialization: initializationOf(old),
    deprecated: legacyOf(old),
  })
}

function currentFields(old: Fields): Fields {
  const { experimentalConditions, experimentalReadyReplicas, v1beta2 } = old
  const proposed = { conditions: experimentalConditions, readyReplicas: experimentalReadyReplicas }
  return v1beta2 === undefined ? proposed : fields(v1beta2)
}

// A plain `false` of v1beta1 may just as well mean that nobody has said anything yet.
function initializationOf(old: Fields): Fields | undefined {
  const truth = (value: unknown): true | undefined => (value === true ? true : undefined)
  const initialization = compact<Fields>({
    bootstrapDataSecretCreated: truth(old['bootstrapReady']),
    infrastructureProvisioned: truth(old['infrastructureReady']),
    controlPlaneInitialized: truth(old['controlPlaneReady']) ?? truth(old['initialized']),
  })
  return Object.keys(initialization).length === 0 ? undefined : initialization
}

function legacyOf(old: Fields): Fields | undefined {
  const names = [
    'conditions',
    'failureReason',
    'failureMessage',
    'readyReplicas',
    'availableReplicas',
    'updatedReplicas',
  ]
  const legacy = [...names, 'unavailableReplicas', 'fullyLabeledReplicas'].map(
    (name) => [name, old[name]] as const,
  )
  const v1beta1 = compact<Fields>(Object.fromEntries(legacy))
  return Object.keys(v1beta1).length === 0 ? undefined : { v1beta1 }
}

/** The old fields of a status, wherever its stage keeps them. */
export function legacyStatus(status: unknown): Fields {
  return fields(at(status, 'backCompatibility') ?? at(status, 'deprecated', 'v1beta1'))
}
