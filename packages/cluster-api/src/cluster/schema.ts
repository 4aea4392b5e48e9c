/** A Cluster in all of its stages. */
export const clusterSchema = {
  group: 'cluster.x-k8s.io',
  kind: 'Cluster',
  plural: 'clusters',
  shortNames: ['cl'],
  scales: false,
  spec: {
    type: 'object',
    properties: {
      paused: { $ref: 'Flag' },
      controlPlaneEndpoint: {
        type: 'object',
        properties: {
          host: { $ref: 'Text' },
          port: { type: 'integer', format: 'int32' },
        },
      },
      controlPlaneRef: { $ref: 'Reference' },
      infrastructureRef: { $ref: 'Reference' },
      availabilityGates: { $ref: 'Gates' },
      topology: { $ref: 'Anything' },
    },
  },
  status: {
    'released-v1beta1': {
      type: 'object',
      properties: {
        failureDomains: { $ref: 'Anything' },
        infrastructureReady: { $ref: 'Flag' },
        controlPlaneReady: { $ref: 'Flag' },
        phase: { $ref: 'Text' },
        observedGeneration: { $ref: 'Generation' },
        failureReason: { $ref: 'Text' },
        failureMessage: { $ref: 'Text' },
        conditions: { $ref: 'OldConditions' },
        v1beta2: {
          type: 'object',
          properties: {
            conditions: { $ref: 'Conditions' },
            controlPlane: {
              type: 'object',
              properties: {
                desiredReplicas: { $ref: 'Count' },
                replicas: { $ref: 'Count' },
                upToDateReplicas: { $ref: 'Count' },
                readyReplicas: { $ref: 'Count' },
                availableReplicas: { $ref: 'Count' },
                versions: { $ref: 'Versions' },
                upgradePlan: { $ref: 'List' },
              },
            },
            workers: {
              type: 'object',
              properties: {
                desiredReplicas: { $ref: 'Count' },
                replicas: { $ref: 'Count' },
                upToDateReplicas: { $ref: 'Count' },
                readyReplicas: { $ref: 'Count' },
                availableReplicas: { $ref: 'Count' },
                versions: { $ref: 'Versions' },
                upgradePlan: { $ref: 'List' },
              },
            },
          },
        },
      },
    },
    'released-v1beta2': {
      type: 'object',
      properties: {
        failureDomains: { $ref: 'List' },
        initialization: {
          type: 'object',
          properties: {
            infrastructureProvisioned: { $ref: 'Flag' },
            controlPlaneInitialized: { $ref: 'Flag' },
          },
        },
        controlPlane: {
          type: 'object',
          properties: {
            desiredReplicas: { $ref: 'Count' },
            replicas: { $ref: 'Count' },
            upToDateReplicas: { $ref: 'Count' },
            readyReplicas: { $ref: 'Count' },
            availableReplicas: { $ref: 'Count' },
            versions: { $ref: 'Versions' },
            upgradePlan: { $ref: 'List' },
          },
        },
        workers: {
          type: 'object',
          properties: {
            desiredReplicas: { $ref: 'Count' },
            replicas: { $ref: 'Count' },
            upToDateReplicas: { $ref: 'Count' },
            readyReplicas: { $ref: 'Count' },
            availableReplicas: { $ref: 'Count' },
            versions: { $ref: 'Versions' },
            upgradePlan: { $ref: 'List' },
          },
        },
        phase: { $ref: 'Text' },
        observedGeneration: { $ref: 'Generation' },
        conditions: { $ref: 'Conditions' },
        deprecated: {
          type: 'object',
          properties: {
            v1beta1: {
              type: 'object',
              properties: {
                conditions: { $ref: 'OldConditions' },
                failureReason: { $ref: 'Text' },
                failureMessage: { $ref: 'Text' },
              },
            },
          },
        },
      },
    },
    'proposal-v1beta1': {
      type: 'object',
      properties: {
        infrastructureReady: { $ref: 'Flag' },
        controlPlaneReady: { $ref: 'Flag' },
        controlPlane: {
          type: 'object',
          properties: {
            desiredReplicas: { $ref: 'Count' },
            replicas: { $ref: 'Count' },
            upToDateReplicas: { $ref: 'Count' },
            readyReplicas: { $ref: 'Count' },
            availableReplicas: { $ref: 'Count' },
            unavailableReplicas: { $ref: 'Count' },
          },
        },
        workers: {
          type: 'object',
          properties: {
            desiredReplicas: { $ref: 'Count' },
            replicas: { $ref: 'Count' },
            upToDateReplicas: { $ref: 'Count' },
            readyReplicas: { $ref: 'Count' },
            availableReplicas: { $ref: 'Count' },
            unavailableReplicas: { $ref: 'Count' },
          },
        },
        phase: { $ref: 'Text' },
        observedGeneration: { $ref: 'Generation' },
        failureReason: { $ref: 'Text' },
        failureMessage: { $ref: 'Text' },
        conditions: { $ref: 'OldConditions' },
        experimentalConditions: { $ref: 'Conditions' },
      },
    },
    'proposal-v1beta2': {
      type: 'object',
      properties: {
        initialization: {
          type: 'object',
          properties: {
            infrastructureProvisioned: { $ref: 'Flag' },
            controlPlaneInitialized: { $ref: 'Flag' },
          },
        },
        controlPlane: {
          type: 'object',
          properties: {
            desiredReplicas: { $ref: 'Count' },
            replicas: { $ref: 'Count' },
            upToDateReplicas: { $ref: 'Count' },
            readyReplicas: { $ref: 'Count' },
            availableReplicas: { $ref: 'Count' },
            unavailableReplicas: { $ref: 'Count' },
          },
        },
        workers: {
          type: 'object',
          properties: {
            desiredReplicas: { $ref: 'Count' },
            replicas: { $ref: 'Count' },
            upToDateReplicas: { $ref: 'Count' },
            readyReplicas: { $ref: 'Count' },
            availableReplicas: { $ref: 'Count' },
            unavailableReplicas: { $ref: 'Count' },
          },
        },
        observedGeneration: { $ref: 'Generation' },
        conditions: { $ref: 'Conditions' },
        backCompatibility: {
          type: 'object',
          properties: {
            conditions: { $ref: 'OldConditions' },
            failureReason: { $ref: 'Text' },
            failureMessage: { $ref: 'Text' },
            phase: { $ref: 'Text' },
          },
        },
      },
    },
  },
} as const
