import { type KubeObject, type ObjectRef, refOf } from '@sitrep/status'
import type { Action } from '../plan/action.ts'
import { annotate } from '../plan/metadata-patch.ts'
import { eksAnnotations, eksAnywhereGroup, eksClusterKind } from '../world/eks-anywhere.ts'
import { at, fields, list } from '../world/fields.ts'
import { faults } from '../world/kinds.ts'
import type { Happening, ScenarioCluster } from './types.ts'

/** What a user of EKS Anywhere would apply for a cluster of this size. */
export function eksAnywhereObjects(cluster: ScenarioCluster): readonly KubeObject[] {
  const { name, namespace, version, controlPlane, workers } = cluster
  const object = (
    kind: string,
    spec: object,
    annotations?: Readonly<Record<string, string>>,
  ): KubeObject => ({
    apiVersion: `${eksAnywhereGroup}/v1alpha1`,
    kind,
    metadata: { name, namespace, ...(annotations && { annotations }) },
    spec,
  })
  const spec = {
    kubernetesVersion: minorOf(version),
    eksaVersion: 'v0.23.0',
    controlPlaneConfiguration: { count: controlPlane },
    workerNodeGroupConfigurations: workers.map((group) => ({ name: group.name, count: group.replicas })),
    datacenterRef: { kind: 'DockerDatacenterConfig', name },
    clusterNetwork: { cniConfig: { cilium: {} } },
    managementCluster: { name },
  }
  return [
    object('DockerDatacenterConfig', {}),
    // Whatever manages itself can only be deleted by its command line, and a scenario stands for that.
    object('Cluster', spec, { [eksAnnotations.managedByCommandLine]: 'true' }),
  ]
}

const minorOf = (version: string): string => /^v?(\d+\.\d+)/.exec(version)?.[1] ?? version

/** Where a cluster of EKS Anywhere of this name would lie. */
export function eksClusterRef(name: string): ObjectRef {
  const [namespace = '', own = ''] = name.split('/')
  return { ...eksClusterKind, namespace, name: own }
}

type OnCluster = Exclude<Happening, { what: 'create' }>

/** What a happening does to a cluster of EKS Anywhere itself; nothing for what happens to the machines below it. */
export function eksAnywhereActions(happening: OnCluster, cluster: KubeObject): readonly Action[] | undefined {
  const annotated = (name: string, value: string | null): readonly Action[] => [
    annotate(cluster, { [name]: value }),
  ]
  switch (happening.what) {
    case 'delete':
      return [{ act: 'delete', ref: refOf(cluster) }]
    case 'pause':
      return annotated(eksAnnotations.paused, happening.paused ? 'true' : null)
    case 'connection':
      return annotated(faults.connection, happening.lost ? 'lost' : null)
    case 'bootstrap':
      return annotated(faults.bootstrap, happening.failing ? 'failing' : null)
    case 'quota':
      return annotated(faults.quota, happening.exceeded ? 'exceeded' : null)
    case 'condition':
      return annotated(faults.condition, happening.malformed ? 'malformed' : null)
    case 'upgrade':
      return [patch(cluster, { kubernetesVersion: minorOf(happening.version) })]
    case 'scale':
      return [patch(cluster, resized(cluster, happening))]
    case 'rollout':
    case 'drain':
    case 'node':
      return undefined
  }
}

const patch = (cluster: KubeObject, spec: object): Action => ({
  act: 'patch',
  ref: refOf(cluster),
  body: { spec },
})

function resized({ spec }: KubeObject, { group, replicas }: Extract<Happening, { what: 'scale' }>): object {
  if (group === 'control-plane') return { controlPlaneConfiguration: { count: replicas } }
  const groups = list(at(spec, 'workerNodeGroupConfigurations'))
  return {
    workerNodeGroupConfigurations: groups.map((one) =>
      at(one, 'name') === group ? { ...fields(one), count: replicas } : one,
    ),
  }
}
