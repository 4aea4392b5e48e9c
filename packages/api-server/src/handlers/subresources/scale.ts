import type { ReplicasPaths } from '../../apply/scale-owners.ts'
import { badRequest, internalError, invalid } from '../../errors/api-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, getPath, isJsonObject, type MutableJsonObject } from '../../json/own.ts'
import { formatApiVersion, parseApiVersion } from '../../resources/group-version.ts'
import { metadataOf, textOf } from '../../resources/metadata.ts'
import type { Resource, ScalePaths } from '../../resources/resource.ts'
import { formatLabelSelector } from './format-label-selector.ts'

/** The scale of an object: how many there shall be, how many there are, and how to find them. */
export function scaleOf(object: KubeObject, paths: ScalePaths): KubeObject {
  const metadata = metadataOf(object)
  const kept = ['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp'].flatMap((name) => {
    const value = getOwn(metadata, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const wanted = replicasAt(object, paths.specReplicas)
  const selector = paths.labelSelector === undefined ? '' : selectorAt(object, paths.labelSelector)
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(kept) as KubeObject['metadata'],
    spec: wanted === undefined || wanted === 0 ? {} : { replicas: wanted },
    status: { replicas: replicasAt(object, paths.statusReplicas) ?? 0, ...(selector !== '' && { selector }) },
  }
}

/** Where each version keeps its replicas. */
export function replicasPaths({ group, versions }: Resource): ReplicasPaths {
  return new Map(
    versions.map(({ name, scale }) => [
      formatApiVersion(group, name),
      scale === undefined ? null : stepsOf(scale.specReplicas),
    ]),
  )
}

/** Throws a 500 for an object that does not say how many it wants: it cannot be scaled from there. */
export function assertScalable(object: KubeObject, { specReplicas }: ScalePaths): void {
  if (replicasAt(object, specReplicas) !== undefined) return
  throw internalError(`the spec replicas field ${JSON.stringify(specReplicas)} does not exist`)
}

/** The object with as many replicas as the scale wants. Throws a 422 for a number that cannot be. */
export function withScale(object: KubeObject, scale: JsonObject, paths: ScalePaths): KubeObject {
  const replicas = wantedReplicas(scale, object)
  return setPath(object, stepsOf(paths.specReplicas), replicas) as KubeObject
}

/** What an apply of a scale means for the object it scales. */
export function appliedToParent(
  config: JsonObject,
  parent: { apiVersion: string; kind: string },
  paths: ScalePaths,
): KubeObject {
  const { apiVersion, kind } = parent
  const name = textOf(metadataOf(config), 'name')
  const bare = { apiVersion, kind, metadata: { name } as KubeObject['metadata'] }
  return getPath(config, ['spec', 'replicas']) === undefined ? bare : withScale(bare, config, paths)
}

function wantedReplicas(scale: JsonObject, object: KubeObject): number {
  const replicas = getPath(scale, ['spec', 'replicas']) ?? 0
  const name = textOf(metadataOf(scale), 'name')
  if (typeof replicas !== 'number' || !Number.isInteger(replicas)) {
    throw badRequest('Scale in version "v1" cannot be handled as a Scale: spec.replicas must be an integer')
  }
  // The schema of a custom resource has words of its own for that.
  const builtin = !parseApiVersion(object.apiVersion).group.includes('.')
  if (replicas >= 0 || !builtin) return replicas
  const errors = [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')]
  throw invalid({ group: 'autoscaling', name: 'Scale' }, name, errors)
}

function replicasAt(object: KubeObject, path: string): number | undefined {
  const value = getPath(object, stepsOf(path))
  return typeof value === 'number' ? value : undefined
}

function selectorAt(object: KubeObject, path: string): string {
  const value = getPath(object, stepsOf(path))
  if (typeof value === 'string') return value
  return isJsonObject(value) ? formatLabelSelector(value) : ''
}

function stepsOf(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.')
}

function setPath(value: Json | undefined, [step, ...rest]: readonly string[], replicas: number): Json {
  if (step === undefined) return replicas
  const object: MutableJsonObject = { ...(isJsonObject(value) ? value : {}) }
  object[step] = setPath(object[step], rest, replicas)
  return object
}
