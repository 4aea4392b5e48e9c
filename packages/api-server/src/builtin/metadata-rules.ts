import { same } from '@sitrep/status/same'
import type { FieldError } from '../errors/field-error.ts'
import { forbiddenField, invalidValue, required, tooLong } from '../errors/field-errors.ts'
import { invalidStruct } from '../errors/struct-errors.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { asPrefix, dnsLabel, labelValue, type NameRule, qualifiedName } from './validation/name-rules.ts'

/** What a kind says about its metadata. */
export interface MetadataRules {
  readonly namespaced: boolean
  readonly validateName: NameRule
  /** Where the metadata stands; `metadata` for an object, `spec.template.metadata` for a template. */
  readonly path?: string
}

const annotationsLimit = 256 * 1024

/** What is wrong with the metadata of an object that is about to be stored for the first time, its name already made. */
export function validateMetadata(metadata: JsonObject, rules: MetadataRules): readonly FieldError[] {
  const path = rules.path ?? 'metadata'
  return [
    ...validateNames(metadata, rules, path),
    ...validateNamespace(text(metadata, 'namespace'), rules.namespaced, path),
    ...validateGeneration(metadata, path),
    ...validateLabels(metadata['labels'], `${path}.labels`),
    ...validateAnnotations(metadata['annotations'], `${path}.annotations`),
    ...validateOwnerReferences(metadata['ownerReferences'], `${path}.ownerReferences`),
    ...validateFinalizers(texts(metadata, 'finalizers'), `${path}.finalizers`),
  ]
}

/** What is wrong with changed metadata. Resource version and uid are preconditions, checked where conflicts are found. */
export function validateMetadataUpdate(metadata: JsonObject, old: JsonObject): readonly FieldError[] {
  return [
    ...validateNoNewFinalizers(metadata, old),
    ...(text(metadata, 'resourceVersion') === ''
      ? [invalidValue('metadata.resourceVersion', '', 'must be specified for an update')]
      : []),
    ...immutableMetadata.flatMap((name) => {
      const value = getOwn(metadata, name)
      return same(value ?? null, getOwn(old, name) ?? null)
        ? []
        : [invalidValue(`metadata.${name}`, value ?? null, 'field is immutable')]
    }),
    ...validateLabels(metadata['labels'], 'metadata.labels'),
    ...validateAnnotations(metadata['annotations'], 'metadata.annotations'),
    ...validateOwnerReferences(metadata['ownerReferences'], 'metadata.ownerReferences'),
  ]
}

const immutableMetadata = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const

function validateNames(metadata: JsonObject, rules: MetadataRules, path: string): readonly FieldError[] {
  const name = text(metadata, 'name')
  const prefix = text(metadata, 'generateName')
  const prefixProblems = prefix === '' ? [] : asPrefix(rules.validateName)(prefix)
  return [
    ...prefixProblems.map((problem) => invalidValue(`${path}.generateName`, prefix, problem)),
    ...(name === ''
      ? [required(`${path}.name`, 'name or generateName is required')]
      : rules.validateName(name).map((problem) => invalidValue(`${path}.name`, name, problem))),
  ]
}

function validateNamespace(namespace: string, namespaced: boolean, path: string): readonly FieldError[] {
  const field = `${path}.namespace`
  if (!namespaced) return namespace === '' ? [] : [forbiddenField(field, 'not allowed on this type')]
  if (namespace === '') return [required(field)]
  return dnsLabel(namespace).map((problem) => invalidValue(field, namespace, problem))
}

function validateGeneration(metadata: JsonObject, path: string): readonly FieldError[] {
  const generation = getOwn(metadata, 'generation')
  const negative = typeof generation === 'number' && generation < 0
  return negative
    ? [invalidValue(`${path}.generation`, generation, 'must be greater than or equal to 0')]
    : []
}

/** Keys and values of labels, wherever a map of them stands. */
export function validateLabels(labels: Json | undefined, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const [key, value] of entries(labels)) {
    for (const problem of qualifiedName(key)) errors.push(invalidValue(path, key, problem))
    for (const problem of labelValue(value)) errors.push(invalidValue(path, value, problem))
  }
  return errors
}

export function validateAnnotations(annotations: Json | undefined, path: string): readonly FieldError[] {
  const pairs = entries(annotations)
  if (pairs.length === 0) return none
  const size = pairs.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0)
  return [
    ...pairs.flatMap(([key]) =>
      qualifiedName(key.toLowerCase()).map((problem) => invalidValue(path, key, problem)),
    ),
    ...(size > annotationsLimit ? [tooLong(path, annotationsLimit)] : []),
  ]
}

function validateOwnerReferences(references: Json | undefined, path: string): readonly FieldError[] {
  const owners = isJsonArray(references) ? references.filter(isJsonObject) : []
  if (owners.length === 0) return none
  const controllers = owners
    .filter((owner) => getOwn(owner, 'controller') === true)
    .map((owner) => `${text(owner, 'kind')}/${text(owner, 'name')}`)
  return [
    ...owners.flatMap((owner) => validateOwnerReference(owner, path)),
    ...controllers
      .slice(1)
      .map((controller) =>
        invalidStruct(
          path,
          owners.map(shownOwner),
          `Only one reference can have Controller set to true. Found "true" in references for ${controllers[0]} and ${controller}`,
        ),
      ),
  ]
}

const ownerMembers = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'] as const

function shownOwner(owner: JsonObject): JsonObject {
  const present = ownerMembers.filter((name) => getOwn(owner, name) !== undefined)
  return Object.fromEntries(present.map((name) => [name, owner[name] as Json]))
}

function validateOwnerReference(owner: JsonObject, path: string): readonly FieldError[] {
  const apiVersion = text(owner, 'apiVersion')
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1)
  const empty = ['kind', 'name', 'uid'].filter((name) => text(owner, name) === '')
  return [
    ...(version === '' ? [invalidValue(`${path}.apiVersion`, apiVersion, 'version must not be empty')] : []),
    ...empty.map((name) => invalidValue(`${path}.${name}`, '', 'must not be empty')),
    ...(apiVersion === 'v1' && text(owner, 'kind') === 'Event'
      ? [invalidStruct(path, shownOwner(owner), '/v1, Kind=Event is disallowed from being an owner')]
      : []),
  ]
}

function validateFinalizers(finalizers: readonly string[], path: string): readonly FieldError[] {
  if (finalizers.length === 0) return none
  const both = finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')
  return [
    ...finalizers.flatMap((finalizer) =>
      qualifiedName(finalizer).map((problem) => invalidValue(path, finalizer, problem)),
    ),
    ...(both
      ? [invalidValue(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set')]
      : []),
  ]
}

function validateNoNewFinalizers(metadata: JsonObject, old: JsonObject): readonly FieldError[] {
  if (text(old, 'deletionTimestamp') === '') return []
  const before = new Set(texts(old, 'finalizers'))
  const added = [...new Set(texts(metadata, 'finalizers'))]
    .filter((finalizer) => !before.has(finalizer))
    .sort()
  if (added.length === 0) return []
  const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ')
  return [
    forbiddenField(
      'metadata.finalizers',
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
    ),
  ]
}

/** Of what most objects do not have nothing is said. */
const none: readonly FieldError[] = []

function text(object: JsonObject, key: string): string {
  const value = getOwn(object, key)
  return typeof value === 'string' ? value : ''
}

function texts(object: JsonObject, key: string): readonly string[] {
  const value = getOwn(object, key)
  return isJsonArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function entries(map: Json | undefined): readonly (readonly [string, string])[] {
  if (!isJsonObject(map)) return []
  return Object.entries(map).map(([key, value]) => [key, typeof value === 'string' ? value : ''] as const)
}
