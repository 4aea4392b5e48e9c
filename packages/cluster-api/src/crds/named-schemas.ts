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

const oldCondition = (minLength: number): OpenApi => ({
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime'],
  properties: {
    type: { type: 'string', minLength: 1, maxLength: 256 },
    status: { type: 'string' },
    severity: { type: 'string', maxLength: 32 },
    lastTransitionTime: { type: 'string', format: 'date-time' },
    reason: { type: 'string', minLength, maxLength: 256 },
    message: { type: 'string', minLength, maxLength: 10_240 },
  },
})

const gate: OpenApi = {
  type: 'object',
  required: ['conditionType'],
  properties: {
    conditionType: { type: 'string', minLength: 1, maxLength: 316 },
    polarity: { type: 'string', enum: ['Positive', 'Negative'] },
  },
}

const name256: OpenApi = { type: 'string', minLength: 1, maxLength: 256 }

const name253: OpenApi = { type: 'string', minLength: 1, maxLength: 253 }

const time: OpenApi = { type: 'string', format: 'date-time' }

const oneOf = (...words: readonly string[]): OpenApi => ({ type: 'string', enum: words })

const machinePhases = [
  'Pending',
  'Provisioning',
  'Provisioned',
  'Running',
  'Deleting',
  'Deleted',
  'Failed',
  'Unknown',
] as const

const targets: OpenApi = { type: 'array', maxItems: 10_000, items: name253 }

const version: OpenApi = {
  type: 'object',
  required: ['version'],
  properties: {
    version: name256,
    replicas: { type: 'integer', format: 'int32', minimum: 1 },
  },
}

const anything: OpenApi = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const numberOrPercentage: OpenApi = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
}

const count: OpenApi = { type: 'integer', format: 'int32' }

const versions: OpenApi = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: version,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['version'],
}

const wholeList = (items: OpenApi): OpenApi => ({
  type: 'array',
  minItems: 1,
  maxItems: 32,
  items,
  'x-kubernetes-list-type': 'atomic',
})

const upgradeStep: OpenApi = {
  type: 'object',
  required: ['version'],
  properties: { version: name256 },
}

// A reference in all its fields, as Kubernetes itself has it.
const objectReference: OpenApi = {
  type: 'object',
  properties: Object.fromEntries(
    ['apiVersion', 'fieldPath', 'kind', 'name', 'namespace', 'resourceVersion', 'uid'].map((name) => [
      name,
      { type: 'string' },
    ]),
  ),
  'x-kubernetes-map-type': 'atomic',
}

/** What a Node must say of itself: where any of it is said, nothing of it may be missing. Source: kubernetes/api core/v1 NodeSystemInfo. */
export const nodeTexts: readonly string[] = [
  'architecture',
  'bootID',
  'containerRuntimeVersion',
  'kernelVersion',
  'kubeProxyVersion',
  'kubeletVersion',
  'machineID',
  'operatingSystem',
  'osImage',
  'systemUUID',
]

const address: OpenApi = {
  type: 'object',
  required: ['address', 'type'],
  properties: {
    address: name256,
    type: { type: 'string', enum: ['Hostname', 'ExternalIP', 'InternalIP', 'ExternalDNS', 'InternalDNS'] },
  },
}

const domainFields: Readonly<Record<string, OpenApi>> = {
  attributes: { type: 'object', additionalProperties: { type: 'string' } },
  controlPlane: { type: 'boolean' },
}

const failureDomain: OpenApi = {
  type: 'object',
  required: ['name'],
  properties: {
    ...domainFields,
    name: name256,
  },
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
  OldConditions: { type: 'array', items: oldCondition(1) },
  FirstConditions: { type: 'array', items: oldCondition(0) },
  Count: count,
  Total: { type: 'integer', format: 'int32', minimum: 0 },
  Generation: { type: 'integer', format: 'int64', minimum: 1 },
  OldGeneration: { type: 'integer', format: 'int64' },
  Text: { type: 'string' },
  Version: name256,
  FormattedSelector: { type: 'string', minLength: 1, maxLength: 4_096 },
  FailureMessage: { type: 'string', minLength: 1, maxLength: 10_240 },
  DomainName: name256,
  ClusterPhase: oneOf('Pending', 'Provisioning', 'Provisioned', 'Deleting', 'Failed', 'Unknown'),
  MachinePhase: oneOf(...machinePhases, 'Updating'),
  OldMachinePhase: oneOf(...machinePhases),
  MachineDeploymentPhase: oneOf('ScalingUp', 'ScalingDown', 'Running', 'Failed', 'Unknown'),
  MachinePoolPhase: oneOf(
    'Pending',
    'Provisioning',
    'Provisioned',
    'Running',
    'ScalingUp',
    'ScalingDown',
    'Scaling',
    'Deleting',
    'Failed',
    'Unknown',
  ),
  Targets: { ...targets, 'x-kubernetes-list-type': 'atomic' },
  OldTargets: targets,
  Remediation: {
    type: 'object',
    required: ['machine', 'retryCount', 'time'],
    properties: { machine: name253, retryCount: { ...count, minimum: 0 }, time },
  },
  OldRemediation: {
    type: 'object',
    required: ['machine', 'retryCount', 'timestamp'],
    properties: { machine: name253, retryCount: count, timestamp: time },
  },
  Name: { type: 'string', minLength: 1, maxLength: 63 },
  Time: time,
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
  MachineTemplate: { type: 'object', properties: { metadata: anything, spec: anything } },
  List: { type: 'array', items: anything },
  Addresses: { type: 'array', maxItems: 256, items: address, 'x-kubernetes-list-type': 'atomic' },
  OldAddresses: { type: 'array', items: address },
  FailureDomains: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: failureDomain,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
  },
  OldFailureDomains: {
    type: 'object',
    additionalProperties: { type: 'object', properties: domainFields },
  },
  NodeInfo: {
    type: 'object',
    required: nodeTexts,
    properties: {
      ...Object.fromEntries(nodeTexts.map((name) => [name, { type: 'string' }])),
      swap: { type: 'object', properties: { capacity: { type: 'integer', format: 'int64' } } },
    },
  },
  NodeRef: {
    type: 'object',
    required: ['name'],
    properties: {
      name: {
        ...name253,
        pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
      },
    },
  },
  ObjectReference: objectReference,
  ObjectReferences: {
    type: 'array',
    maxItems: 10_000,
    items: objectReference,
    'x-kubernetes-list-type': 'atomic',
  },
  OldObjectReferences: { type: 'array', maxItems: 10_000, items: objectReference },
  Versions: versions,
  GroupCounters: counters({ versions: wholeList(version), upgradePlan: wholeList(upgradeStep) }),
  ProposedGroupCounters: counters({ unavailableReplicas: count }),
  MaxSurge: { ...numberOrPercentage, default: 1 },
  MaxUnavailable: { ...numberOrPercentage, default: 0 },
}
