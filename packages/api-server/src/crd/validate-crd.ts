import { same } from '@sitrep/status/same'
import type { FieldError } from '../errors/field-error.ts'
import { invalidValue, notSupported, required } from '../errors/field-errors.ts'
import { invalidStruct } from '../errors/struct-errors.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { getPath } from '../json/own.ts'
import { compileSchema } from '../schema/compiled-schema.ts'
import { dns1035LabelProblems, dns1123SubdomainProblems } from '../schema/dns.ts'
import type { Schema } from '../schema/schema.ts'
import { validateApproval } from './validate-approval.ts'
import { hasKnownReviewVersion, validateConversion } from './validate-conversion.ts'
import { dumpVersions } from './validate-dump.ts'
import { type CrdModel, type CrdVersion, objectAt, readCrd, textAt, textsAt } from './validate-model.ts'
import { validateGroup, validateNames, validateRequiredNames } from './validate-names.ts'
import { validateRulesAt } from './validate-rules.ts'
import { validateSchema } from './validate-schema.ts'
import {
  validateColumn,
  validateDeprecation,
  validateSelectableFields,
  validateSubresources,
} from './validate-version.ts'

/**
 * Everything that is wrong with a CustomResourceDefinition (defaults already applied), in kube-apiserver's order and
 * words. `old` is the definition before an update. Metadata is checked elsewhere, except for the name, which follows from
 * the spec.
 */
export function validateCrd(crd: JsonObject, old?: JsonObject): readonly FieldError[] {
  const model = readCrd(crd)
  const before = old && readCrd(old)
  return [
    ...(before ? [] : nameErrors(crd, model)),
    ...specErrors(model, before),
    ...(before ? updateErrors(model, before) : []),
    ...validateNames(model.acceptedNames, 'status.acceptedNames'),
    ...validateStoredVersions(model),
    ...validateApproval(model, before),
    ...preserveErrors(model, before),
  ]
}

/** What is wrong with an update of the status alone. The spec is not looked at again. */
export function validateCrdStatus(crd: JsonObject): readonly FieldError[] {
  return validateNames(readCrd(crd).acceptedNames, 'status.acceptedNames')
}

function nameErrors(crd: JsonObject, { group, names }: CrdModel): readonly FieldError[] {
  const name = getPath(crd, ['metadata', 'name'])
  if (typeof name !== 'string' || name === '') return []
  const problems = [
    ...dns1123SubdomainProblems(name),
    ...(name === `${textAt(names, 'plural')}.${group}` ? [] : ['must be spec.names.plural+"."+spec.group']),
  ]
  return problems.map((words) => invalidValue('metadata.name', name, words))
}

function specErrors(model: CrdModel, before: CrdModel | undefined): readonly FieldError[] {
  const { shared, versions } = model
  return [
    ...validateGroup(model.group),
    ...scopeErrors(model.scope),
    ...missingSchemaErrors(model),
    ...versions.flatMap((version, index) => versionErrors(version, model, index)),
    ...versionSetErrors(versions),
    ...firstVersionErrors(versions),
    ...validateRequiredNames(model.names),
    ...validateNames(model.names, 'spec.names'),
    ...sharedErrors(model),
    ...validateSubresources(shared.subresources, 'spec.subresources'),
    ...shared.columns.flatMap((column, index) =>
      validateColumn(column, `spec.additionalPrinterColumns[${index}]`),
    ),
    ...selectableErrors(shared.selectableFields, shared.validation?.schema, {
      path: 'spec.selectableFields',
      missing: 'may only be set when validations.schema is included',
    }),
    ...preserveConflicts(model),
    ...validateConversion(model.conversion, {
      recognised: !before || reviewable(before),
      anyBundle: !before?.established,
    }),
  ]
}

function scopeErrors(scope: string): readonly FieldError[] {
  if (scope === '') return [required('spec.scope')]
  const known = ['Cluster', 'Namespaced']
  return known.includes(scope) ? [] : [notSupported('spec.scope', scope, known)]
}

function missingSchemaErrors({ shared, versions }: CrdModel): readonly FieldError[] {
  if (shared.validation?.schema) return []
  return versions.flatMap((version, index) =>
    version.validation?.schema ? [] : [required(`spec.versions[${index}].schema.openAPIV3Schema`)],
  )
}

function versionErrors(version: CrdVersion, model: CrdModel, index: number): readonly FieldError[] {
  const path = `spec.versions[${index}]`
  const problems = dns1035LabelProblems(version.name)
  const schema = version.validation?.schema
  const subresources = version.subresources ?? model.shared.subresources
  return [
    ...(problems.length === 0 ? [] : [invalidValue(`${path}.name`, version.name, problems.join(','))]),
    ...validateDeprecation(version, path),
    ...(schema
      ? validateSchema(schema, {
          path: `${path}.schema`,
          statusEnabled: subresources !== undefined && Object.hasOwn(subresources, 'status'),
          checkRules: validateRulesAt,
        })
      : []),
    ...validateSubresources(version.subresources, `${path}.subresources`),
    ...version.columns.flatMap((column, at) =>
      validateColumn(column, `${path}.additionalPrinterColumns[${at}]`),
    ),
    ...selectableErrors(version.selectableFields, schema, {
      path: `${path}.selectableFields`,
      missing: 'may only be set when `version.schema.openAPIV3Schema` is not included',
    }),
  ]
}

interface SelectablePlace {
  readonly path: string
  /** The words for a definition without schema. */
  readonly missing: string
}

function selectableErrors(
  fields: readonly JsonObject[],
  schema: Schema | undefined,
  { path, missing }: SelectablePlace,
): readonly FieldError[] {
  if (fields.length === 0) return []
  return schema ? validateSelectableFields(fields, schema, path) : [invalidValue(path, '', missing)]
}

function versionSetErrors(versions: readonly CrdVersion[]): readonly FieldError[] {
  const unique = new Set(versions.map(({ name }) => name)).size === versions.length
  const stored = versions.filter(({ storage }) => storage).length
  const shown = dumpVersions(versions)
  return [
    ...(unique ? [] : [invalidStruct('spec.versions', shown, 'must contain unique version names')]),
    ...(stored === 1
      ? []
      : [invalidStruct('spec.versions', shown, 'must have exactly one version marked as storage version')]),
  ]
}

/** The first version also stands alone, as `spec.version`, and is checked once more there. */
function firstVersionErrors([first]: readonly CrdVersion[]): readonly FieldError[] {
  if (!first || first.name === '') return []
  const problems = dns1035LabelProblems(first.name)
  return problems.length === 0 ? [] : [invalidValue('spec.version', first.name, problems.join(','))]
}

function sharedErrors({ shared, versions }: CrdModel): readonly FieldError[] {
  const schema = shared.validation?.schema
  if (!schema) return []
  const statusEnabled = [shared, ...versions].some(({ subresources }) => {
    return subresources !== undefined && Object.hasOwn(subresources, 'status')
  })
  return validateSchema(schema, { path: 'spec.validation', statusEnabled, checkRules: validateRulesAt })
}

function reviewable({ conversion }: CrdModel): boolean {
  const versions = conversion ? textsAt(objectAt(conversion, 'webhook'), 'conversionReviewVersions') : []
  return versions.length === 0 || hasKnownReviewVersion(versions)
}

/** What objects are stored under cannot change; what they are called can, until they are served. */
function updateErrors(model: CrdModel, before: CrdModel): readonly FieldError[] {
  const frozen: [path: string, now: Json, then: Json][] = [
    ...(before.established
      ? ([
          ['spec.scope', model.scope, before.scope],
          ['spec.names.kind', textAt(model.names, 'kind'), textAt(before.names, 'kind')],
        ] as [string, Json, Json][])
      : []),
    ['spec.group', model.group, before.group],
    ['spec.names.plural', textAt(model.names, 'plural'), textAt(before.names, 'plural')],
  ]
  return frozen
    .filter(([, now, then]) => !same(now, then))
    .map(([path, now]) => invalidValue(path, now, 'field is immutable'))
}

function preserveConflicts({
  preserveUnknownFields,
  versions,
  shared,
  conversion,
}: CrdModel): readonly FieldError[] {
  if (!preserveUnknownFields) return []
  const schemas = [shared, ...versions].flatMap(({ validation }) =>
    validation?.schema ? [validation.schema] : [],
  )
  const defaults = schemas.some((schema) => compileSchema(schema).has('defaults'))
  const strategy = conversion ? textAt(conversion, 'strategy') : 'None'
  return [
    ...(defaults
      ? [
          invalidValue(
            'spec.preserveUnknownFields',
            true,
            'must be false in order to use defaults in the schema',
          ),
        ]
      : []),
    ...(strategy === 'None'
      ? []
      : [
          invalidValue(
            'spec.conversion.strategy',
            strategy,
            'must be None if spec.preserveUnknownFields is true',
          ),
        ]),
  ]
}

function preserveErrors(model: CrdModel, before: CrdModel | undefined): readonly FieldError[] {
  if (before?.preserveUnknownFields || !model.preserveUnknownFields) return []
  const words =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
  return [invalidValue('spec.preserveUnknownFields', true, words)]
}

const path = 'status.storedVersions'

/** Every version that objects may still be stored in stays in the definition. */
function validateStoredVersions({ storedVersions, versions }: CrdModel): readonly FieldError[] {
  if (storedVersions.length === 0) return [invalidValue(path, null, 'must have at least one stored version')]
  const missing = versions.filter(({ name, storage }) => storage && !storedVersions.includes(name))
  const known = new Set(versions.map(({ name }) => name))
  return [
    ...missing.map(({ name }) => invalidValue(path, storedVersions, `must have the storage version ${name}`)),
    ...storedVersions.flatMap((name, index) =>
      known.has(name) ? [] : [invalidValue(`${path}[${index}]`, name, removed(name))],
    ),
  ]
}

function removed(name: string): string {
  return (
    `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a ` +
    `storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
  )
}
