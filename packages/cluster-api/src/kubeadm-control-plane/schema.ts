/** A KubeadmControlPlane in all of its stages. */
export const kubeadmControlPlaneSchema = {
  group: 'controlplane.cluster.x-k8s.io',
  kind: 'KubeadmControlPlane',
  plural: 'kubeadmcontrolplanes',
  shortNames: ['kcp'],
  scales: true,
  spec: {
    type: 'object',
    required: ['version'],
    properties: {
      replicas: { $ref: 'Count' },
      version: { type: 'string', minLength: 1, maxLength: 256 },
      machineTemplate: { $ref: 'Anything' },
      kubeadmConfigSpec: { $ref: 'Anything' },
      rollout: { $ref: 'Anything' },
      remediation: { $ref: 'Anything' },
    },
  },
  failures: ['released', 'proposal'],
  leaving: ['ready'],
  // biome-ignore format: the table is read as one; its columns stay aligned
  status: [
    // part      released v1beta1             released v1beta2                          first stage                  second stage
    ['Count',    'replicas',                  'replicas',                               'replicas',                  'replicas'],
    ['FormattedSelector', 'selector',         'selector',                               'selector',                  'selector'],
    ['Version',  'version',                   'version',                                'version',                   'version'],
    ['OldRemediation', 'lastRemediation',     '',                                       'lastRemediation',           ''],
    ['Remediation', '',                       'lastRemediation',                        '',                          'lastRemediation'],
    ['Versions', 'versions',                  '',                                       '',                          ''],
    ['Count',    'readyReplicas',             'deprecated.v1beta1.readyReplicas',       'readyReplicas',             'backCompatibility.readyReplicas'],
    ['Count',    'v1beta2.readyReplicas',     'readyReplicas',                          'experimentalReadyReplicas', 'readyReplicas'],
    ['Count',    'v1beta2.availableReplicas', 'availableReplicas',                      'availableReplicas',         'availableReplicas'],
    ['Count',    'updatedReplicas',           'deprecated.v1beta1.updatedReplicas',     '',                          ''],
    ['Count',    'v1beta2.upToDateReplicas',  'upToDateReplicas',                       'updatedReplicas',           'upToDateReplicas'],
    ['Versions', '',                          'versions',                               '',                          ''],
    ['Count',    'unavailableReplicas',       'deprecated.v1beta1.unavailableReplicas', 'unavailableReplicas',       'unavailableReplicas'],
    ['Flag',     'initialized',               'initialization.controlPlaneInitialized', 'initialized',               'initialization.controlPlaneInitialized'],
    ['Flag',     'ready',                     '',                                       'ready',                     'ready'],
  ],
} as const
