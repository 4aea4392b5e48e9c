import type { Column, ObjectNode, SchemaNode } from '@sitrep/status'
import { gatewayGroup } from '../kinds.ts'

/** A kind as an API server serves it. */
export interface KindSchema {
  readonly kind: string
  readonly plural: string
  readonly shortNames?: readonly string[]
  readonly scope: 'Namespaced' | 'Cluster'
  readonly labels?: Readonly<Record<string, string>>
  /** Older versions under which the same is still served. */
  readonly alsoServed?: readonly string[]
  readonly spec: ObjectNode
  /** Left out: the kind has no status. */
  readonly status?: ObjectNode
  readonly columns: readonly Column[]
}

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const domain = `${label}(\\.${label})*`
const controllerPath = "[A-Za-z0-9\\/\\-._~%!$&'()*+,;=:]+"

/** The bounds of a list that one owner has as a whole. */
export const upTo = (
  maxItems: number,
  minItems?: number,
): {
  readonly type: 'array'
  readonly owned: 'whole'
  readonly maxItems: number
  readonly minItems?: number
} => ({
  type: 'array',
  ...(minItems !== undefined && { minItems }),
  maxItems,
  owned: 'whole',
})

/** Names, as fields of Gateway API spell them. */
export const group: SchemaNode = { type: 'string', maxLength: 253, pattern: `^$|^${domain}$` }
export const kind: SchemaNode = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: '^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$',
}
export const objectName: SchemaNode = { type: 'string', minLength: 1, maxLength: 253 }
export const namespace: SchemaNode = { type: 'string', minLength: 1, maxLength: 63, pattern: `^${label}$` }
export const sectionName: SchemaNode = {
  type: 'string',
  minLength: 1,
  maxLength: 253,
  pattern: `^${domain}$`,
}
export const preciseHostname: SchemaNode = { ...sectionName }
export const hostname: SchemaNode = {
  type: 'string',
  minLength: 1,
  maxLength: 253,
  pattern: `^(\\*\\.)?${domain}$`,
}
export const port: SchemaNode = { type: 'integer', format: 'int32', minimum: 1, maximum: 65_535 }
export const controllerName: SchemaNode = {
  type: 'string',
  minLength: 1,
  maxLength: 253,
  pattern: `^${domain}\\/${controllerPath}$`,
}

const defaulted = (node: SchemaNode, value: string): SchemaNode => ({ ...node, default: value }) as SchemaNode

/** Protocols: a plain word, or a word below a domain. */
export const protocol: SchemaNode = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: `^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$|${domain}\\/[A-Za-z0-9]+$`,
}

/** Types of addresses. */
export const addressType: SchemaNode = {
  type: 'string',
  minLength: 1,
  maxLength: 253,
  pattern: `^Hostname|IPAddress|NamedAddress|${domain}\\/${controllerPath}$`,
  default: 'IPAddress',
}

/** Free texts by name. */
export const options: SchemaNode = {
  type: 'map',
  values: { type: 'string', minLength: 0, maxLength: 4_096 },
  maxProperties: 16,
}

/** A reference to an object in the same namespace, everything said. */
export const localReference: ObjectNode = {
  type: 'object',
  required: ['group', 'kind', 'name'],
  properties: { group, kind, name: objectName },
}

/** A reference to an object in any namespace, everything said. */
export const objectReference: ObjectNode = {
  type: 'object',
  required: ['group', 'kind', 'name'],
  properties: { group, kind, name: objectName, namespace },
}

/** A reference to a Secret unless something else is said. */
export const secretReference: ObjectNode = {
  type: 'object',
  required: ['name'],
  properties: { group: defaulted(group, ''), kind: defaulted(kind, 'Secret'), name: objectName, namespace },
}

/** A reference to a Gateway unless something else is said. */
export const gatewayReference: ObjectNode = {
  type: 'object',
  required: ['name'],
  properties: {
    group: defaulted(group, gatewayGroup),
    kind: defaulted(kind, 'Gateway'),
    name: objectName,
    namespace,
  },
}

/** A reference to a parent, perhaps to one of its listeners. */
export const parentReference: ObjectNode = {
  ...gatewayReference,
  properties: { ...gatewayReference.properties, port, sectionName },
}

const portOfService: readonly [string, string] = [
  "self.group != '' || self.kind != 'Service' || has(self.port)",
  'A reference to a Service needs a port',
]

/** A reference to a backend. */
export const backendReference: ObjectNode = {
  type: 'object',
  required: ['name'],
  properties: {
    group: defaulted(group, ''),
    kind: defaulted(kind, 'Service'),
    name: objectName,
    namespace,
    port,
  },
  rules: [portOfService],
}

/** A reference to a backend, with its share of the requests. */
export const weightedBackend: ObjectNode = {
  ...backendReference,
  properties: {
    ...backendReference.properties,
    weight: { type: 'integer', format: 'int32', minimum: 0, maximum: 1_000_000, default: 1 },
  },
}

/** A label selector. */
export const labelSelector: SchemaNode = {
  type: 'object',
  owned: 'whole',
  properties: {
    matchLabels: { type: 'map', values: { type: 'string' } },
    matchExpressions: {
      type: 'array',
      owned: 'whole',
      items: {
        type: 'object',
        required: ['key', 'operator'],
        properties: {
          key: { type: 'string' },
          operator: { type: 'string' },
          values: { type: 'array', items: { type: 'string' }, owned: 'whole' },
        },
      },
    },
  },
}

const condition: ObjectNode = {
  type: 'object',
  required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
  properties: {
    lastTransitionTime: { type: 'string', format: 'date-time' },
    message: { type: 'string', maxLength: 32_768 },
    observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
    reason: {
      type: 'string',
      minLength: 1,
      maxLength: 1_024,
      pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
    },
    status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    type: {
      type: 'string',
      maxLength: 316,
      pattern: `^(${domain}/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`,
    },
  },
}

/** At most eight conditions, by type. */
export const conditions: SchemaNode = { type: 'array', items: condition, maxItems: 8, owned: ['type'] }

/** At least one condition, in an entry that is there to carry them. */
export const entryConditions: SchemaNode = { ...conditions, minItems: 1 } as SchemaNode

/** What an API server says of conditions before any controller does. */
export const pending = (...types: readonly string[]): readonly Readonly<Record<string, string>>[] =>
  types.map((type) => ({
    type,
    status: 'Unknown',
    reason: 'Pending',
    message: 'Waiting for controller',
    lastTransitionTime: '1970-01-01T00:00:00Z',
  }))

/** Conditions that an API server fills in. */
export const pendingConditions = (...types: readonly string[]): SchemaNode =>
  ({ ...conditions, default: pending(...types) }) as SchemaNode
