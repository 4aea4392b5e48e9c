import { at, type Fields, fields, type KubeObject, list } from '@sitrep/status'
import { openTestFleet, says, type TestFleet, type TestFleetOptions } from '../testing.ts'
import { blue } from './plan/subjects.testing.ts'
import { clusterObjects } from './scenario/cluster-objects.ts'
import type { ScenarioCluster } from './scenario/types.ts'

const paths = {
  Cluster: '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/clusters/blue',
  MachineDeployment: '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/machinedeployments/blue-md-0',
  KubeadmControlPlane:
    '/apis/controlplane.cluster.x-k8s.io/v1beta2/namespaces/prod/kubeadmcontrolplanes/blue-cp',
} as const

type Part = keyof typeof paths

const computed = ['clusters', 'machines', 'machinesets', 'machinedeployments']
const collections = [
  ...computed.map((plural) => `/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/${plural}`),
  '/apis/controlplane.cluster.x-k8s.io/v1beta2/namespaces/prod/kubeadmcontrolplanes',
]
const providers = [
  '/apis/infrastructure.cluster.x-k8s.io/v1beta2/namespaces/prod/simulatedclusters',
  '/apis/infrastructure.cluster.x-k8s.io/v1beta2/namespaces/prod/simulatedmachines',
  '/apis/bootstrap.cluster.x-k8s.io/v1beta2/namespaces/prod/kubeadmconfigs',
]

/** One cluster `blue` of three control plane Machines and two workers, unless it is told otherwise. */
export interface ClusterStory {
  readonly fleet: TestFleet
  readonly begin: (differing?: Partial<ScenarioCluster>) => Promise<void>
  /** Lets time pass until the cluster is complete and available. */
  readonly available: () => Promise<void>
  readonly machines: () => Promise<readonly KubeObject[]>
  readonly workers: () => Promise<readonly KubeObject[]>
  readonly find: (part: Part) => Promise<KubeObject | undefined>
  readonly says: (part: Part, type: string) => Promise<string>
  readonly status: (part: Part) => Promise<Fields>
  readonly patch: (part: Part, body: unknown) => Promise<unknown>
  readonly annotate: (part: Part, name: string, value: string | null) => Promise<unknown>
  readonly breakNode: (machine: string, fault: string | null) => Promise<unknown>
  readonly remove: (part: Part) => Promise<unknown>
  readonly until: TestFleet['until']
  /** The versions of the kubelets, one a Node. */
  readonly nodes: () => Promise<readonly string[]>
  /** How many Nodes of workers are there and ready. */
  readonly readyWorkers: () => Promise<number>
  readonly etcdMembers: () => Promise<readonly unknown[]>
  /** Who wrote the statuses of the kinds that are computed. */
  readonly statusWriters: () => Promise<readonly string[]>
  /** What is still there of the cluster in the management cluster. */
  readonly left: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

export async function openClusterStory(
  options: Partial<ScenarioCluster> & TestFleetOptions = {},
): Promise<ClusterStory> {
  const { scenario, profile, ...differing } = options
  const fleet = await openTestFleet({ ...(scenario && { scenario }), ...(profile && { profile }) })
  const story = clusterStoryOn(fleet)
  try {
    await story.begin(differing)
    await story.available()
  } catch (error) {
    // The sockets of a story that never began would keep the process alive.
    await fleet.close()
    throw error
  }
  return story
}

/** The story of one cluster on a fleet that is there already. */
export function clusterStoryOn(fleet: TestFleet): ClusterStory {
  const machines = (): Promise<readonly KubeObject[]> =>
    fleet.list('/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/machines')
  const workload = async (path: string): Promise<unknown> => {
    const connection = await fleet.workload('prod/blue')
    try {
      return await connection.request({ path })
    } finally {
      connection.close()
    }
  }
  const annotatePath = (path: string, name: string, value: string | null): Promise<unknown> =>
    fleet.patch(path, { metadata: { annotations: { [name]: value } } })
  const status = async (part: Part): Promise<Fields> => fields((await fleet.read(paths[part])).status)
  const saysOf = async (part: Part, type: string): Promise<string> =>
    says(await fleet.read(paths[part]), type).split(' ')[0] ?? ''
  return {
    fleet,
    begin: (differing = {}) => fleet.apply(...clusterObjects({ ...blue, ...differing })),
    available: () =>
      fleet.until('the cluster is complete and available', async () => {
        const [controlPlane, workers] = [
          await status('KubeadmControlPlane'),
          await status('MachineDeployment'),
        ]
        const complete =
          controlPlane['readyReplicas'] === 3 && workers['readyReplicas'] === workers['replicas']
        return complete && (await saysOf('Cluster', 'Available')) === 'True'
      }),
    machines,
    workers: async () =>
      (await machines()).filter(
        ({ metadata }) => metadata.labels?.['cluster.x-k8s.io/deployment-name'] !== undefined,
      ),
    find: async (part) => {
      const path = paths[part]
      const all = await fleet.list(path.slice(0, path.lastIndexOf('/')))
      return all.find(({ metadata }) => path.endsWith(`/${metadata.name}`))
    },
    says: saysOf,
    status,
    patch: (part, body) => fleet.patch(paths[part], body),
    annotate: (part, name, value) => annotatePath(paths[part], name, value),
    breakNode: (machine, fault) =>
      annotatePath(`${providers[1]}/${machine}`, 'simulator.sitrep.dev/node', fault),
    remove: (part) => fleet.remove(paths[part]),
    until: fleet.until,
    nodes: async () =>
      list(at(await workload('/api/v1/nodes'), 'items')).map((node) =>
        String(at(node, 'status', 'nodeInfo', 'kubeletVersion')),
      ),
    readyWorkers: async () => {
      const nodes = list(at(await workload('/api/v1/nodes'), 'items')) as readonly KubeObject[]
      return nodes.filter(
        (node) => node.metadata.name.includes('-md-0-') && says(node, 'Ready').startsWith('True'),
      ).length
    },
    etcdMembers: async () => {
      const fact = fleet.controller.engine.object({
        group: 'sitrep.dev',
        kind: 'EtcdMembership',
        namespace: 'prod',
        name: 'blue',
      })
      return list(at(fact?.status, 'members'))
    },
    statusWriters: async () => {
      const objects = (await Promise.all(collections.map(fleet.list))).flat()
      const entries = objects.flatMap(({ metadata }) => list(at(metadata, 'managedFields')))
      const writers = entries
        .filter((entry) => at(entry, 'subresource') === 'status')
        .map((entry) => String(at(entry, 'manager')))
      return [...new Set(writers)]
    },
    left: async () => {
      const objects = (await Promise.all([...collections, ...providers].map(fleet.list))).flat()
      return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    },
    close: fleet.close,
  }
}
