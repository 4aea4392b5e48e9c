import { filterStretchesBy } from '@sitrep/conditions'
import {
  at,
  clockAt,
  fields,
  type LabelSelector,
  number,
  parseSelector,
  refOf,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { annotations, labels, machineDeploymentKind } from '../../kinds.ts'
import { controllerOf, type MachineSeen, machineSeen } from '../../machines-of/machine-seen.ts'
import { listMachines } from '../../machines-of/observe.ts'
import { observePrevious, ownOldTypes } from '../../old-model/observe.ts'
import type { StatusFields } from '../../pass/computed.ts'
import { hasPausedAnnotation } from '../../pass/paused.ts'
import { readTemplates } from '../../scaling/observe.ts'
import type { MachineSet, MachineSetObserved, Revision } from '../types.ts'
import { observeCluster } from './cluster.ts'
import { nodesOf, oldMachine } from './old-machines.ts'

const oldTypes = ownOldTypes('Ready', 'MachinesCreated', 'Resized', 'MachinesReady')

/** Picks what the status of a MachineSet rests on. */
export function observeMachineSet(object: MachineSet, world: World<StatusFields>): MachineSetObserved {
  const { metadata, spec } = object
  const namespace = metadata.namespace ?? ''
  const clusterName = text(at(spec, 'clusterName')) ?? ''
  const { cluster, readable } = observeCluster(world, namespace, clusterName)
  const selector = withClusterLabel(parseSelector(at(spec, 'selector')), clusterName)
  const machines = listMachines(world, { namespace, selector }, machineSeen)
  const old = listMachines(world, { namespace, selector }, oldMachine)
  const { uid } = metadata
  const oldMachines = old.read ? (ownedBy(old.items, uid) as typeof old.items) : []
  const own = metadata.annotations ?? {}
  return {
    namespace,
    name: metadata.name,
    generation: metadata.generation,
    previous: observePrevious(world, { ...oldTypes, ref: refOf(object) }),
    clock: clockAt(world.now),
    cluster,
    paused: {
      kind: 'MachineSet',
      clusterPaused: cluster?.paused ?? false,
      annotated: hasPausedAnnotation(object),
      clusterUnread: !readable,
    },
    deleting: metadata.deletionTimestamp !== undefined,
    desired: number(at(spec, 'replicas')),
    selector,
    machines: machines.read
      ? { read: true, items: ownedBy(machines.items, uid) as typeof machines.items }
      : machines,
    oldMachines,
    nodes: nodesOf(oldMachines, world, `${namespace}/${clusterName}`),
    templateLabels: {
      ...(fields(at(spec, 'template', 'metadata', 'labels')) as Readonly<Record<string, string>>),
      [labels.clusterName]: clusterName,
    },
    minReadySeconds:
      number(at(spec, 'template', 'spec', 'minReadySeconds')) ?? number(at(spec, 'minReadySeconds')) ?? 0,
    revision: observeRevision(object, world),
    deploymentName: metadata.labels?.[labels.deploymentName] ?? '',
    templates: readTemplates(world, namespace, at(spec, 'template')),
    version: text(at(spec, 'template', 'spec', 'version')) ?? '',
    creationDisabled: own[annotations.disableMachineCreate] === 'true',
    skippedChecks: own[annotations.skipPreflightChecks] ?? '',
  }
}

// Upstream writes the label of the Cluster into the selector before it reads it.
const withClusterLabel = (selector: LabelSelector, clusterName: string): LabelSelector => ({
  ...selector,
  matchLabels: { ...selector.matchLabels, [labels.clusterName]: clusterName },
})

// A Machine without an owner that matches the selector is adopted.
const ownedBy = filterStretchesBy<Pick<MachineSeen, 'owners'>, string | undefined>(
  (uid) => uid ?? '',
  (machine, uid) => {
    const controller = controllerOf(machine)
    return controller === undefined || controller === uid
  },
)

const revisionOfDeployment: View<string> = {
  name: 'revisionOfDeployment',
  of: ({ metadata }) => metadata.annotations?.[annotations.revision] ?? '',
}

// The label decides who the owner is, not the owner reference: after a backup is restored the latter may be missing.
function observeRevision({ metadata }: MachineSet, world: World): Revision {
  const own = metadata.labels ?? {}
  if (!Object.hasOwn(own, labels.deploymentName)) return 'stand-alone'
  const name = own[labels.deploymentName] ?? ''
  const owner = world.get(
    { ...machineDeploymentKind, namespace: metadata.namespace ?? '', name },
    revisionOfDeployment,
  )
  if (!owner.read) return 'owner not read'
  if (owner.item === undefined) return 'owner not found'
  return owner.item === (metadata.annotations?.[annotations.revision] ?? '') ? 'current' : 'old'
}
