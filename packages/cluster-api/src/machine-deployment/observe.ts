import {
  at,
  clockAt,
  type Listing,
  type ListQuery,
  number,
  text,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { clusterKind, machineSetKind } from '../kinds.ts'
import { templateFields } from '../machine/observe/template-fields.ts'
import { type MachineSetSeen, machineSetSeen } from '../machine-set/machine-set-seen.ts'
import { listMachines } from '../machines-of/list-machines.ts'
import { controllerOf, machineSeen } from '../machines-of/machine-seen.ts'
import { type LabelSelector, lookupKey, parseSelector, selects } from '../machines-of/selector.ts'
import type { StatusFields } from '../pass/verdict.ts'
import { hasPausedAnnotation, isClusterPaused } from '../paused/paused.ts'
import { readTemplates } from '../scaling/template.ts'
import { readStrategy } from './rollout-strategy.ts'
import type { MachineDeployment, MachineDeploymentObserved } from './types.ts'

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
    previous: world.previous,
    clock: clockAt(world.now),
    clusterFound: cluster.read && cluster.item !== undefined,
    paused: {
      kind: 'MachineDeployment',
      clusterPaused: cluster.read && cluster.item === true,
      annotated: hasPausedAnnotation(object),
      clusterUnread: !cluster.read,
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
