import type { NamedParts } from '@sitrep/cluster-api'
import type { ObjectNode } from '@sitrep/status'

type Part = ObjectNode<keyof NamedParts>

const reference: Part = {
  type: 'object',
  properties: { kind: { $ref: 'Text' }, name: { $ref: 'Text' } },
}

const rolloutStrategy: Part = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['RollingUpdate', 'InPlace'] },
    rollingUpdate: { $ref: 'Anything' },
  },
}

const cilium: Part = {
  type: 'object',
  properties: {
    policyEnforcementMode: { $ref: 'Text' },
    egressMasqueradeInterfaces: { $ref: 'Text' },
    skipUpgrade: { $ref: 'Flag' },
    cniExclusive: { $ref: 'Flag' },
    routingMode: { $ref: 'Text' },
  },
}

const controlPlane: Part = {
  type: 'object',
  properties: {
    count: { $ref: 'Count' },
    endpoint: { $ref: 'Anything' },
    machineGroupRef: reference,
    upgradeRolloutStrategy: rolloutStrategy,
  },
}

const workerGroup: Part = {
  type: 'object',
  properties: {
    name: { $ref: 'Text' },
    count: { $ref: 'Count' },
    autoscalingConfiguration: {
      type: 'object',
      properties: { minCount: { $ref: 'Count' }, maxCount: { $ref: 'Count' } },
    },
    machineGroupRef: reference,
    kubernetesVersion: { $ref: 'Text' },
    upgradeRolloutStrategy: rolloutStrategy,
  },
}

/** What a Cluster of EKS Anywhere asks for, as far as its status depends on it. */
export const clusterSpecSchema: Part = {
  type: 'object',
  properties: {
    kubernetesVersion: { $ref: 'Text' },
    controlPlaneConfiguration: controlPlane,
    workerNodeGroupConfigurations: { type: 'array', items: workerGroup },
    externalEtcdConfiguration: {
      type: 'object',
      properties: { count: { $ref: 'Count' }, machineGroupRef: reference },
    },
    datacenterRef: reference,
    identityProviderRefs: { type: 'array', items: reference },
    gitOpsRef: reference,
    clusterNetwork: {
      type: 'object',
      properties: {
        cni: { $ref: 'Text' },
        cniConfig: { type: 'object', properties: { cilium, kindnetd: { $ref: 'Anything' } } },
        pods: { $ref: 'Anything' },
        services: { $ref: 'Anything' },
      },
    },
    registryMirrorConfiguration: { type: 'object', properties: { authenticate: { $ref: 'Flag' } } },
    managementCluster: { type: 'object', properties: { name: { $ref: 'Text' } } },
    bundlesRef: { $ref: 'Reference' },
    eksaVersion: { $ref: 'Text' },
    licenseToken: { $ref: 'Text' },
  },
}

/** What is said of a Cluster, in each language. */
export const clusterStatusSchema = {
  released: {
    type: 'object',
    properties: {
      failureMessage: { $ref: 'Text' },
      failureReason: { $ref: 'Text' },
      conditions: { $ref: 'FirstConditions' },
      clusterCertificateInfo: { $ref: 'List' },
      observedGeneration: { $ref: 'Generation' },
      reconciledGeneration: { $ref: 'Generation' },
      childrenReconciledGeneration: { $ref: 'Generation' },
      // Kept so that it can still be read, never written.
      eksdReleaseRef: {
        $ref: 'Reference',
        description: 'Deprecated: spec.bundlesRef names the Bundles that say which EKS Distro is used.',
      },
    },
  },
  proposal: {
    type: 'object',
    properties: {
      failureMessage: { $ref: 'Text' },
      failureReason: { $ref: 'Text' },
      conditions: { $ref: 'FirstConditions' },
      defaultCNI: {
        type: 'object',
        properties: {
          name: { $ref: 'Text' },
          version: { $ref: 'Text' },
          status: { type: 'string', enum: ['applied', 'not applied'] },
        },
      },
      observedGeneration: { $ref: 'Generation' },
      reconciledGeneration: { $ref: 'Generation' },
      childrenReconciledGeneration: { $ref: 'Generation' },
      // Kept so that it can still be read, never written.
      eksdReleaseRef: {
        $ref: 'Reference',
        description: 'Deprecated: spec.bundlesRef names the Bundles that say which EKS Distro is used.',
      },
    },
  },
} as const
