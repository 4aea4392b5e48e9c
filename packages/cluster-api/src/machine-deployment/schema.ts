/** A MachineDeployment in all of its stages. */
export const machineDeploymentSchema = {
  group: 'cluster.x-k8s.io',
  kind: 'MachineDeployment',
  plural: 'machinedeployments',
  shortNames: ['md'],
  scales: true,
  spec: {
    type: 'object',
    required: ['clusterName'],
    properties: {
      clusterName: { $ref: 'Name' },
      replicas: { $ref: 'Count' },
      selector: { $ref: 'Selector' },
      template: {
        type: 'object',
        properties: {
          metadata: { $ref: 'Anything' },
          spec: { $ref: 'Anything' },
        },
      },
      paused: { $ref: 'Flag' },
      rollout: {
        type: 'object',
        properties: {
          after: { $ref: 'Time' },
          strategy: {
            type: 'object',
            properties: {
              type: { $ref: 'Text' },
              rollingUpdate: {
                type: 'object',
                properties: {
                  maxSurge: { $ref: 'NumberOrPercentage' },
                  maxUnavailable: { $ref: 'NumberOrPercentage' },
                },
              },
            },
          },
        },
      },
    },
  },
  status: {
    'released-v1beta1': {
      type: 'object',
      properties: {
        replicas: { $ref: 'Count' },
        selector: { $ref: 'Text' },
        readyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        updatedReplicas: { $ref: 'Count' },
        unavailableReplicas: { $ref: 'Count' },
        phase: { $ref: 'Text' },
        observedGeneration: { $ref: 'Generation' },
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
        selector: { $ref: 'Text' },
        readyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        upToDateReplicas: { $ref: 'Count' },
        versions: { $ref: 'Versions' },
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
                readyReplicas: { $ref: 'Count' },
                availableReplicas: { $ref: 'Count' },
                updatedReplicas: { $ref: 'Count' },
                unavailableReplicas: { $ref: 'Count' },
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
        selector: { $ref: 'Text' },
        readyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        updatedReplicas: { $ref: 'Count' },
        unavailableReplicas: { $ref: 'Count' },
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
        selector: { $ref: 'Text' },
        readyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        upToDateReplicas: { $ref: 'Count' },
        unavailableReplicas: { $ref: 'Count' },
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
