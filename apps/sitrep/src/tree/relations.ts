import type { KindRef } from '@sitrep/status'

/** How the objects below one of a kind are found. A kind without a row of its own shows what it refers to and what it owns. */
export interface Relation {
  /** `Kind.group`, or `*` for every kind without rows of its own. */
  readonly of: string
  /** Written before the name of each; `together`: a line of its own above all of them. */
  readonly heading?: string
  readonly together?: true
  /** Only shown when the tree begins here: further down it would hide what is looked for. */
  readonly only?: 'root'
  readonly by: Way
}

export type Way =
  /** Named in fields of the object. `kind` stands for what a reference leaves out; `quiet`: what is not at hand is not missed. */
  | {
      readonly way: 'refers'
      readonly path: string
      readonly kind?: KindRef
      readonly quiet?: true
      /** Without what lies below it. */
      readonly leaf?: true
      /** In the workload cluster that the object belongs to. */
      readonly remote?: true
    }
  /** An object of this name in a fixed place. */
  | { readonly way: 'namesake'; readonly kind: KindRef; readonly namespace: string }
  /** Objects of these kinds that carry the name in a label and are owned by none of the kinds. */
  | { readonly way: 'labelled'; readonly label: string; readonly kinds: readonly KindRef[] }
  /** Owned, with what stands between left out. */
  | { readonly way: 'owns'; readonly kinds?: readonly KindRef[] }
  /** Parts of the object that have a status of their own, by name: listeners. */
  | { readonly way: 'parts'; readonly path: string; readonly status: string }
  /** Objects that refer to this one (to this part of it) in their own fields. */
  | {
      readonly way: 'referred'
      readonly path: string
      readonly kinds: readonly KindRef[]
      readonly part?: string
    }

const capi = (kind: string): KindRef => ({ group: 'cluster.x-k8s.io', kind })
const gateway = (kind: string): KindRef => ({ group: 'gateway.networking.k8s.io', kind })
const eksa = 'anywhere.eks.amazonaws.com'
const machines = { way: 'owns', kinds: [capi('Machine')] } as const
const service: KindRef = { group: '', kind: 'Service' }
const node: KindRef = { group: '', kind: 'Node' }
const workers = ['MachineDeployment', 'MachinePool', 'MachineSet', 'Machine'].map(capi)
const routes = ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute']

// biome-ignore format: the table is read as one; its columns stay aligned
export const relations: readonly Relation[] = [
  { of: 'Cluster.cluster.x-k8s.io',             heading: 'Infrastructure', by: { way: 'refers', path: 'spec.infrastructureRef' } },
  { of: 'Cluster.cluster.x-k8s.io',             heading: 'Control plane',  by: { way: 'refers', path: 'spec.controlPlaneRef' } },
  { of: 'Cluster.cluster.x-k8s.io',             heading: 'Workers', together: true, by: { way: 'labelled', label: 'cluster.x-k8s.io/cluster-name', kinds: workers } },
  { of: 'MachineDeployment.cluster.x-k8s.io',   by: machines },
  { of: 'MachineSet.cluster.x-k8s.io',          by: machines },
  { of: 'MachinePool.cluster.x-k8s.io',         by: machines },
  { of: 'MachinePool.cluster.x-k8s.io',         heading: 'Infrastructure', only: 'root', by: { way: 'refers', path: 'spec.template.spec.infrastructureRef' } },
  { of: 'Machine.cluster.x-k8s.io',             heading: 'Bootstrap',      only: 'root', by: { way: 'refers', path: 'spec.bootstrap.configRef' } },
  { of: 'Machine.cluster.x-k8s.io',             heading: 'Infrastructure', only: 'root', by: { way: 'refers', path: 'spec.infrastructureRef' } },
  { of: 'Machine.cluster.x-k8s.io',             only: 'root', by: { way: 'refers', path: 'status.nodeRef', kind: node, remote: true, quiet: true } },
  { of: 'KubeadmControlPlane.controlplane.cluster.x-k8s.io', by: machines },

  { of: `Cluster.${eksa}`,                      heading: 'Datacenter',     by: { way: 'refers', path: 'spec.datacenterRef', kind: { group: eksa, kind: '' }, quiet: true } },
  { of: `Cluster.${eksa}`,                      heading: 'Machines of',    by: { way: 'refers', path: 'spec.controlPlaneConfiguration.machineGroupRef', kind: { group: eksa, kind: '' }, quiet: true } },
  { of: `Cluster.${eksa}`,                      heading: 'Machines of',    by: { way: 'refers', path: 'spec.externalEtcdConfiguration.machineGroupRef', kind: { group: eksa, kind: '' }, quiet: true } },
  { of: `Cluster.${eksa}`,                      heading: 'Machines of',    by: { way: 'refers', path: 'spec.workerNodeGroupConfigurations[].machineGroupRef', kind: { group: eksa, kind: '' }, quiet: true } },
  { of: `Cluster.${eksa}`,                      heading: 'Cluster API',    by: { way: 'namesake', kind: capi('Cluster'), namespace: 'eksa-system' } },

  { of: 'GatewayClass.gateway.networking.k8s.io', by: { way: 'referred', path: 'spec.gatewayClassName', kinds: [gateway('Gateway')] } },
  { of: 'Gateway.gateway.networking.k8s.io',    heading: 'Listener', by: { way: 'parts', path: 'spec.listeners', status: 'status.listeners' } },
  { of: 'Gateway.gateway.networking.k8s.io',    heading: 'All listeners', together: true, by: { way: 'referred', path: 'spec.parentRefs[]', kinds: routes.map(gateway) } },
  { of: 'Listener of Gateway.gateway.networking.k8s.io', by: { way: 'referred', path: 'spec.parentRefs[]', part: 'sectionName', kinds: routes.map(gateway) } },
  ...routes.flatMap((kind): Relation[] => [
    { of: `${kind}.gateway.networking.k8s.io`,  heading: 'Parent',  only: 'root', by: { way: 'refers', path: 'spec.parentRefs[]', kind: gateway('Gateway'), leaf: true } },
    { of: `${kind}.gateway.networking.k8s.io`,  heading: 'Backend', by: { way: 'refers', path: 'spec.rules[].backendRefs[]', kind: service } },
  ]),

  { of: '*', by: { way: 'refers', path: 'spec.resourceRef' } },
  { of: '*', by: { way: 'refers', path: 'spec.resourceRefs[]' } },
  { of: '*', by: { way: 'refers', path: 'spec.crossplane.resourceRefs[]' } },
  { of: '*', by: { way: 'owns' } },
]

/** The rows for an object or part of this kind. */
export function relationsOf(key: string): readonly Relation[] {
  const own = relations.filter(({ of }) => of === key)
  return own.length > 0 ? own : relations.filter(({ of }) => of === '*')
}
