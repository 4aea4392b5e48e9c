import { eksAnywhereGroup } from '@sitrep/eks-anywhere/kinds'
import type { KubeObject } from '@sitrep/status'

interface Differing {
  readonly spec?: object
  readonly annotations?: Readonly<Record<string, string>>
}

const config = (kind: string, name: string, spec: object): KubeObject => ({
  apiVersion: `${eksAnywhereGroup}/v1alpha1`,
  kind,
  metadata: { name, namespace: 'default' },
  spec,
})

/** A managing cluster of EKS Anywhere on Docker, with its datacenter: three control plane nodes and two groups of workers. */
export function dockerCluster(
  name: string,
  { spec, annotations = {} }: Differing = {},
): readonly KubeObject[] {
  return [
    config('DockerDatacenterConfig', name, {}),
    {
      apiVersion: `${eksAnywhereGroup}/v1alpha1`,
      kind: 'Cluster',
      metadata: {
        name,
        namespace: 'default',
        annotations: { 'anywhere.eks.amazonaws.com/managed-by-cli': 'true', ...annotations },
      },
      spec: {
        kubernetesVersion: '1.34',
        eksaVersion: 'v0.22.0',
        controlPlaneConfiguration: { count: 3 },
        workerNodeGroupConfigurations: [
          { name: 'md-0', count: 2 },
          { name: 'md-1', count: 1 },
        ],
        datacenterRef: { kind: 'DockerDatacenterConfig', name },
        clusterNetwork: { cniConfig: { cilium: {} } },
        managementCluster: { name },
        ...spec,
      },
    },
  ]
}

/** The same on vSphere, with a config for all machines. */
export function vsphereCluster(
  name: string,
  datacenter: object,
  differing: Differing = {},
): readonly KubeObject[] {
  const machineGroupRef = { kind: 'VSphereMachineConfig', name }
  const [, cluster] = dockerCluster(name, {
    ...differing,
    spec: {
      controlPlaneConfiguration: { count: 1, machineGroupRef },
      workerNodeGroupConfigurations: [{ name: 'md-0', count: 1, machineGroupRef }],
      datacenterRef: { kind: 'VSphereDatacenterConfig', name },
      ...differing.spec,
    },
  })
  return [
    config('VSphereDatacenterConfig', name, datacenter),
    config('VSphereMachineConfig', name, { memoryMiB: 8192, numCPUs: 2 }),
    ...(cluster === undefined ? [] : [cluster]),
  ]
}

export const goodDatacenter: object = {
  server: 'vcenter.example.com',
  datacenter: 'dc',
  network: '/dc/network/n',
}
