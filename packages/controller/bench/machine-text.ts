const conditionTypes = [
  'Available',
  'Ready',
  'UpToDate',
  'InfrastructureReady',
  'NodeReady',
  'Paused',
  'Deleting',
] as const

/** The name of one of the many Machines. */
export const machineName = (index: number): string =>
  `fleet-${String(index % 2_000).padStart(4, '0')}-md-0-x7k2p-${String(index).padStart(6, '0')}`

/** A worker Machine as a genuine API server shows it, field managers included: about 4.4 KB of JSON. */
export function machineText(index: number, resourceVersion: number): string {
  const name = machineName(index)
  const cluster = name.slice(0, 'fleet-0000'.length)
  const time = `2026-01-01T00:${String(index % 60).padStart(2, '0')}:00Z`
  return JSON.stringify({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Machine',
    metadata: {
      creationTimestamp: time,
      finalizers: ['machine.cluster.x-k8s.io'],
      generation: 2,
      labels: {
        'cluster.x-k8s.io/cluster-name': cluster,
        'cluster.x-k8s.io/deployment-name': `${cluster}-md-0`,
        'cluster.x-k8s.io/set-name': `${cluster}-md-0-x7k2p`,
        'machine-template-hash': '1807804914-x7k2p',
      },
      managedFields: fieldManagers(time),
      name,
      namespace: 'fleet',
      ownerReferences: [
        {
          apiVersion: 'cluster.x-k8s.io/v1beta2',
          blockOwnerDeletion: true,
          controller: true,
          kind: 'MachineSet',
          name: `${cluster}-md-0-x7k2p`,
          uid: '0b9dd2a1-8c4e-4f6e-9f3b-000000000000',
        },
      ],
      resourceVersion: String(resourceVersion),
      uid: `0b9dd2a1-8c4e-4f6e-9f3b-${String(index).padStart(12, '0')}`,
    },
    spec: specOf(cluster, name),
    status: statusOf(name, time),
  })
}

function specOf(clusterName: string, name: string): object {
  return {
    bootstrap: {
      configRef: { apiGroup: 'bootstrap.cluster.x-k8s.io', kind: 'KubeadmConfig', name },
      dataSecretName: name,
    },
    clusterName,
    deletion: { nodeDeletionTimeoutSeconds: 10 },
    infrastructureRef: { apiGroup: 'infrastructure.cluster.x-k8s.io', kind: 'DockerMachine', name },
    providerID: `docker:////${name}`,
    version: 'v1.36.0',
  }
}

function statusOf(name: string, lastTransitionTime: string): object {
  return {
    addresses: [
      { address: '172.18.0.4', type: 'InternalIP' },
      { address: name, type: 'Hostname' },
    ],
    conditions: conditionTypes.map((type) => ({
      lastTransitionTime,
      message: '',
      observedGeneration: 2,
      reason: `${type}Reason`,
      status: 'True',
      type,
    })),
    initialization: { bootstrapDataSecretCreated: true, infrastructureProvisioned: true },
    lastUpdated: lastTransitionTime,
    nodeInfo: {
      architecture: 'amd64',
      containerRuntimeVersion: 'containerd://2.1.0',
      kernelVersion: '6.8.0',
      kubeletVersion: 'v1.36.0',
      osImage: 'Debian GNU/Linux 12',
    },
    nodeRef: { name },
    observedGeneration: 2,
    phase: 'Running',
  }
}

function fieldManagers(time: string): readonly object[] {
  const leaves = (...names: string[]): object => Object.fromEntries(names.map((name) => [`f:${name}`, {}]))
  const condition = leaves('lastTransitionTime', 'message', 'observedGeneration', 'reason', 'status', 'type')
  const conditions = conditionTypes.map((type) => [`k:{"type":"${type}"}`, { '.': {}, ...condition }])
  const entry = (fieldsV1: object): object => ({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    fieldsType: 'FieldsV1',
    fieldsV1,
    manager: 'manager',
    operation: 'Update',
    time,
  })
  return [
    entry({
      'f:metadata': { 'f:finalizers': { '.': {}, 'v:"machine.cluster.x-k8s.io"': {} }, 'f:labels': {} },
      'f:spec': { '.': {}, ...leaves('bootstrap', 'clusterName', 'infrastructureRef', 'version') },
    }),
    {
      ...entry({
        'f:status': {
          '.': {},
          'f:conditions': { '.': {}, ...Object.fromEntries(conditions) },
          ...leaves('addresses', 'initialization', 'nodeInfo', 'nodeRef', 'observedGeneration', 'phase'),
        },
      }),
      subresource: 'status',
    },
  ]
}
