import type { Json, JsonObject } from '../json/json.ts'
import type { WrittenSchema } from '../schema/read-schema.ts'
import type { Schema, ValidationRule } from '../schema/schema.ts'
import type { CrdVersion } from './validate-model.ts'

type Dumped = readonly [name: string, value: Json]

/**
 * A schema as kube-apiserver's messages show it: its internal type as JSON, all fields in the order of the struct, those
 * that are not set with their zero value.
 */
export function dumpSchema(schema: WrittenSchema): readonly Dumped[] {
  const named = (schemas: Readonly<Record<string, Schema>> | undefined): Json =>
    schemas === undefined
      ? null
      : Object.fromEntries(
          Object.keys(schemas)
            .sort()
            .map((name) => [name, dump(schemas[name])]),
        )
  const listed = (schemas: readonly Schema[] | undefined): Json =>
    (schemas ?? []).length === 0 ? null : (schemas ?? []).map(dump)
  return [
    ['ID', schema.id ?? ''],
    ['Schema', schema.$schema ?? ''],
    ['Ref', schema.$ref ?? null],
    ['Description', schema.description ?? ''],
    ['Type', schema.type ?? ''],
    ['Nullable', schema.nullable ?? false],
    ['Format', schema.format ?? ''],
    ['Title', schema.title ?? ''],
    ['Default', schema.default ?? null],
    ['Maximum', schema.maximum ?? null],
    ['ExclusiveMaximum', schema.exclusiveMaximum ?? false],
    ['Minimum', schema.minimum ?? null],
    ['ExclusiveMinimum', schema.exclusiveMinimum ?? false],
    ['MaxLength', schema.maxLength ?? null],
    ['MinLength', schema.minLength ?? null],
    ['Pattern', schema.pattern ?? ''],
    ['MaxItems', schema.maxItems ?? null],
    ['MinItems', schema.minItems ?? null],
    ['UniqueItems', schema.uniqueItems ?? false],
    ['MultipleOf', schema.multipleOf ?? null],
    ['Enum', schema.enum ?? null],
    ['MaxProperties', schema.maxProperties ?? null],
    ['MinProperties', schema.minProperties ?? null],
    ['Required', schema.required ?? null],
    ['Items', schema.items ? { Schema: dump(schema.items), JSONSchemas: null } : null],
    ['AllOf', listed(schema.allOf)],
    ['OneOf', listed(schema.oneOf)],
    ['AnyOf', listed(schema.anyOf)],
    ['Not', schema.not ? dump(schema.not) : null],
    ['Properties', named(schema.properties)],
    ['AdditionalProperties', dumpAdditional(schema.additionalProperties)],
    ['PatternProperties', named(schema.patternProperties)],
    ['Dependencies', schema.dependencies ?? null],
    ['AdditionalItems', schema.additionalItems ?? null],
    ['Definitions', named(schema.definitions)],
    ['ExternalDocs', schema.externalDocs ?? null],
    ['Example', schema.example ?? null],
    ['XPreserveUnknownFields', schema['x-kubernetes-preserve-unknown-fields'] ?? null],
    ['XEmbeddedResource', schema['x-kubernetes-embedded-resource'] ?? false],
    ['XIntOrString', schema['x-kubernetes-int-or-string'] ?? false],
    ['XListMapKeys', schema['x-kubernetes-list-map-keys'] ?? null],
    ['XListType', schema['x-kubernetes-list-type'] ?? null],
    ['XMapType', schema['x-kubernetes-map-type'] ?? null],
    ['XValidations', schema['x-kubernetes-validations']?.map(dumpRule) ?? null],
  ]
}

function dump(schema: Schema | undefined): JsonObject {
  return Object.fromEntries(dumpSchema(schema ?? {}))
}

function dumpAdditional(additional: boolean | Schema | undefined): Json {
  if (additional === undefined) return null
  if (typeof additional === 'boolean') return { Allows: additional, Schema: null }
  return { Allows: true, Schema: dump(additional) }
}

/** A rule in the same manner. */
export function dumpRule(rule: ValidationRule): JsonObject {
  return {
    Rule: rule.rule ?? '',
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  }
}

/** All versions in the same manner, after what they share was lifted out. */
export function dumpVersions(versions: readonly CrdVersion[]): Json {
  return versions.map((version) => ({
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: version.validation
      ? { OpenAPIV3Schema: version.validation.schema ? dump(version.validation.schema) : null }
      : null,
    Subresources: version.subresources ? dumpSubresources(version.subresources) : null,
    AdditionalPrinterColumns: version.columns.length === 0 ? null : version.columns.map(dumpColumn),
    SelectableFields:
      version.selectableFields.length === 0 ? null : version.selectableFields.map(dumpSelectable),
  }))
}

function dumpSubresources(subresources: JsonObject): Json {
  const scale = subresources['scale'] as JsonObject | undefined
  return {
    Status: subresources['status'] === undefined ? null : {},
    Scale: scale
      ? {
          SpecReplicasPath: scale['specReplicasPath'] ?? '',
          StatusReplicasPath: scale['statusReplicasPath'] ?? '',
          LabelSelectorPath: scale['labelSelectorPath'] ?? null,
        }
      : null,
  }
}

function dumpColumn(column: JsonObject): Json {
  return {
    Name: column['name'] ?? '',
    Type: column['type'] ?? '',
    Format: column['format'] ?? '',
    Description: column['description'] ?? '',
    Priority: column['priority'] ?? 0,
    JSONPath: column['jsonPath'] ?? '',
  }
}

function dumpSelectable(field: JsonObject): Json {
  return { JSONPath: field['jsonPath'] ?? '' }
}
