/** A MachinePool in all of its stages. The document leaves this kind open; its stages follow the others. */
export const machinePoolSchema = {
  group: 'cluster.x-k8s.io',
  kind: 'MachinePool',
  plural: 'machinepools',
  shortNames: ['mp'],
  scales: true,
  spec: {
    type: 'object',
    required: ['clusterName'],
    properties: {
      clusterName: { $ref: 'Name' },
      replicas: { $ref: 'Count' },
      template: {
        type: 'object',
        properties: {
          metadata: { $ref: 'Anything' },
          spec: { $ref: 'Anything' },
        },
      },
      providerIDList: { type: 'array', maxItems: 10_000, items: { type: 'string' } },
    },
  },
  status: {
    'released-v1beta1': {
      type: 'object',
      properties: {
        replicas: { $ref: 'Count' },
        readyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        unavailableReplicas: { type: 'integer', format: 'int32' },
        nodeRefs: { $ref: 'List' },
        bootstrapReady: { $ref: 'Flag' },
        infrastructureReady: { $ref: 'Flag' },
        phase: { $ref: 'Text' },
        observedGeneration: { $ref: 'Generation' },
        failureReason: { $ref: 'Text' },
        failureMessage: { $ref: 'Text' },
        conditions: { $ref: 'OldConditions' },
        v1beta2: {
          type: 'object',
          properties: {
            conditions: { $ref: 'Conditions' },
            readyReplicas: { $ref: 'Count' },
            availableReplicas: { $ref: 'Count' },
            upToDateReplicas: { $ref: 'Count' },
          },
        },
      },
    },
    'released-v1beta2': {
      type: 'object',
      properties: {
        replicas: { $ref: 'Count' },
        readyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        upToDateReplicas: { $ref: 'Count' },
        versions: { $ref: 'Versions' },
        nodeRefs: { $ref: 'List' },
        initialization: {
          type: 'object',
          properties: {
            bootstrapDataSecretCreated: { $ref: 'Flag' },
            infrastructureProvisioned: { $ref: 'Flag' },
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
                readyReplicas: { $ref: 'Count' },
                availableReplicas: { $ref: 'Count' },
                unavailableReplicas: { type: 'integer', format: 'int32' },
              },
            },
          },
        },
      },
    },
    'proposal-v1beta1': {
      type: 'object',
      properties: {
        replicas: { $ref: 'Count' },
        readyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        experimentalReadyReplicas: { $ref: 'Count' },
        experimentalAvailableReplicas: { $ref: 'Count' },
        upToDateReplicas: { $ref: 'Count' },
        unavailableReplicas: { type: 'integer', format: 'int32' },
        nodeRefs: { $ref: 'List' },
        bootstrapReady: { $ref: 'Flag' },
        infrastructureReady: { $ref: 'Flag' },
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
        replicas: { $ref: 'Count' },
        readyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        upToDateReplicas: { $ref: 'Count' },
        nodeRefs: { $ref: 'List' },
        initialization: {
          type: 'object',
          properties: {
            bootstrapSecretCreated: { $ref: 'Flag' },
            infrastructureProvisioned: { $ref: 'Flag' },
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
            readyReplicas: { $ref: 'Count' },
            availableReplicas: { $ref: 'Count' },
            unavailableReplicas: { type: 'integer', format: 'int32' },
            phase: { $ref: 'Text' },
          },
        },
      },
    },
  },
} as const
