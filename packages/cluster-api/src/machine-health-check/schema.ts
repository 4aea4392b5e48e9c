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
  failures: [],
  // biome-ignore format: the table is read as one; its columns stay aligned
  status: [
    // part                                        released v1beta1       released v1beta2       first stage            second stage
    ['Total',                                      'expectedMachines',    'expectedMachines',    'expectedMachines',    'expectedMachines'],
    ['Total',                                      'currentHealthy',      'currentHealthy',      'currentHealthy',      'currentHealthy'],
    ['Total',                                      'remediationsAllowed', 'remediationsAllowed', 'remediationsAllowed', 'remediationsAllowed'],
    ['OldTargets',                                 'targets',             '',                    'targets',             ''],
    ['Targets',                                    '',                    'targets',             '',                    'targets'],
  ],
} as const
