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
      template: { $ref: 'MachineTemplate' },
      paused: { $ref: 'Flag' },
      rollout: {
        type: 'object',
        properties: {
          after: { $ref: 'Time' },
          strategy: {
            type: 'object',
            properties: {
              type: { type: 'string', default: 'RollingUpdate' },
              rollingUpdate: {
                type: 'object',
                properties: {
                  maxSurge: { $ref: 'MaxSurge' },
                  maxUnavailable: { $ref: 'MaxUnavailable' },
                },
              },
            },
          },
        },
      },
    },
  },
  failures: ['proposal'],
  // biome-ignore format: the table is read as one; its columns stay aligned
  status: [
    // part      released v1beta1             released v1beta2                          first stage            second stage
    ['Count',    'replicas',                  'replicas',                               'replicas',            'replicas'],
    ['FormattedSelector', 'selector',         'selector',                               'selector',            'selector'],
    ['Count',    'readyReplicas',             'deprecated.v1beta1.readyReplicas',       '',                    ''],
    ['Count',    'v1beta2.readyReplicas',     'readyReplicas',                          'readyReplicas',       'readyReplicas'],
    ['Count',    'availableReplicas',         'deprecated.v1beta1.availableReplicas',   '',                    ''],
    ['Count',    'v1beta2.availableReplicas', 'availableReplicas',                      'availableReplicas',   'availableReplicas'],
    ['Count',    'updatedReplicas',           'deprecated.v1beta1.updatedReplicas',     '',                    ''],
    ['Count',    'v1beta2.upToDateReplicas',  'upToDateReplicas',                       'updatedReplicas',     'upToDateReplicas'],
    ['Versions', 'versions',                  'versions',                               '',                    ''],
    ['Count',    'unavailableReplicas',       'deprecated.v1beta1.unavailableReplicas', 'unavailableReplicas', 'unavailableReplicas'],
    ['MachineDeploymentPhase', 'phase',       'phase',                                  'phase',               'backCompatibility.phase'],
  ],
} as const
