import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, isJsonObject } from '../json/own.ts'
import { compareObjects } from './compare.ts'
import type { Conflict } from './conflict.ts'
import { difference, type FieldSet, hasPath } from './field-set.ts'
import { objectType } from './field-type.ts'
import { goJson } from './go-json.ts'
import { ownedFields } from './owned-fields.ts'
import type { OwnershipContext } from './ownership-context.ts'
import { problemsOf } from './validate.ts'

const annotation = 'kubectl.kubernetes.io/last-applied-configuration'
const annotationsLimit = 256 * 1024

interface KubectlApply extends OwnershipContext {
  readonly live: KubeObject | undefined
  readonly manager: string
}

/**
 * Helps kubectl from client-side to server-side apply: a conflict over a field that still has the value of the
 * last-applied annotation is none. Gives the conflicts that remain; undefined when the annotation settles nothing.
 */
export function settledByLastApplied(
  apply: KubectlApply,
  conflicts: readonly Conflict[],
): readonly Conflict[] | undefined {
  const mine = apply.manager === 'kubectl' ? fieldsLastApplied(apply) : undefined
  return mine === undefined ? undefined : conflicts.filter(({ path }) => !hasPath(mine, path))
}

/** The fields that the annotation names and whose values have not changed since. */
function fieldsLastApplied({ live, apiVersion, schemaFor }: KubectlApply): FieldSet | undefined {
  const schema = schemaFor(apiVersion)
  const text = live === undefined ? '' : lastAppliedOf(live)
  if (schema === undefined || live === undefined || text === '') return undefined
  const lastApplied = parseObject(text)
  const type = objectType(schema)
  if (lastApplied === undefined || getOwn(lastApplied, 'apiVersion') !== apiVersion) return undefined
  if (problemsOf(type, lastApplied) !== undefined || problemsOf(type, live) !== undefined) return undefined
  const { added, modified, removed } = compareObjects(type, lastApplied, live)
  const fields = ownedFields(type, lastApplied)
  return difference(difference(difference(fields, modified), added), removed)
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json
    return isJsonObject(value) ? value : undefined
  } catch {
    // An annotation that is no JSON is as good as none.
    return undefined
  }
}

function lastAppliedOf(object: KubeObject): string {
  const annotations = getOwn(object.metadata, 'annotations')
  const text = isJsonObject(annotations) ? getOwn(annotations, annotation) : undefined
  return typeof text === 'string' ? text : ''
}

/** The applied object with its annotation, if it has one, telling what was just applied. */
export function keepLastApplied(object: KubeObject, config: KubeObject): KubeObject {
  const before = lastAppliedOf(object)
  if (before === '') return object
  const text = `${goJson(withoutAnnotation(config))}\n`
  if (text === before) return object
  const annotations = { ...(getOwn(object.metadata, 'annotations') as JsonObject), [annotation]: text }
  const fits = sizeOf(annotations) <= annotationsLimit
  return withAnnotations(object, fits ? annotations : withoutKey(annotations))
}

function withoutAnnotation(config: KubeObject): KubeObject {
  const annotations = getOwn(config.metadata, 'annotations')
  return isJsonObject(annotations) ? withAnnotations(config, withoutKey(annotations)) : config
}

function withoutKey(annotations: JsonObject): JsonObject {
  const { [annotation]: _, ...others } = annotations
  return others
}

function withAnnotations(object: KubeObject, annotations: JsonObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, annotations } }
}

function sizeOf(annotations: JsonObject): number {
  return Object.entries(annotations).reduce(
    (size, [key, value]) => size + byteLength(key) + byteLength(String(value)),
    0,
  )
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
