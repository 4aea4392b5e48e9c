/** A MachineSet in all of its stages. */
export const machineSetSchema = {
  group: 'cluster.x-k8s.io',
  kind: 'MachineSet',
  plural: 'machinesets',
  shortNames: ['ms'],
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
        fullyLabeledReplicas: { $ref: 'Count' },
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
        selector: { $ref: 'Text' },
        readyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        upToDateReplicas: { $ref: 'Count' },
        versions: { $ref: 'Versions' },
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
                fullyLabeledReplicas: { $ref: 'Count' },
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
        experimentalReadyReplicas: { $ref: 'Count' },
        availableReplicas: { $ref: 'Count' },
        upToDateReplicas: { $ref: 'Count' },
        fullyLabeledReplicas: { $ref: 'Count' },
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
        fullyLabeledReplicas: { $ref: 'Count' },
        observedGeneration: { $ref: 'Generation' },
        conditions: { $ref: 'Conditions' },
        backCompatibility: {
          type: 'object',
          properties: {
            conditions: { $ref: 'OldConditions' },
            failureReason: { $ref: 'Text' },
            failureMessage: { $ref: 'Text' },
            readyReplicas: { $ref: 'Count' },
          },
        },
      },
    },
  },
} as const
