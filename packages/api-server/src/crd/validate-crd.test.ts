import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { defaultCrd } from './default-crd.ts'
import { crd, crdWithField, crdWithSchema, version } from './validate-crd.testing.ts'
import { validateCrd } from './validate-crd.ts'

function errorsOf(object: JsonObject, old?: JsonObject): readonly string[] {
  return validateCrd(defaultCrd(object), old && defaultCrd(old)).map(
    ({ field, message }) => `${field}: ${message}`,
  )
}

const label = `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`
const dumped = (name: string, storage: boolean, schema = 'null') =>
  `{"Name":"${name}","Served":true,"Storage":${storage},"Deprecated":false,"DeprecationWarning":null,"Schema":${schema},"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}`
const webhook = (clientConfig: object, conversionReviewVersions: readonly string[] = ['v1']) =>
  crd({ conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions } } })

type Case = [name: string, object: JsonObject, errors: readonly string[]]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['the smallest definition',          crd(), []],
  ['a name that does not follow',      crd({}, { name: 'bars.example.com' }), ['metadata.name: Invalid value: "bars.example.com": must be spec.names.plural+"."+spec.group']],
  ['no group',                         crd({ group: '' }, { name: 'foos.' }), [`metadata.name: Invalid value: "foos.": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`, 'spec.group: Required value']],
  ['a group without a dot',            crd({ group: 'example' }, { name: 'foos.example' }), ['spec.group: Invalid value: "example": should be a domain with at least one dot']],
  ['an unknown scope',                 crd({ scope: 'World' }), ['spec.scope: Unsupported value: "World": supported values: "Cluster", "Namespaced"']],
  ['names that are no labels',         crd({ names: { plural: 'foos', kind: 'Foo', shortNames: ['F'], categories: ['All'] } }), [`spec.names.shortNames[0]: Invalid value: "F": ${label}`, `spec.names.categories[0]: Invalid value: "All": ${label}`]],
  ['one name for kind and list',       crd({ names: { plural: 'foos', kind: 'Foo', listKind: 'Foo' } }), ['spec.names.listKind: Invalid value: "Foo": kind and listKind may not be the same']],
  ['no version',                       crd({ versions: [] }), ['spec.versions: Invalid value: []: must have exactly one version marked as storage version', 'status.storedVersions: Invalid value: null: must have at least one stored version']],
  ['two storage versions',             crd({ versions: [version(), version({ name: 'v2' })] }), [`spec.versions: Invalid value: [${dumped('v1', true)},${dumped('v2', true)}]: must have exactly one version marked as storage version`, 'status.storedVersions: Invalid value: ["v1"]: must have the storage version v2']],
  ['a version twice',                  crd({ versions: [version(), version({ storage: false })] }), [`spec.versions: Invalid value: [${dumped('v1', true)},${dumped('v1', false)}]: must contain unique version names`]],
  ['no schema',                        crd({ versions: [{ name: 'v1', served: true, storage: true }] }), ['spec.versions[0].schema.openAPIV3Schema: Required value']],
  ['no type at the root',              crdWithSchema({}), ['spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root']],
  ['no type of a field',               crdWithField({}), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].type: Required value: must not be empty for specified object fields']],
  ['an array without items',           crdWithField({ type: 'array' }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].items: Required value: must be specified']],
  ['a type inside a junctor',          crdWithField({ type: 'object', anyOf: [{ type: 'object' }] }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].anyOf[0].type: Forbidden: must be empty to be structural']],
  ['int-or-string spelled out',        crdWithField({ anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }), []],
  ['something only a junctor knows',   crdWithSchema({ type: 'object', anyOf: [{ properties: { a: { minLength: 1 } } }] }), ['spec.validation.openAPIV3Schema.properties[a]: Required value: because it is defined in spec.validation.openAPIV3Schema.anyOf[0].properties[a]']],
  ['labels restricted',                crdWithSchema({ type: 'object', properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } }), ['spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified']],
  ['properties beside a map',          crdWithField({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive']],
  ['a reference',                      crdWithField({ type: 'object', $ref: '#/x' }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].$ref: Forbidden: $ref is not supported']],
  ['unique items',                     crdWithField({ type: 'array', items: { type: 'string' }, uniqueItems: true }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic']],
  ['a pattern that Go cannot read',    crdWithField({ type: 'string', pattern: '(?=a)' }), ["spec.validation.openAPIV3Schema.properties[spec].properties[x].pattern: Invalid value: \"(?=a)\": must be a valid regular expression, but isn't: error parsing regexp: invalid or unsupported Perl syntax: `(?=`"]],
  ['a pattern that is written out',    crdWithField({ type: 'string', pattern: 'a{999}'.repeat(11) }), [`spec.validation.openAPIV3Schema.properties[spec].properties[x].pattern: Invalid value: "${'a{999}'.repeat(11)}": must be a valid regular expression, but isn't: error parsing regexp: expression too large: \`${'a{999}'.repeat(11)}\``]],
  ['patterns that together are',       crdWithField({ type: 'object', properties: Object.fromEntries([...Array(60).keys()].map((index) => [`p${index}`, { type: 'string', pattern: 'a{999}' }])) }), ['spec.validation.openAPIV3Schema: Invalid value: "": must not have patterns of more than 50000 steps together']],
  ['a default of the wrong type',      crdWithField({ type: 'string', default: 5 }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].default: Invalid value: "integer":  in body must be of type string: "integer"']],
  ['a default with unknown fields',    crdWithField({ type: 'object', properties: { a: { type: 'string' } }, default: { b: 1 } }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].default: Invalid value: {"b":1}: must not have unknown fields']],
  ['a default in top-level metadata',  crdWithSchema({ type: 'object', properties: { kind: { type: 'string', default: 'Foo' } } }), ['spec.validation.openAPIV3Schema.properties[kind].default: Forbidden: must not be set in top-level kind']],
  ['a map list without keys',          crdWithField({ type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map']],
  ['a key that may be missing',        crdWithField({ type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } }, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property']],
  ['a set of maps',                    crdWithField({ type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'set' }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set']],
  ['a column without a type',          crdWithSchema({ type: 'object' }, { additionalPrinterColumns: [{ name: 'A', jsonPath: 'spec.a' }] }), ['spec.additionalPrinterColumns[0].type: Required value: must be one of boolean,date,integer,number,string', 'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "spec.a": must be a simple json path starting with .']],
  ['a selectable object',              crdWithSchema({ type: 'object', properties: { spec: { type: 'object' } } }, { selectableFields: [{ jsonPath: '.spec' }, { jsonPath: '.spec.zz' }] }), ['spec.selectableFields[0].jsonPath: Invalid value: ".spec": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.', 'spec.selectableFields[1].jsonPath: Invalid value: ".spec.zz": is an invalid path: does not refer to a valid field']],
  ['replicas outside of spec',         crdWithSchema({ type: 'object' }, { subresources: { scale: { specReplicasPath: '.foo.n', statusReplicasPath: '.status.n' } } }), ['spec.subresources.scale.specReplicasPath: Invalid value: ".foo.n": should be a json path under .spec']],
  ['a warning without deprecation',    crdWithSchema({ type: 'object' }, { deprecationWarning: 'old' }), ['spec.versions[0].deprecationWarning: Invalid value: "old": can only be set for deprecated versions']],
  ['a protected group',                crd({ group: 'x.k8s.io' }, { name: 'foos.x.k8s.io' }), ['metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111']],
  ['an approved one',                  crd({ group: 'x.k8s.io' }, { name: 'foos.x.k8s.io', annotations: { 'api-approved.kubernetes.io': 'https://x/y' } }), []],
  ['a webhook over http',              webhook({ url: 'http://h/p?q=1' }), ["spec.conversion.webhookClientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path]", 'spec.conversion.webhookClientConfig.url: Invalid value: "q=1": query parameters are not permitted in the URL']],
  ['a webhook at nowhere',             webhook({}), ['spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required']],
  ['a webhook nobody understands',     webhook({ url: 'https://h' }, ['v7']), ['spec.conversion.conversionReviewVersions: Invalid value: ["v7"]: must include at least one of v1, v1beta1']],
  ['pruning switched off',             crd({ preserveUnknownFields: true }), ['spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead']],
  ['a rule that says nothing',         crdWithField({ type: 'object', 'x-kubernetes-validations': [{ rule: ' ' }] }), ['spec.validation.openAPIV3Schema.properties[spec].properties[x].x-kubernetes-validations[0].rule: Required value: rule is not specified']],
  ['errors of a version among others', crd({ versions: [version({ schema: { openAPIV3Schema: {} } }), version({ name: 'v2', storage: false })] }), ['spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root']],
]

describe('validateCrd', () => {
  for (const [name, object, errors] of cases) {
    it(`${name}: ${errors.length === 0 ? 'fine' : errors.join('; ')}`, () => {
      assert.deepEqual(errorsOf(object), errors)
    })
  }
})

const established = { conditions: [{ type: 'Established', status: 'True' }], storedVersions: ['v1'] }

describe('validateCrd on update', () => {
  it('keeps what objects are stored under', () => {
    const old = { ...crd(), status: established }
    const changed = {
      ...crd({ scope: 'Cluster', names: { plural: 'foos', kind: 'Bar' }, group: 'other.com' }),
      status: established,
    }
    assert.deepEqual(errorsOf(changed, old), [
      'spec.scope: Invalid value: "Cluster": field is immutable',
      'spec.names.kind: Invalid value: "Bar": field is immutable',
      'spec.group: Invalid value: "other.com": field is immutable',
    ])
  })

  it('keeps versions in which objects may be stored', () => {
    const renamed = {
      ...crd({ versions: [version({ name: 'v2' })] }),
      status: { storedVersions: ['v1', 'v2'] },
    }
    const [error] = errorsOf(renamed, { ...crd(), status: established })
    assert.match(
      error ?? '',
      /^status\.storedVersions\[0\]: Invalid value: "v1": missing from spec\.versions; v1 was previously/,
    )
  })
})

describe('defaultCrd', () => {
  it('names the singular, the list, the conversion and the stored version', () => {
    const { spec, status } = defaultCrd(crd()) as { readonly spec?: JsonObject; readonly status?: JsonObject }
    assert.deepEqual(spec?.['names'], { plural: 'foos', kind: 'Foo', singular: 'foo', listKind: 'FooList' })
    assert.deepEqual(spec?.['conversion'], { strategy: 'None' })
    assert.deepEqual(status, { storedVersions: ['v1'] })
  })
})
