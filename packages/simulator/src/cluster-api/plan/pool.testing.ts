import { bootstrapGroup, infrastructureGroup } from '@sitrep/cluster-api/kinds'
import type { KubeObject } from '@sitrep/status'

const metadata = { name: 'blue-pool', namespace: 'prod' }

/** What a user would apply for a pool of the cluster blue. */
export const poolObjects = (replicas: number): readonly KubeObject[] => [
  { apiVersion: `${infrastructureGroup}/v1beta2`, kind: 'SimulatedMachinePool', metadata, spec: {} },
  {
    apiVersion: `${bootstrapGroup}/v1beta2`,
    kind: 'KubeadmConfig',
    metadata,
    spec: { joinConfiguration: {} },
  },
  {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'MachinePool',
    metadata,
    spec: {
      clusterName: 'blue',
      replicas,
      template: {
        spec: {
          clusterName: 'blue',
          version: 'v1.36.0',
          bootstrap: { configRef: { apiGroup: bootstrapGroup, kind: 'KubeadmConfig', name: 'blue-pool' } },
          infrastructureRef: {
            apiGroup: infrastructureGroup,
            kind: 'SimulatedMachinePool',
            name: 'blue-pool',
          },
        },
      },
    },
  },
]
