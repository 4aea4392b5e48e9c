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
  failures: ['released', 'proposal'],
  // biome-ignore format: the table is read as one; its columns stay aligned
  status: [
    // part       released v1beta1                             released v1beta2                             first stage                                  second stage
    ['ObjectReference', 'nodeRef',                             '',                                          'nodeRef',                                   ''],
    ['NodeRef',   '',                                          'nodeRef',                                   '',                                          'nodeRef'],
    ['NodeInfo',  'nodeInfo',                                  'nodeInfo',                                  'nodeInfo',                                  'nodeInfo'],
    ['OldAddresses', 'addresses',                              '',                                          'addresses',                                 ''],
    ['Addresses', '',                                          'addresses',                                 '',                                          'addresses'],
    ['Time',      'certificatesExpiryDate',                    'certificatesExpiryDate',                    'certificatesExpiryDate',                    'certificatesExpiryDate'],
    ['Time',      'deletion.nodeDrainStartTime',               'deletion.nodeDrainStartTime',               'deletion.nodeDrainStartTime',               'deletion.nodeDrainStartTime'],
    ['Time',      'deletion.waitForNodeVolumeDetachStartTime', 'deletion.waitForNodeVolumeDetachStartTime', 'deletion.waitForNodeVolumeDetachStartTime', 'deletion.waitForNodeVolumeDetachStartTime'],
    ['Time',      'deletion.waitForPreDrainHookStartTime',     'deletion.waitForPreDrainHookStartTime',     'deletion.waitForPreDrainHookStartTime',     'deletion.waitForPreDrainHookStartTime'],
    ['Time',      'deletion.waitForPreTerminateHookStartTime', 'deletion.waitForPreTerminateHookStartTime', 'deletion.waitForPreTerminateHookStartTime', 'deletion.waitForPreTerminateHookStartTime'],
    ['Flag',      'bootstrapReady',                            'initialization.bootstrapDataSecretCreated', 'bootstrapReady',                            'initialization.bootstrapSecretCreated'],
    ['Flag',      'infrastructureReady',                       'initialization.infrastructureProvisioned',  'infrastructureReady',                       'initialization.infrastructureProvisioned'],
    ['DomainName', '',                                         'failureDomain',                             '',                                          'failureDomain'],
    ['OldMachinePhase', 'phase',                               '',                                          '',                                          ''],
    ['MachinePhase', '',                                       'phase',                                     'phase',                                     'backCompatibility.phase'],
    ['Time',      'lastUpdated',                               'lastUpdated',                               'lastUpdated',                               'backCompatibility.lastUpdated'],
  ],
} as const
