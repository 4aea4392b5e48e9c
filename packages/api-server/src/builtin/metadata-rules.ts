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
  return presentErrors(metadata, rules, attachedErrors(metadata, rules.path ?? 'metadata'))
}

/** What is wrong with changed metadata, as it is and as it was changed: Kubernetes asks for both, and what is attached in both. */
export interface MetadataUpdateErrors {
  readonly present: readonly FieldError[]
  readonly changed: readonly FieldError[]
}

/** Resource version and uid are preconditions, checked where conflicts are found. */
export function validateMetadataUpdate(
  metadata: JsonObject,
  old: JsonObject,
  rules: Omit<MetadataRules, 'path'>,
): MetadataUpdateErrors {
  const attached = attachedErrors(metadata, 'metadata')
  return {
    present: presentErrors(metadata, rules, attached),
    changed: together(
      validateNoNewFinalizers(metadata, old),
      text(metadata, 'resourceVersion') === ''
        ? [invalidValue('metadata.resourceVersion', '', 'must be specified for an update')]
        : none,
      validateImmutable(metadata, old),
      attached,
    ),
  }
}

function presentErrors(
  metadata: JsonObject,
  rules: MetadataRules,
  attached: readonly FieldError[],
): readonly FieldError[] {
  const path = rules.path ?? 'metadata'
  return together(
    validateNames(metadata, rules, path),
    validateNamespace(text(metadata, 'namespace'), rules.namespaced, path),
    validateGeneration(metadata, path),
    attached,
    validateFinalizers(texts(metadata, 'finalizers'), `${path}.finalizers`),
  )
}

function attachedErrors(metadata: JsonObject, path: string): readonly FieldError[] {
  return together(
    validateLabels(metadata['labels'], `${path}.labels`),
    validateAnnotations(metadata['annotations'], `${path}.annotations`),
    validateOwnerReferences(metadata['ownerReferences'], `${path}.ownerReferences`),
  )
}

/** Nearly always there are none. */
function together(...lists: readonly (readonly FieldError[])[]): readonly FieldError[] {
  return lists.some(({ length }) => length > 0) ? lists.flat() : none
}

const immutableMetadata = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const

function validateImmutable(metadata: JsonObject, old: JsonObject): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const name of immutableMetadata) {
    const [value, before] = [getOwn(metadata, name) ?? null, getOwn(old, name) ?? null]
    if (!same(value, before)) errors.push(invalidValue(`metadata.${name}`, value, 'field is immutable'))
  }
  return errors
}

function validateNames(metadata: JsonObject, rules: MetadataRules, path: string): readonly FieldError[] {
  const name = text(metadata, 'name')
  const prefix = text(metadata, 'generateName')
  const prefixProblems = prefix === '' ? [] : asPrefix(rules.validateName)(prefix)
  return together(
    prefixProblems.map((problem) => invalidValue(`${path}.generateName`, prefix, problem)),
    name === ''
      ? [required(`${path}.name`, 'name or generateName is required')]
      : rules.validateName(name).map((problem) => invalidValue(`${path}.name`, name, problem)),
  )
}

function validateNamespace(namespace: string, namespaced: boolean, path: string): readonly FieldError[] {
  const field = `${path}.namespace`
  if (!namespaced) return namespace === '' ? none : [forbiddenField(field, 'not allowed on this type')]
  if (namespace === '') return [required(field)]
  return dnsLabel(namespace).map((problem) => invalidValue(field, namespace, problem))
}

function validateGeneration(metadata: JsonObject, path: string): readonly FieldError[] {
  const generation = getOwn(metadata, 'generation')
  const negative = typeof generation === 'number' && generation < 0
  return negative
    ? [invalidValue(`${path}.generation`, generation, 'must be greater than or equal to 0')]
    : none
}

/** Keys and values of labels, wherever a map of them stands. */
export function validateLabels(labels: Json | undefined, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  if (!isJsonObject(labels)) return errors
  for (const key in labels) {
    const value = text(labels, key)
    for (const problem of qualifiedName(key)) errors.push(invalidValue(path, key, problem))
    for (const problem of labelValue(value)) errors.push(invalidValue(path, value, problem))
  }
  return errors
}

export function validateAnnotations(annotations: Json | undefined, path: string): readonly FieldError[] {
  if (!isJsonObject(annotations)) return none
  const errors: FieldError[] = []
  let size = 0
  for (const key in annotations) {
    size += Buffer.byteLength(key) + Buffer.byteLength(text(annotations, key))
    for (const problem of qualifiedName(key.toLowerCase())) errors.push(invalidValue(path, key, problem))
  }
  if (size > annotationsLimit) errors.push(tooLong(path, annotationsLimit))
  return errors
}

function validateOwnerReferences(references: Json | undefined, path: string): readonly FieldError[] {
  const owners = isJsonArray(references) ? references.filter(isJsonObject) : []
  if (owners.length === 0) return none
  const errors = owners.flatMap((owner) => validateOwnerReference(owner, path))
  const controllers = owners.filter((owner) => getOwn(owner, 'controller') === true)
  if (controllers.length < 2) return errors
  const [first, ...others] = controllers.map((owner) => `${text(owner, 'kind')}/${text(owner, 'name')}`)
  const shown = owners.map(shownOwner)
  for (const other of others) {
    const why = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${other}`
    errors.push(invalidStruct(path, shown, why))
  }
  return errors
}

const ownerMembers = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'] as const

function shownOwner(owner: JsonObject): JsonObject {
  const present = ownerMembers.filter((name) => getOwn(owner, name) !== undefined)
  return Object.fromEntries(present.map((name) => [name, owner[name] as Json]))
}

function validateOwnerReference(owner: JsonObject, path: string): readonly FieldError[] {
  const apiVersion = text(owner, 'apiVersion')
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1)
  const errors: FieldError[] = []
  if (version === '') errors.push(invalidValue(`${path}.apiVersion`, apiVersion, 'version must not be empty'))
  for (const name of ['kind', 'name', 'uid'])
    if (text(owner, name) === '') errors.push(invalidValue(`${path}.${name}`, '', 'must not be empty'))
  if (apiVersion === 'v1' && text(owner, 'kind') === 'Event')
    errors.push(invalidStruct(path, shownOwner(owner), '/v1, Kind=Event is disallowed from being an owner'))
  return errors
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
