/** A Machine in all of its stages. */
export const machineSchema = {
  group: 'cluster.x-k8s.io',
  kind: 'Machine',
  plural: 'machines',
  shortNames: ['ma'],
  scales: false,
  spec: {
    type: 'object',
    required: ['clusterName'],
    properties: {
      clusterName: { $ref: 'Name' },
      version: { $ref: 'Text' },
      providerID: { $ref: 'Text' },
      failureDomain: { $ref: 'Text' },
      minReadySeconds: { $ref: 'Count' },
      readinessGates: { $ref: 'Gates' },
      bootstrap: {
        type: 'object',
        properties: {
          configRef: { $ref: 'Reference' },
          dataSecretName: { $ref: 'Text' },
        },
      },
      infrastructureRef: { $ref: 'Reference' },
    },
  },
  status: {
    'released-v1beta1': {
      type: 'object',
      properties: {
        nodeRef: { $ref: 'Reference' },
        nodeInfo: { $ref: 'Anything' },
        addresses: { $ref: 'List' },
        certificatesExpiryDate: { $ref: 'Time' },
        deletion: {
          type: 'object',
          properties: {
            nodeDrainStartTime: { $ref: 'Time' },
            waitForNodeVolumeDetachStartTime: { $ref: 'Time' },
            waitForPreDrainHookStartTime: { $ref: 'Time' },
            waitForPreTerminateHookStartTime: { $ref: 'Time' },
          },
        },
        bootstrapReady: { $ref: 'Flag' },
        infrastructureReady: { $ref: 'Flag' },
        phase: { $ref: 'Text' },
        lastUpdated: { $ref: 'Time' },
        observedGeneration: { $ref: 'Generation' },
        failureReason: { $ref: 'Text' },
        failureMessage: { $ref: 'Text' },
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
        nodeRef: { $ref: 'Reference' },
        nodeInfo: { $ref: 'Anything' },
        addresses: { $ref: 'List' },
        certificatesExpiryDate: { $ref: 'Time' },
        deletion: {
          type: 'object',
          properties: {
            nodeDrainStartTime: { $ref: 'Time' },
            waitForNodeVolumeDetachStartTime: { $ref: 'Time' },
            waitForPreDrainHookStartTime: { $ref: 'Time' },
            waitForPreTerminateHookStartTime: { $ref: 'Time' },
          },
        },
        initialization: {
          type: 'object',
          properties: {
            bootstrapDataSecretCreated: { $ref: 'Flag' },
            infrastructureProvisioned: { $ref: 'Flag' },
          },
        },
        failureDomain: { $ref: 'Text' },
        phase: { $ref: 'Text' },
        lastUpdated: { $ref: 'Time' },
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
        nodeRef: { $ref: 'Reference' },
        nodeInfo: { $ref: 'Anything' },
        addresses: { $ref: 'List' },
        certificatesExpiryDate: { $ref: 'Time' },
        deletion: {
          type: 'object',
          properties: {
            nodeDrainStartTime: { $ref: 'Time' },
            waitForNodeVolumeDetachStartTime: { $ref: 'Time' },
            waitForPreDrainHookStartTime: { $ref: 'Time' },
            waitForPreTerminateHookStartTime: { $ref: 'Time' },
          },
        },
        bootstrapReady: { $ref: 'Flag' },
        infrastructureReady: { $ref: 'Flag' },
        phase: { $ref: 'Text' },
        lastUpdated: { $ref: 'Time' },
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
        nodeRef: { $ref: 'Reference' },
        nodeInfo: { $ref: 'Anything' },
        addresses: { $ref: 'List' },
        certificatesExpiryDate: { $ref: 'Time' },
        deletion: {
          type: 'object',
          properties: {
            nodeDrainStartTime: { $ref: 'Time' },
            waitForNodeVolumeDetachStartTime: { $ref: 'Time' },
            waitForPreDrainHookStartTime: { $ref: 'Time' },
            waitForPreTerminateHookStartTime: { $ref: 'Time' },
          },
        },
        initialization: {
          type: 'object',
          properties: {
            bootstrapSecretCreated: { $ref: 'Flag' },
            infrastructureProvisioned: { $ref: 'Flag' },
          },
        },
        failureDomain: { $ref: 'Text' },
        observedGeneration: { $ref: 'Generation' },
        conditions: { $ref: 'Conditions' },
        backCompatibility: {
          type: 'object',
          properties: {
            conditions: { $ref: 'OldConditions' },
            failureReason: { $ref: 'Text' },
            failureMessage: { $ref: 'Text' },
            phase: { $ref: 'Text' },
            lastUpdated: { $ref: 'Time' },
          },
        },
      },
    },
  },
} as const
