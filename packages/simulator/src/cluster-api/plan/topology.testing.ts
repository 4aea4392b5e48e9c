import { bootstrapGroup, controlPlaneGroup, coreGroup, infrastructureGroup } from '@sitrep/cluster-api/kinds'
import type { KubeObject } from '@sitrep/status'

const object = (group: string, kind: string, name: string, spec: object): KubeObject => ({
  apiVersion: `${group}/v1beta2`,
  kind,
  metadata: { name, namespace: 'prod' },
  spec,
})
const ref = (group: string, kind: string, name: string): object => ({
  templateRef: { apiVersion: `${group}/v1beta2`, kind, name },
})
const empty = { template: { spec: {} } }

/** What a user would apply for a cluster of a class: the class with its templates, and a Cluster that names it. */
export const topologyObjects = (): readonly KubeObject[] => [
  object(infrastructureGroup, 'SimulatedClusterTemplate', 'quick', empty),
  object(infrastructureGroup, 'SimulatedMachineTemplate', 'quick', empty),
  object(bootstrapGroup, 'KubeadmConfigTemplate', 'quick', empty),
  object(controlPlaneGroup, 'KubeadmControlPlaneTemplate', 'quick', {
    template: { spec: { kubeadmConfigSpec: {} } },
  }),
  object(coreGroup, 'ClusterClass', 'quick', {
    infrastructure: ref(infrastructureGroup, 'SimulatedClusterTemplate', 'quick'),
    controlPlane: {
      ...ref(controlPlaneGroup, 'KubeadmControlPlaneTemplate', 'quick'),
      machineInfrastructure: ref(infrastructureGroup, 'SimulatedMachineTemplate', 'quick'),
    },
    workers: {
      machineDeployments: [
        {
          class: 'default',
          bootstrap: ref(bootstrapGroup, 'KubeadmConfigTemplate', 'quick'),
          infrastructure: ref(infrastructureGroup, 'SimulatedMachineTemplate', 'quick'),
        },
      ],
    },
  }),
  object(coreGroup, 'Cluster', 'blue', {
    topology: {
      classRef: { name: 'quick' },
      version: 'v1.36.0',
      controlPlane: { replicas: 3 },
      workers: { machineDeployments: [{ class: 'default', name: 'md-0', replicas: 2 }] },
    },
  }),
]
