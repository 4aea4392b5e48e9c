import type { OpenApi } from '@sitrep/status'
import type { NamedParts } from './named.ts'

const condition: OpenApi = {
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    type: {
      type: 'string',
      maxLength: 316,
      pattern:
        '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
    },
    status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
    lastTransitionTime: { type: 'string', format: 'date-time' },
    reason: {
      type: 'string',
      minLength: 1,
      maxLength: 1_024,
      pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
    },
    message: { type: 'string', maxLength: 32_768 },
  },
}

const oldCondition: OpenApi = {
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime'],
  properties: {
    type: { type: 'string', minLength: 1, maxLength: 256 },
    status: { type: 'string' },
    severity: { type: 'string', maxLength: 32 },
    lastTransitionTime: { type: 'string', format: 'date-time' },
    reason: { type: 'string', maxLength: 256 },
    message: { type: 'string', maxLength: 10_240 },
  },
}

const gate: OpenApi = {
  type: 'object',
  required: ['conditionType'],
  properties: {
    conditionType: { type: 'string', minLength: 1, maxLength: 316 },
    polarity: { type: 'string', enum: ['Positive', 'Negative'] },
  },
}

const version: OpenApi = {
  type: 'object',
  required: ['version'],
  properties: {
    version: { type: 'string', minLength: 1, maxLength: 256 },
    replicas: { type: 'integer', format: 'int32', minimum: 0 },
  },
}

const anything: OpenApi = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const numberOrPercentage: OpenApi = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
}

const count: OpenApi = { type: 'integer', format: 'int32', minimum: 0 }

const list: OpenApi = { type: 'array', items: anything }

const versions: OpenApi = {
  type: 'array',
  maxItems: 100,
  items: version,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['version'],
}

const counters = (own: Readonly<Record<string, OpenApi>>): OpenApi => ({
  type: 'object',
  properties: {
    desiredReplicas: count,
    replicas: count,
    upToDateReplicas: count,
    readyReplicas: count,
    availableReplicas: count,
    ...own,
  },
  'x-kubernetes-preserve-unknown-fields': true,
})

/** What each shared part looks like to an API server. */
export const namedSchemas: { readonly [Name in keyof NamedParts]: OpenApi } = {
  Conditions: {
    type: 'array',
    maxItems: 32,
    items: condition,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
  },
  OldConditions: { type: 'array', items: oldCondition },
  Count: count,
  Generation: { type: 'integer', format: 'int64', minimum: 0 },
  Text: { type: 'string' },
  Name: { type: 'string', minLength: 1, maxLength: 63 },
  Time: { type: 'string', format: 'date-time' },
  Flag: { type: 'boolean' },
  Reference: {
    type: 'object',
    properties: {
      apiGroup: { type: 'string' },
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      name: { type: 'string' },
      namespace: { type: 'string' },
    },
    'x-kubernetes-preserve-unknown-fields': true,
  },
  Gates: {
    type: 'array',
    maxItems: 32,
    items: gate,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['conditionType'],
  },
  Selector: anything,
  Anything: anything,
  List: list,
  Versions: versions,
  GroupCounters: counters({ versions, upgradePlan: list }),
  ProposedGroupCounters: counters({ unavailableReplicas: count }),
  MaxSurge: { ...numberOrPercentage, default: 1 },
  MaxUnavailable: { ...numberOrPercentage, default: 0 },
}
