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
    ['Count',                                      'expectedMachines',    'expectedMachines',    'expectedMachines',    'expectedMachines'],
    ['Count',                                      'currentHealthy',      'currentHealthy',      'currentHealthy',      'currentHealthy'],
    ['Count',                                      'remediationsAllowed', 'remediationsAllowed', 'remediationsAllowed', 'remediationsAllowed'],
    [{ type: 'array', items: { type: 'string' } }, 'targets',             'targets',             'targets',             'targets'],
  ],
} as const
