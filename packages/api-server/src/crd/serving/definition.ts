import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { textOf, textsOf } from '../../resources/metadata.ts'

/** The resource of definitions, in the form that the store knows it by. */
export const definitionsResource = 'apiextensions.k8s.io/customresourcedefinitions'
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io'

export function specOf(definition: KubeObject): JsonObject {
  return objectAt(definition, 'spec')
}

export function statusOf(definition: KubeObject): JsonObject {
  return objectAt(definition, 'status')
}

export function objectAt(object: JsonObject, name: string): JsonObject {
  const value = getOwn(object, name)
  return isJsonObject(value) ? value : {}
}

export function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value = getOwn(object, name)
  return isJsonArray(value) ? value.filter(isJsonObject) : []
}

/** The names under which objects of one kind go. */
export interface DefinitionNames {
  readonly plural: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly kind: string
  readonly listKind: string
  readonly categories: readonly string[]
}

export function readNames(names: JsonObject): DefinitionNames {
  return {
    plural: textOf(names, 'plural'),
    singular: textOf(names, 'singular'),
    shortNames: textsOf(getOwn(names, 'shortNames')),
    kind: textOf(names, 'kind'),
    listKind: textOf(names, 'listKind'),
    categories: textsOf(getOwn(names, 'categories')),
  }
}

/** Names as a status writes them: what is empty is left out. */
export function writeNames({
  plural,
  singular,
  shortNames,
  kind,
  listKind,
  categories,
}: DefinitionNames): JsonObject {
  return {
    plural,
    ...(singular !== '' && { singular }),
    ...(shortNames.length > 0 && { shortNames }),
    kind,
    ...(listKind !== '' && { listKind }),
    ...(categories.length > 0 && { categories }),
  }
}

export interface DefinitionCondition {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

export function conditionIsTrue(definition: KubeObject, type: string): boolean {
  return objectsAt(statusOf(definition), 'conditions').some(
    (condition) => textOf(condition, 'type') === type && textOf(condition, 'status') === 'True',
  )
}

/** The conditions with one set; its time moves only when its status does. */
export function withCondition(
  conditions: readonly JsonObject[],
  condition: DefinitionCondition,
  now: string,
): readonly Json[] {
  const index = conditions.findIndex((each) => textOf(each, 'type') === condition.type)
  const before = conditions[index]
  const same = before !== undefined && textOf(before, 'status') === condition.status
  const { type, status, reason, message } = condition
  const lastTransitionTime = same ? textOf(before, 'lastTransitionTime') : now
  const after = { type, status, lastTransitionTime, reason, message }
  return before === undefined ? [...conditions, after] : conditions.with(index, after)
}
