import type { Cluster } from '../cluster/cluster.ts'
import { forbidden } from '../errors/api-error.ts'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, isJsonObject } from '../json/own.ts'
import { decodeObject } from '../resources/encoding.ts'
import { metaText, nameOf, textOf } from '../resources/metadata.ts'
import type { AdmissionRequest } from '../writes/write-context.ts'

interface Priority {
  readonly className: string
  readonly value: Json
  readonly preemption: string
}

const collection = 'scheduling.k8s.io/priorityclasses'
const systemValues: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
}

/**
 * What the admission plugins Priority and RuntimeClass make of a new pod: its priority is that of its class, and nobody
 * says otherwise. Gives every other request back as it is; throws a 403.
 */
export function admitPod(request: AdmissionRequest): AdmissionRequest {
  const { context, operation, object } = request
  const { resource } = context.view
  const pod = resource.group === '' && resource.plural === 'pods'
  if (!pod || operation !== 'CREATE' || context.subresource !== '' || object === undefined) return request
  const spec = getOwn(object, 'spec')
  if (!isJsonObject(spec)) return request
  // Before a pod has a name it goes by what its name will begin with.
  const name = nameOf(object) || metaText(object, 'generateName') || 'Unknown'
  const refuse = (why: string): Error => forbidden({ group: '', name: 'pods' }, name, why)
  const prioritised = withPriority(spec, priorityOf(context.cluster, spec, refuse), refuse)
  if (isJsonObject(getOwn(spec, 'overhead')) && textOf(spec, 'runtimeClassName') === '')
    throw refuse('pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')
  return { ...request, object: { ...object, spec: prioritised } as KubeObject }
}

function priorityOf(cluster: Cluster, spec: JsonObject, refuse: (why: string) => Error): Priority {
  const className = textOf(spec, 'priorityClassName')
  if (className === '') return defaultPriority(cluster)
  const stored = cluster.store.head({
    cluster: cluster.name,
    resource: collection,
    namespace: '',
    name: className,
  })
  if (stored !== undefined) return ofClass(decodeObject(stored.bytes))
  const value = Object.hasOwn(systemValues, className) ? systemValues[className] : undefined
  if (value === undefined) throw refuse(`no PriorityClass with name ${className} was found`)
  return { className, value, preemption: 'PreemptLowerPriority' }
}

/** Of several classes that claim to be the default, the lowest is. */
function defaultPriority({ store, name }: Cluster): Priority {
  const [lowest] = store
    .list({ cluster: name, resource: collection }, '')
    .map((stored) => decodeObject(stored.bytes))
    .filter((each) => getOwn(each, 'globalDefault') === true)
    .sort((a, b) => Number(getOwn(a, 'value')) - Number(getOwn(b, 'value')))
  return lowest === undefined
    ? { className: '', value: 0, preemption: 'PreemptLowerPriority' }
    : ofClass(lowest)
}

function ofClass(object: KubeObject): Priority {
  return {
    className: nameOf(object),
    value: getOwn(object, 'value') ?? 0,
    preemption: textOf(object, 'preemptionPolicy') || 'PreemptLowerPriority',
  }
}

function withPriority(
  spec: JsonObject,
  { className, value, preemption }: Priority,
  refuse: (why: string) => Error,
): JsonObject {
  const own = getOwn(spec, 'priority') ?? value
  const given = getOwn(spec, 'preemptionPolicy')
  const ownPreemption = typeof given === 'string' ? given : preemption
  const source = 'from the given PriorityClass name'
  if (own !== value) {
    throw refuse(
      `the integer value of priority (${String(own)}) must not be provided in pod spec; priority admission controller computed ${String(value)} ${source}`,
    )
  }
  if (ownPreemption !== preemption) {
    throw refuse(
      `the string value of PreemptionPolicy (${ownPreemption}) must not be provided in pod spec; priority admission controller computed ${preemption} ${source}`,
    )
  }
  return {
    ...spec,
    ...(className !== '' && { priorityClassName: className }),
    priority: value,
    preemptionPolicy: preemption,
  }
}
