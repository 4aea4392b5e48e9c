import { at, fields, type KubeObject, list, text, type View, type World } from '@sitrep/status'
import { clusterKind } from '../../kinds.ts'
import { type ContractRef, contractRef, refIn } from '../../model/references.ts'
import { isClusterPaused } from '../../pass/paused.ts'
import { readProviderObject } from '../../provider-object/observe.ts'
import type {
  ClusterForMachineSet,
  ControlPlaneForMachineSet,
  ControlPlaneVersions,
  TopologySeen,
} from '../types.ts'

interface ClusterParts {
  readonly paused: boolean
  readonly controlPlaneRef: ContractRef | undefined
  readonly topology: TopologySeen | undefined
}

const clusterForMachineSet: View<ClusterParts> = {
  name: 'clusterForMachineSet',
  of: (cluster) => ({
    paused: isClusterPaused(cluster),
    controlPlaneRef: contractRef(at(cluster.spec, 'controlPlaneRef')),
    topology: topologyOf(cluster),
  }),
}

const upgradeStep = 'topology.internal.cluster.x-k8s.io/upgrade-step'

function topologyOf({ metadata, spec }: KubeObject): TopologySeen | undefined {
  const topology = fields(at(spec, 'topology'))
  if (Object.keys(topology).length === 0) return undefined
  return { version: text(topology['version']) ?? '', upgradeStep: metadata.annotations?.[upgradeStep] ?? '' }
}

interface ClusterReading {
  readonly readable: boolean
  readonly cluster: ClusterForMachineSet | undefined
}

/** Looks at the Cluster of a MachineSet, and at the control plane that it refers to. */
export function observeCluster(world: World, namespace: string, name: string): ClusterReading {
  const reading = world.get({ ...clusterKind, namespace, name }, clusterForMachineSet)
  if (!reading.read || reading.item === undefined) return { readable: reading.read, cluster: undefined }
  const { paused, topology, controlPlaneRef } = reading.item
  const controlPlane = readControlPlane(world, namespace, controlPlaneRef)
  return { readable: true, cluster: { paused, topology, controlPlane } }
}

const versionsOfControlPlane: View<ControlPlaneVersions> = {
  name: 'versionsOfControlPlane',
  of: ({ spec, status }: KubeObject) => ({
    wanted: wantedVersion(at(spec, 'version')),
    reported: Array.isArray(at(status, 'versions'))
      ? list(at(status, 'versions')).map((entry) => text(fields(entry)['version']) ?? '')
      : undefined,
    reportedOne: text(at(status, 'version')),
  }),
}

// An empty version is a version that cannot be read, and no version at all is one that nobody cares about.
const wantedVersion = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function readControlPlane(
  world: World,
  namespace: string,
  ref: ContractRef | undefined,
): ControlPlaneForMachineSet {
  if (ref === undefined) return { ref }
  return { ref, versions: readProviderObject(world, refIn(namespace, ref), versionsOfControlPlane) }
}
