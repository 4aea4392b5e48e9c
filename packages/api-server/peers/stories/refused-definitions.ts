import { type Json, post } from '../exchange.ts'
import type { Story } from '../story.ts'
import { definition, definitionsPath, type JsonObject } from './objects.ts'
import { props, version } from './schema-parts.ts'

const group = 'refused.example.com'
const inSpec = (field: Json): JsonObject => props({ spec: props({ f: field }) })
const schemaOf = (field: Json): JsonObject => definition({ group, schema: inSpec(field) })

const manifests: Record<string, JsonObject> = {
  'a name that does not match': { ...definition({ group }), metadata: { name: 'other.example.com' } },
  'no group': definition({ group: '' }),
  'a bad group': definition({ group: 'Bad_Group' }),
  'a protected group': definition({ group: 'thing.k8s.io' }),
  'a bad plural': definition({ group, plural: 'Widgets' }),
  'a bad kind': definition({ group, kind: 'widget_kind', plural: 'widgets' }),
  'a bad short name': definition({ group, names: { shortNames: ['Bad!'] } }),
  'a bad category': definition({ group, names: { categories: ['Bad!'] } }),
  'kind and list kind alike': definition({ group, names: { listKind: 'Widget' } }),
  'no scope': { ...definition({ group, spec: { scope: '' } }) },
  'an unknown scope': definition({ group, spec: { scope: 'Galaxy' } }),
  'no versions': definition({ group, versions: [] }),
  'no storage version': definition({ group, versions: [version('v1', { storage: false })] }),
  'two storage versions': definition({ group, versions: [version('v1'), version('v2', { storage: true })] }),
  'the same version twice': definition({
    group,
    versions: [version('v1'), version('v1', { storage: false })],
  }),
  'a bad version': definition({ group, versions: [version('v1'), version('V_2')] }),
  'no version served': definition({ group, versions: [version('v1', { served: false })] }),
  'no schema': definition({ group, versions: [{ name: 'v1', served: true, storage: true }] }),
  'an empty schema': definition({ group, schema: {} }),
  'a schema without a root type': definition({ group, schema: { properties: {} } }),
  'a root that is no object': definition({ group, schema: { type: 'string' } }),
  'a field without a type': schemaOf({}),
  'an unknown type': schemaOf({ type: 'thing' }),
  'a reference': schemaOf({ $ref: '#/x' }),
  'unique items': schemaOf({ type: 'array', items: { type: 'string' }, uniqueItems: true }),
  'an array without items': schemaOf({ type: 'array' }),
  'items of two kinds': schemaOf({ type: 'array', items: [{ type: 'string' }, { type: 'integer' }] }),
  'properties and additionalProperties': schemaOf({
    type: 'object',
    properties: { a: { type: 'string' } },
    additionalProperties: { type: 'string' },
  }),
  'additionalProperties false': schemaOf({ type: 'object', additionalProperties: false }),
  'additionalProperties without a type': schemaOf({ type: 'object', additionalProperties: true }),
  'a bad pattern': schemaOf({ type: 'string', pattern: '[' }),
  'a pattern of another dialect': schemaOf({ type: 'string', pattern: '(?!x)y' }),
  'an empty enum': schemaOf({ type: 'string', enum: [] }),
  'a default of a wrong type': schemaOf({ type: 'string', default: 1 }),
  'a default that is not allowed': schemaOf({ type: 'string', enum: ['a'], default: 'b' }),
  'a default that would be pruned': schemaOf({
    type: 'object',
    properties: { a: { type: 'string' } },
    default: { b: 1 },
  }),
  'a default of null': schemaOf({ type: 'string', default: null }),
  'a default inside allOf': schemaOf({ type: 'object', allOf: [{ properties: { a: { default: 1 } } }] }),
  'a type inside anyOf': schemaOf({ type: 'object', anyOf: [{ type: 'object' }] }),
  'a property only in oneOf': schemaOf({ type: 'object', oneOf: [{ properties: { a: { minLength: 1 } } }] }),
  'a set of objects': schemaOf({ type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'set' }),
  'a set of atomic objects': schemaOf({
    type: 'array',
    items: { type: 'object', 'x-kubernetes-map-type': 'atomic' },
    'x-kubernetes-list-type': 'set',
  }),
  'a map without keys': schemaOf({
    type: 'array',
    items: props({ a: { type: 'string' } }),
    'x-kubernetes-list-type': 'map',
  }),
  'a map with a key that is missing': schemaOf({
    type: 'array',
    items: props({ a: { type: 'string' } }),
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['b'],
  }),
  'a map with a key that is optional': schemaOf({
    type: 'array',
    items: props({ a: { type: 'string' } }),
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['a'],
  }),
  'a map with a key that is an object': schemaOf({
    type: 'array',
    items: props({ a: { type: 'object' } }, { required: ['a'] }),
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['a'],
  }),
  'a map of texts': schemaOf({
    type: 'array',
    items: { type: 'string' },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['a'],
  }),
  'keys without a map': schemaOf({
    type: 'array',
    items: { type: 'string' },
    'x-kubernetes-list-map-keys': ['a'],
  }),
  'an unknown list type': schemaOf({
    type: 'array',
    items: { type: 'string' },
    'x-kubernetes-list-type': 'bag',
  }),
  'a list type of an object': schemaOf({ type: 'object', 'x-kubernetes-list-type': 'set' }),
  'an unknown map type': schemaOf({ type: 'object', 'x-kubernetes-map-type': 'bag' }),
  'a map type of a text': schemaOf({ type: 'string', 'x-kubernetes-map-type': 'atomic' }),
  'int or string with a type': schemaOf({ type: 'string', 'x-kubernetes-int-or-string': true }),
  'unknown fields kept: false': schemaOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': false }),
  'unknown fields kept by a text': schemaOf({ type: 'string', 'x-kubernetes-preserve-unknown-fields': true }),
  'an embedded text': schemaOf({ type: 'string', 'x-kubernetes-embedded-resource': true }),
  'an embedded object without properties': schemaOf({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
  }),
  'metadata restricted': definition({
    group,
    schema: props({ metadata: props({ labels: { type: 'object' } }) }),
  }),
  'metadata with a name pattern': definition({
    group: 'named.example.com',
    schema: props({ metadata: props({ name: { type: 'string', maxLength: 3 } }) }),
  }),
  'a kind that is no text': definition({ group, schema: props({ kind: { type: 'integer' } }) }),
  'nullable without a type': schemaOf({ nullable: true }),
  'a minimum above a maximum': schemaOf({ type: 'integer', minimum: 5, maximum: 1 }),
  'a negative length': schemaOf({ type: 'string', minLength: -1 }),
  'an unknown keyword': schemaOf({ type: 'string', nonsense: true }),
  'a column without a path': definition({
    group,
    version: { additionalPrinterColumns: [{ name: 'A', type: 'string' }] },
  }),
  'a column of an unknown type': definition({
    group,
    version: { additionalPrinterColumns: [{ name: 'A', type: 'thing', jsonPath: '.spec' }] },
  }),
  'a column of an unknown format': definition({
    group,
    version: {
      additionalPrinterColumns: [{ name: 'A', type: 'string', format: 'thing', jsonPath: '.spec' }],
    },
  }),
  'a column of a bad path': definition({
    group,
    version: { additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: 'spec[' }] },
  }),
  'a scale of a bad path': definition({
    group,
    version: { subresources: { scale: { specReplicasPath: 'spec', statusReplicasPath: '.status.x' } } },
  }),
  'a scale without paths': definition({ group, version: { subresources: { scale: {} } } }),
  'a scale outside of spec': definition({
    group,
    version: { subresources: { scale: { specReplicasPath: '.status.x', statusReplicasPath: '.spec.x' } } },
  }),
  'selectable field of a bad path': definition({
    group,
    version: { selectableFields: [{ jsonPath: 'spec' }] },
  }),
  'selectable field that is missing': definition({
    group,
    schema: inSpec({ type: 'string' }),
    version: { selectableFields: [{ jsonPath: '.spec.g' }] },
  }),
  'selectable field that is an object': definition({
    group,
    schema: inSpec({ type: 'object' }),
    version: { selectableFields: [{ jsonPath: '.spec.f' }] },
  }),
  'selectable field of metadata': definition({
    group,
    version: { selectableFields: [{ jsonPath: '.metadata.name' }] },
  }),
  'the same selectable field twice': definition({
    group,
    schema: inSpec({ type: 'string' }),
    version: { selectableFields: [{ jsonPath: '.spec.f' }, { jsonPath: '.spec.f' }] },
  }),
  'an unknown conversion': definition({ group, spec: { conversion: { strategy: 'Magic' } } }),
  'a conversion without a webhook': definition({ group, spec: { conversion: { strategy: 'Webhook' } } }),
  'a webhook without conversion': definition({
    group,
    spec: {
      conversion: {
        strategy: 'None',
        webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://127.0.0.1:1/x' } },
      },
    },
  }),
  'a webhook over http': definition({
    group,
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'http://127.0.0.1:1/x' } },
      },
    },
  }),
  'a webhook without versions': definition({
    group,
    spec: {
      conversion: { strategy: 'Webhook', webhook: { clientConfig: { url: 'https://127.0.0.1:1/x' } } },
    },
  }),
  preserveUnknownFields: definition({ group, spec: { preserveUnknownFields: true } }),
  'a warning without deprecation': definition({ group, version: { deprecationWarning: 'x' } }),
  'many mistakes at once': definition({
    group,
    schema: props({ spec: props({ a: {}, b: { type: 'array' }, c: { type: 'string', default: 1 } }) }),
    version: { additionalPrinterColumns: [{ name: '', type: '', jsonPath: '' }] },
  }),
}

const refused: Story = {
  name: 'definitions/refused',
  run: async (api) => {
    for (const [because, manifest] of Object.entries(manifests)) {
      await api.step(because, post(`${definitionsPath}?dryRun=All`, manifest))
    }
  },
}

const rule = (text: string, more: JsonObject = {}): JsonObject => ({ rule: text, ...more })
const celSchemas: Record<string, JsonObject> = {
  'a rule that does not parse': {
    type: 'string',
    maxLength: 9,
    'x-kubernetes-validations': [rule('self.(')],
  },
  'a rule of no boolean': { type: 'string', maxLength: 9, 'x-kubernetes-validations': [rule('self')] },
  'a rule about what is missing': props(
    { a: { type: 'string' } },
    { 'x-kubernetes-validations': [rule('self.b == "x"')] },
  ),
  'a rule with an unknown function': {
    type: 'string',
    maxLength: 9,
    'x-kubernetes-validations': [rule('nonsense(self)')],
  },
  'a rule that compares types': {
    type: 'string',
    maxLength: 9,
    'x-kubernetes-validations': [rule('self == 1')],
  },
  'an empty rule': { type: 'string', maxLength: 9, 'x-kubernetes-validations': [rule('')] },
  'a message of two lines': {
    type: 'string',
    maxLength: 9,
    'x-kubernetes-validations': [rule('self == "x"', { message: 'a\nb' })],
  },
  'a message that does not evaluate': {
    type: 'string',
    maxLength: 9,
    'x-kubernetes-validations': [rule('self == "x"', { messageExpression: '1' })],
  },
  'an unknown reason': {
    type: 'string',
    maxLength: 9,
    'x-kubernetes-validations': [rule('self == "x"', { reason: 'Whim' })],
  },
  'a field path that is missing': props(
    { a: { type: 'string' } },
    { 'x-kubernetes-validations': [rule('true', { fieldPath: '.b' })] },
  ),
  'oldSelf where nothing correlates': {
    type: 'array',
    maxItems: 5,
    items: { type: 'string', maxLength: 9, 'x-kubernetes-validations': [rule('self == oldSelf')] },
  },
  'too dear': {
    type: 'array',
    items: {
      type: 'array',
      items: { type: 'string', 'x-kubernetes-validations': [rule('self.contains("x")')] },
    },
  },
  'too dear twice': {
    type: 'array',
    items: { type: 'string' },
    'x-kubernetes-validations': [rule('self.all(a, self.all(b, a == b || self.all(c, c == a)))')],
  },
  fine: {
    type: 'string',
    maxLength: 9,
    'x-kubernetes-validations': [
      rule('self.startsWith("x")', { message: 'x first', reason: 'FieldValueForbidden' }),
    ],
  },
}

const celRefused: Story = {
  name: 'definitions/rules',
  run: async (api) => {
    for (const [because, field] of Object.entries(celSchemas))
      await api.step(because, post(`${definitionsPath}?dryRun=All`, schemaOf(field)))
  },
}

export const refusedDefinitionStories: readonly Story[] = [refused, celRefused]
