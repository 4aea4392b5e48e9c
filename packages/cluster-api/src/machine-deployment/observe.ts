import {
  at,
  clockAt,
  fields,
  groupOf,
  type LabelSelector,
  type Listing,
  type ListQuery,
  number,
  parseSelector,
  refOf,
  selects,
  text,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { clusterKind, machineSetKind } from '../kinds.ts'
import { templateFields } from '../machine/observe/template-fields.ts'
import { controllerOf, machineSeen } from '../machines-of/machine-seen.ts'
import { listMachines } from '../machines-of/observe.ts'
import { readCounts } from '../machines-of/replica-counts.ts'
import { lookupKey } from '../machines-of/selector.ts'
import { pickConditions } from '../model/conditions.ts'
import { legacyStatus } from '../model/stages.ts'
import { observePrevious, ownOldTypes } from '../old-model/observe.ts'
import { oldReadyOf } from '../old-model/old-conditions.ts'
import type { StatusFields } from '../pass/computed.ts'
import { hasPausedAnnotation, isClusterPaused } from '../pass/paused.ts'
import { readTemplates } from '../scaling/observe.ts'
import type {
  MachineDeployment,
  MachineDeploymentObserved,
  MachineSetSeen,
  RolloutStrategy,
} from './types.ts'

const oldTypes = ownOldTypes('Ready', 'Available', 'MachineSetReady')

const pauseOfCluster: View<boolean> = { name: 'pauseOfCluster', of: isClusterPaused }

/** Picks what the status of a MachineDeployment rests on. */
export function observeMachineDeployment(
  object: MachineDeployment,
  world: World<StatusFields>,
): MachineDeploymentObserved {
  const { metadata, spec } = object
  const namespace = metadata.namespace ?? ''
  const name = text(at(spec, 'clusterName')) ?? ''
  const cluster = world.get({ ...clusterKind, namespace, name }, pauseOfCluster)
  const selector = parseSelector(at(spec, 'selector'))
  return {
    namespace,
    name: metadata.name,
    generation: metadata.generation,
    previous: observePrevious(world, { ...oldTypes, ref: refOf(object) }),
    clock: clockAt(world.now),
    clusterFound: cluster.read && cluster.item !== undefined,
    paused: {
      kind: 'MachineDeployment',
      clusterPaused: cluster.read && cluster.item === true,
      annotated: hasPausedAnnotation(object),
      clusterUnread: !cluster.read,
      rolloutsPaused: at(spec, 'paused') === true,
    },
    deleting: metadata.deletionTimestamp !== undefined,
    replicas: number(at(spec, 'replicas')),
    strategy: readStrategy(spec),
    rolloutAfter: text(at(spec, 'rollout', 'after')) ?? text(at(spec, 'rolloutAfter')),
    rolloutPaused: at(spec, 'paused') === true,
    selector,
    template: templateFields(at(spec, 'template')),
    templates: readTemplates(world, namespace, at(spec, 'template')),
    machines: listMachines(world, { namespace, selector }, machineSeen),
    machineSets: listMachineSets(world, { namespace, uid: metadata.uid ?? '', selector }),
  }
}

// Under `rollout`, or at the top as v1beta1 has it.
function readStrategy(spec: unknown): RolloutStrategy {
  const strategy = at(spec, 'rollout', 'strategy') ?? at(spec, 'strategy')
  return {
    type: text(at(strategy, 'type')),
    maxUnavailable: numberOrText(at(strategy, 'rollingUpdate', 'maxUnavailable')),
    maxSurge: numberOrText(at(strategy, 'rollingUpdate', 'maxSurge')),
  }
}

const numberOrText = (value: unknown): number | string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? value : undefined

const machineSetSeen: View<MachineSetSeen> = {
  name: 'machineSetSeen',
  of: (object) => {
    const { metadata, spec, status } = object
    return {
      group: groupOf(object.apiVersion),
      kind: object.kind,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      labels: metadata.labels ?? {},
      owners: metadata.ownerReferences ?? [],
      createdAt: metadata.creationTimestamp,
      desired: number(at(spec, 'replicas')),
      counts: readCounts(status),
      template: templateFields(at(spec, 'template')),
      old: {
        readyReplicas: number(legacyStatus(status)['readyReplicas']) ?? 0,
        availableReplicas: oldAvailable(status),
        ready: oldReadyOf(object),
      },
      conditions: pickConditions(object, ['ReplicaFailure']),
    }
  },
}

// The document leaves this counter where it is, for it has always meant the same; what was released keeps an old one beside the new.
function oldAvailable(status: unknown): number {
  const counted = at(status, 'backCompatibility') === undefined ? legacyStatus(status) : fields(status)
  return number(counted['availableReplicas']) ?? 0
}

interface Owner {
  readonly namespace: string
  readonly uid: string
  readonly selector: LabelSelector
}

// Its own MachineSets are found by their owner, whatever their labels; orphans that match are adopted.
function listMachineSets(world: World, { namespace, uid, selector }: Owner): Listing<MachineSetSeen> {
  if (Object.keys(selector.matchLabels).length + selector.matchExpressions.length === 0) {
    return unreadable('an empty selector would select everything')
  }
  const by = lookupKey(selector.matchLabels)
  const query: ListQuery = { ...machineSetKind, namespace }
  const owned = world.list({ ...query, by: { owner: uid } }, machineSetSeen)
  const matching = world.list({ ...query, ...(by && { by }) }, machineSetSeen)
  if (!owned.read) return owned
  if (!matching.read) return matching
  const orphans = matching.items.filter((set) => controllerOf(set) === undefined && selects(selector, set))
  return { read: true, items: [...owned.items.filter((set) => controllerOf(set) === uid), ...orphans] }
}
