/** A MachineHealthCheck in all of its stages. The document does not speak of this kind; its stages follow the others. */
export const machineHealthCheckSchema = {
  group: 'cluster.x-k8s.io',
  kind: 'MachineHealthCheck',
  plural: 'machinehealthchecks',
  shortNames: ['mhc', 'mhcs'],
  scales: false,
  spec: {
    type: 'object',
    required: ['clusterName'],
    properties: {
      clusterName: { $ref: 'Name' },
      selector: { $ref: 'Selector' },
      checks: { $ref: 'Anything' },
      remediation: { $ref: 'Anything' },
    },
  },
  status: {
    'released-v1beta1': {
      type: 'object',
      properties: {
        expectedMachines: { $ref: 'Count' },
        currentHealthy: { $ref: 'Count' },
        remediationsAllowed: { $ref: 'Count' },
        targets: { type: 'array', items: { type: 'string' } },
        observedGeneration: { $ref: 'Generation' },
        conditions: { $ref: 'OldConditions' },
        v1beta2: {
          type: 'object',
          properties: {
            conditions: { $ref: 'Conditions' },
          },
        },
      },
    },
    'released-v1beta2': {
      type: 'object',
      properties: {
        expectedMachines: { $ref: 'Count' },
        currentHealthy: { $ref: 'Count' },
        remediationsAllowed: { $ref: 'Count' },
        targets: { type: 'array', items: { type: 'string' } },
        observedGeneration: { $ref: 'Generation' },
        conditions: { $ref: 'Conditions' },
        deprecated: {
          type: 'object',
          properties: {
            v1beta1: {
              type: 'object',
              properties: {
                conditions: { $ref: 'OldConditions' },
              },
            },
          },
        },
      },
    },
    'proposal-v1beta1': {
      type: 'object',
      properties: {
        expectedMachines: { $ref: 'Count' },
        currentHealthy: { $ref: 'Count' },
        remediationsAllowed: { $ref: 'Count' },
        targets: { type: 'array', items: { type: 'string' } },
        observedGeneration: { $ref: 'Generation' },
        conditions: { $ref: 'OldConditions' },
        experimentalConditions: { $ref: 'Conditions' },
      },
    },
    'proposal-v1beta2': {
      type: 'object',
      properties: {
        expectedMachines: { $ref: 'Count' },
        currentHealthy: { $ref: 'Count' },
        remediationsAllowed: { $ref: 'Count' },
        targets: { type: 'array', items: { type: 'string' } },
        observedGeneration: { $ref: 'Generation' },
        conditions: { $ref: 'Conditions' },
        backCompatibility: {
          type: 'object',
          properties: {
            conditions: { $ref: 'OldConditions' },
          },
        },
      },
    },
  },
} as const
