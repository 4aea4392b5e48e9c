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
      template: { $ref: 'MachineTemplate' },
    },
  },
  failures: ['released', 'proposal'],
  // biome-ignore format: the table is read as one; its columns stay aligned
  status: [
    // part      released v1beta1             released v1beta2                           first stage                  second stage
    ['Count',    'replicas',                  'replicas',                                'replicas',                  'replicas'],
    ['FormattedSelector', 'selector',         'selector',                                'selector',                  'selector'],
    ['Count',    'readyReplicas',             'deprecated.v1beta1.readyReplicas',        'readyReplicas',             'backCompatibility.readyReplicas'],
    ['Count',    'v1beta2.readyReplicas',     'readyReplicas',                           'experimentalReadyReplicas', 'readyReplicas'],
    ['Count',    'availableReplicas',         'deprecated.v1beta1.availableReplicas',    '',                          ''],
    ['Count',    'v1beta2.availableReplicas', 'availableReplicas',                       'availableReplicas',         'availableReplicas'],
    ['Count',    'v1beta2.upToDateReplicas',  'upToDateReplicas',                        'upToDateReplicas',          'upToDateReplicas'],
    ['Versions', 'versions',                  'versions',                                '',                          ''],
    ['Count',    'fullyLabeledReplicas',      'deprecated.v1beta1.fullyLabeledReplicas', 'fullyLabeledReplicas',      'fullyLabeledReplicas'],
  ],
} as const
