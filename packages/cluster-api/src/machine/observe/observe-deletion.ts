import {
  at,
  type LabelSelector,
  list,
  number,
  parseSelector,
  text,
  type View,
  type World,
} from '@sitrep/status'
import {
  clusterKind,
  labels,
  machineDrainRuleKind,
  machineKind,
  nodeKind,
  persistentVolumeKind,
  volumeAttachmentKind,
} from '../../kinds.ts'
import { refIn } from '../../model/references.ts'
import { readProviderObject } from '../../provider-object/observe.ts'
import type {
  ControlPlaneForMachine,
  DeletionObserved,
  DrainObserved,
  DrainRule,
  MachineItself,
  MachineObserved,
  NodeLeft,
  VolumeSeen,
} from '../types.ts'
import { nodeConditions } from './node-seen.ts'
import { observePods } from './observe-pods.ts'

const controlPlaneForMachine: View<ControlPlaneForMachine> = {
  name: 'controlPlaneForMachine',
  of: ({ metadata, status }) => ({
    deleting: metadata.deletionTimestamp !== undefined,
    externallyManaged: at(status, 'externalManagedControlPlane') === true,
  }),
}

/** Hides all Machines but those of the control plane that are to stay. */
const stayingControlPlaneMachine: View<string | undefined> = {
  name: 'stayingControlPlaneMachine',
  of: ({ metadata }) => {
    const controlPlane = Object.hasOwn(metadata.labels ?? {}, labels.controlPlane)
    return controlPlane && metadata.deletionTimestamp === undefined ? metadata.name : undefined
  },
}

const labelsOfCluster: View<Readonly<Record<string, string>>> = {
  name: 'labelsOfCluster',
  of: ({ metadata }) => metadata.labels ?? {},
}

const nodeInDeletion: View<NodeLeft> = {
  name: 'nodeInDeletion',
  of: (object) => ({
    unreachable: nodeConditions(object).Ready?.status === 'Unknown',
    volumesAttached: list(at(object.status, 'volumesAttached')).flatMap(
      (volume) => text(at(volume, 'name')) ?? [],
    ),
  }),
}

const volumeInDeletion: View<VolumeSeen> = {
  name: 'volumeInDeletion',
  of: ({ metadata, spec }) => {
    const [csi, claim] = [at(spec, 'csi'), at(spec, 'claimRef')]
    const bound = text(at(claim, 'kind')) === 'PersistentVolumeClaim'
    return {
      name: metadata.name,
      nodeVolumeName:
        csi === undefined
          ? undefined
          : `kubernetes.io/csi/${text(at(csi, 'driver')) ?? ''}^${text(at(csi, 'volumeHandle')) ?? ''}`,
      claim: bound ? `${text(at(claim, 'namespace')) ?? ''}/${text(at(claim, 'name')) ?? ''}` : undefined,
    }
  },
}

const attachmentInDeletion: View<{ readonly node: string; readonly volume: string | undefined } | undefined> =
  {
    name: 'attachmentInDeletion',
    of: ({ spec, status }) => {
      if (at(status, 'attached') !== true) return undefined
      return {
        node: text(at(spec, 'nodeName')) ?? '',
        volume: text(at(spec, 'source', 'persistentVolumeName')),
      }
    },
  }

const drainRuleForMachine: View<DrainRule> = {
  name: 'drainRuleForMachine',
  of: ({ metadata, spec }) => ({
    name: metadata.name,
    behavior: text(at(spec, 'drain', 'behavior')) ?? '',
    order: number(at(spec, 'drain', 'order')) ?? 0,
    machines: list(at(spec, 'machines')).map((entry) => ({
      ...selectorAt(entry, 'selector'),
      ...selectorAt(entry, 'clusterSelector'),
    })),
    pods: list(at(spec, 'pods')).map((entry) => ({
      ...selectorAt(entry, 'selector'),
      ...selectorAt(entry, 'namespaceSelector'),
    })),
  }),
}

function selectorAt<Name extends string>(
  entry: unknown,
  name: Name,
): { readonly [Key in Name]?: LabelSelector } {
  const selector = at(entry, name)
  return (selector === undefined ? {} : { [name]: parseSelector(selector) }) as {
    [Key in Name]?: LabelSelector
  }
}

type Known = Omit<MachineObserved, 'deletion'>

/** What decides how a deletion goes on. What no stage can ask for is not read. */
export function observeDeletion(known: Known, world: World): DeletionObserved {
  const { machine, previous, nodes } = known
  const cluster = known.cluster.read ? known.cluster.item : undefined
  const found = nodes.read ? nodes.items.map(({ name }) => name) : []
  const names = previous.nodeName === undefined ? found : [previous.nodeName]
  const needed = cluster?.deleting === false && names.length > 0
  const ref = needed ? cluster.controlPlaneRef : undefined
  return {
    controlPlane: ref && readProviderObject(world, refIn(machine.ref.namespace, ref), controlPlaneForMachine),
    controlPlaneMachines: world.list(
      {
        ...machineKind,
        ...within(machine),
        by: { label: labels.clusterName, value: machine.spec.clusterName },
      },
      stayingControlPlaneMachine,
    ),
    drain: needed && isStanding(known) ? observeDrain(world, machine, names) : undefined,
  }
}

const within = ({ ref }: MachineItself): { readonly namespace?: string } =>
  ref.namespace === undefined ? {} : { namespace: ref.namespace }

/** On a real machine that is gone or on its way out nothing can be moved any more. */
const isStanding = ({ infrastructure }: Known): boolean =>
  infrastructure.read && infrastructure.item?.object.deleting === false

function observeDrain(world: World, machine: MachineItself, names: readonly string[]): DrainObserved {
  const { workload: cluster, spec } = machine
  const labelsRead = world.get(
    { ...clusterKind, ...within(machine), name: spec.clusterName },
    labelsOfCluster,
  )
  const attachments = world.list({ ...volumeAttachmentKind, cluster }, attachmentInDeletion)
  return {
    nodes: names.map((name) => ({
      name,
      node: world.get({ ...nodeKind, cluster, name }, nodeInDeletion),
      pods: observePods(world, cluster, name),
      attachments: attachments.read
        ? { read: true, items: attachments.items.filter(({ node }) => node === name) }
        : attachments,
    })),
    rules: world.list({ ...machineDrainRuleKind, ...within(machine) }, drainRuleForMachine),
    clusterLabels: (labelsRead.read && labelsRead.item) || {},
    volumes: world.list({ ...persistentVolumeKind, cluster }, volumeInDeletion),
  }
}
