import {
  compact,
  type Fields,
  fields,
  type KindRef,
  type KubeObject,
  list,
  type ShapeDefinition,
} from '@sitrep/status'
import { keepInOneLayout, layOut } from './conversion/lay-out.ts'
import {
  clusterKind,
  kubeadmControlPlaneKind,
  machineDeploymentKind,
  machineHealthCheckKind,
  machineKind,
  machinePoolKind,
  machineSetKind,
  nodeKind,
  podKind,
} from './kinds.ts'
import type { ClusterApiOptions } from './options.ts'

/** What is kept of a Node. Its images and capacities are most of it, and heartbeats would make it differ every minute. */
function keepNode(node: KubeObject): KubeObject {
  const { providerID, taints, unschedulable } = fields(node.spec)
  const { conditions, nodeInfo, volumesAttached, addresses } = fields(node.status)
  const steady = list(conditions).map(withoutHeartbeat)
  return {
    ...node,
    spec: compact<Fields>({ providerID, taints, unschedulable }),
    status: compact<Fields>({ conditions: steady, nodeInfo, volumesAttached, addresses }),
  }
}

function withoutHeartbeat(condition: unknown): Fields {
  const kept: Record<string, unknown> = {}
  const said = fields(condition)
  for (const name in said) if (name !== 'lastHeartbeatTime' && name !== '__proto__') kept[name] = said[name]
  return kept
}

/** What is kept of a Pod: where it runs, what it holds on to and how it is. */
function keepPod(pod: KubeObject): KubeObject {
  const { nodeName, volumes } = fields(pod.spec)
  const { phase, conditions, containerStatuses } = fields(pod.status)
  return {
    ...pod,
    spec: compact<Fields>({
      nodeName,
      volumes: volumes === undefined ? undefined : list(volumes).filter(isClaim),
    }),
    status: compact<Fields>({ phase, conditions, containerStatuses }),
  }
}

const isClaim = (volume: unknown): boolean => fields(volume)['persistentVolumeClaim'] !== undefined

const staged: readonly KindRef[] = [
  clusterKind,
  kubeadmControlPlaneKind,
  machineKind,
  machineSetKind,
  machineDeploymentKind,
  machinePoolKind,
  machineHealthCheckKind,
]

/** What of an object is worth remembering, in which layout, and in which it is written. */
export const shapes = (options: ClusterApiOptions): readonly ShapeDefinition[] => [
  ...staged.map((kind) => ({
    kind,
    keep: keepInOneLayout,
    layOut: (status: Fields, like: KubeObject) => layOut(status, like, options),
  })),
  { kind: nodeKind, keep: keepNode },
  { kind: podKind, keep: keepPod },
]
