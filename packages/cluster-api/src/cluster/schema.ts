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
  failures: ['released', 'proposal'],
  // biome-ignore format: the table is read as one; its columns stay aligned
  status: [
    // part                   released v1beta1        released v1beta2                            first stage            second stage
    ['OldFailureDomains',     'failureDomains',       '',                                         '',                    ''],
    ['FailureDomains',        '',                     'failureDomains',                           '',                    ''],
    ['Flag',                  'infrastructureReady',  'initialization.infrastructureProvisioned', 'infrastructureReady', 'initialization.infrastructureProvisioned'],
    ['Flag',                  'controlPlaneReady',    'initialization.controlPlaneInitialized',   'controlPlaneReady',   'initialization.controlPlaneInitialized'],
    ['GroupCounters',         'v1beta2.controlPlane', 'controlPlane',                             '',                    ''],
    ['ProposedGroupCounters', '',                     '',                                         'controlPlane',        'controlPlane'],
    ['GroupCounters',         'v1beta2.workers',      'workers',                                  '',                    ''],
    ['ProposedGroupCounters', '',                     '',                                         'workers',             'workers'],
    ['ClusterPhase',          'phase',                'phase',                                    'phase',               'backCompatibility.phase'],
  ],
} as const
