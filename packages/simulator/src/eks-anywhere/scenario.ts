import {
  annotations as eksAnnotations,
  eksAnywhereGroup,
  clusterKind as eksClusterKind,
  systemNamespace,
} from '@sitrep/eks-anywhere/kinds'
import { at, fields, type KubeObject, list, refOf } from '@sitrep/status'
import { faults } from '../cluster-api/kinds.ts'
import { creation, onCluster } from '../cluster-api/scenario/happening-actions.ts'
import { creationOf, readCluster } from '../cluster-api/scenario/read-cluster.ts'
import { isClusterHappening, type OnCluster, type ScenarioCluster } from '../cluster-api/scenario/types.ts'
import type { Action } from '../plan/action.ts'
import { annotate } from '../plan/metadata-patch.ts'
import type { ScenarioPart } from '../scenario/part.ts'

/** What a user of EKS Anywhere would apply for a cluster of this size. */
function eksAnywhereObjects(cluster: ScenarioCluster): readonly KubeObject[] {
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

const family = 'eks-anywhere'

/** What scenario files say about clusters, and what that does to those of EKS Anywhere. */
export const scenario: ScenarioPart = {
  lists: {
    clusters: (reader, entry) => {
      const described = readCluster(reader, entry, family)
      if (described.cluster.healthCheckMs !== undefined)
        reader.problem(described.given.healthCheck, 'EKS Anywhere brings health checks of its own')
      return creationOf(described)
    },
  },
  actions: (happening, moment) => {
    if (!isClusterHappening(happening)) return undefined
    if (happening.what === 'create') {
      const { cluster } = happening
      return cluster.family === family ? creation(cluster, eksAnywhereObjects(cluster)) : undefined
    }
    const [namespace = '', name = ''] = happening.cluster.split('/')
    const cluster = moment.world.get({ ...eksClusterKind, namespace, name })
    if (cluster === undefined) return undefined
    return onEksCluster(happening, cluster) ?? onCluster(happening, `${systemNamespace}/${name}`, moment)
  },
}

/** What a happening does to a cluster of EKS Anywhere itself; nothing for what happens to the machines below it. */
function onEksCluster(happening: OnCluster, cluster: KubeObject): readonly Action[] | undefined {
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

function resized({ spec }: KubeObject, { group, replicas }: Extract<OnCluster, { what: 'scale' }>): object {
  if (group === 'control-plane') return { controlPlaneConfiguration: { count: replicas } }
  const groups = list(at(spec, 'workerNodeGroupConfigurations'))
  return {
    workerNodeGroupConfigurations: groups.map((one) =>
      at(one, 'name') === group ? { ...fields(one), count: replicas } : one,
    ),
  }
}
