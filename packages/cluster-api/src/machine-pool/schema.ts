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
      template: { $ref: 'MachineTemplate' },
      providerIDList: { type: 'array', maxItems: 10_000, items: { type: 'string' } },
    },
  },
  failures: ['released', 'proposal'],
  // biome-ignore format: the table is read as one; its columns stay aligned
  status: [
    // part                                released v1beta1             released v1beta2                             first stage                      second stage
    ['Count',                              'replicas',                  'replicas',                                  'replicas',                      'replicas'],
    ['Count',                              'readyReplicas',             'deprecated.v1beta1.readyReplicas',          'readyReplicas',                 'backCompatibility.readyReplicas'],
    ['Count',                              'availableReplicas',         'deprecated.v1beta1.availableReplicas',      'availableReplicas',             'backCompatibility.availableReplicas'],
    ['Count',                              'v1beta2.readyReplicas',     'readyReplicas',                             'experimentalReadyReplicas',     'readyReplicas'],
    ['Count',                              'v1beta2.availableReplicas', 'availableReplicas',                         'experimentalAvailableReplicas', 'availableReplicas'],
    ['Count',                              'v1beta2.upToDateReplicas',  'upToDateReplicas',                          'upToDateReplicas',              'upToDateReplicas'],
    ['Versions',                           'versions',                  'versions',                                  '',                              ''],
    ['Count',                              'unavailableReplicas',       'deprecated.v1beta1.unavailableReplicas',    'unavailableReplicas',           'backCompatibility.unavailableReplicas'],
    ['OldObjectReferences',                'nodeRefs',                  '',                                          'nodeRefs',                      ''],
    ['ObjectReferences',                   '',                          'nodeRefs',                                  '',                              'nodeRefs'],
    ['Flag',                               'bootstrapReady',            'initialization.bootstrapDataSecretCreated', 'bootstrapReady',                'initialization.bootstrapSecretCreated'],
    ['Flag',                               'infrastructureReady',       'initialization.infrastructureProvisioned',  'infrastructureReady',           'initialization.infrastructureProvisioned'],
    ['MachinePoolPhase',                    'phase',                     'phase',                                     'phase',                         'backCompatibility.phase'],
  ],
} as const
