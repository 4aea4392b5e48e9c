import type { ObjectNode, SchemaNode } from '@sitrep/status'
import {
  addressType,
  type KindSchema,
  localReference,
  objectName,
  objectReference,
  pending,
  pendingConditions,
  port,
  secretReference,
  upTo,
} from '../crds/nodes.ts'
import { listenerStatusSchema, listenersSchema, namespaces } from '../listener/schema.ts'
import { gatewayColumns } from './columns.ts'

const hostnameValue: readonly [string, string] = [
  "self.type != 'Hostname' || !has(self.value) || self.value.matches('^([*][.])?[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$')",
  'An address of type Hostname is a hostname',
]

const ipValue: readonly [string, string] = [
  "self.type != 'IPAddress' || !has(self.value) || isIP(self.value)",
  'An address of type IPAddress is an IP address',
]

const addresses = (
  required: readonly string[],
  more: Partial<Extract<SchemaNode, { type: 'array' }>>,
): SchemaNode => ({
  ...upTo(16),
  items: {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: {
      type: addressType,
      value: { type: 'string', maxLength: 253, ...(required.length > 0 && { minLength: 1 }) },
    },
    rules: [hostnameValue, ipValue],
  },
  ...more,
})

const once = (type: string): readonly [string, string] => [
  `self.all(a1, a1.type != '${type}' || !has(a1.value) || self.exists_one(a2, a2.type == a1.type && has(a2.value) && a2.value == a1.value))`,
  `Every value of type ${type} can be asked for once`,
]

const validation: ObjectNode = {
  type: 'object',
  required: ['caCertificateRefs'],
  properties: {
    caCertificateRefs: { type: 'array', items: objectReference, minItems: 1, maxItems: 16, owned: 'whole' },
    mode: { type: 'string', enum: ['AllowValidOnly', 'AllowInsecureFallback'], default: 'AllowValidOnly' },
  },
}

const tls: ObjectNode = {
  type: 'object',
  properties: {
    backend: { type: 'object', properties: { clientCertificateRef: secretReference } },
    frontend: {
      type: 'object',
      required: ['default'],
      properties: {
        default: { type: 'object', properties: { validation } },
        perPort: {
          type: 'array',
          maxItems: 64,
          owned: ['port'],
          items: {
            type: 'object',
            required: ['port', 'tls'],
            properties: { port, tls: { type: 'object', properties: { validation } } },
          },
        },
      },
    },
  },
}

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'

const texts = (maxProperties: number, maxLength: number, pattern?: string): SchemaNode => ({
  type: 'map',
  maxProperties,
  rules: [
    [
      `self.all(name, name.matches('^(${label}([.]${label})*/)?([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$'))`,
      'A name has up to 63 characters, and may stand below a domain',
    ],
    ["self.all(name, name.indexOf('/') < 253)", 'The domain of a name has less than 253 characters'],
  ],
  values: { type: 'string', minLength: 0, maxLength, ...(pattern !== undefined && { pattern }) },
})

export const gatewaySchema: KindSchema = {
  kind: 'Gateway',
  plural: 'gateways',
  shortNames: ['gtw'],
  scope: 'Namespaced',
  alsoServed: ['v1beta1'],
  spec: {
    type: 'object',
    required: ['gatewayClassName', 'listeners'],
    properties: {
      gatewayClassName: objectName,
      addresses: addresses([], { rules: [once('IPAddress'), once('Hostname')] }),
      listeners: listenersSchema,
      allowedListeners: {
        type: 'object',
        properties: { namespaces: namespaces(['All', 'Selector', 'Same', 'None'], 'None') },
      },
      infrastructure: {
        type: 'object',
        properties: {
          annotations: texts(16, 4_096),
          labels: texts(8, 63, '^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$'),
          parametersRef: localReference,
        },
      },
      tls,
    },
  },
  status: {
    type: 'object',
    default: { conditions: pending('Accepted', 'Programmed') },
    properties: {
      addresses: addresses(['value'], {}),
      attachedListenerSets: { type: 'integer', format: 'int32' },
      conditions: pendingConditions('Accepted', 'Programmed'),
      listeners: listenerStatusSchema,
    },
  },
  columns: gatewayColumns,
}
