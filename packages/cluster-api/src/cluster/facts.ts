import type { Condition } from '@sitrep/conditions'
import { type Clock, type Reading, unreadable } from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { ContractRef } from '../model/references.ts'
import {
  addCounts,
  type ClusterCounts,
  groupCounts,
  reportedCounts,
  standaloneCounts,
  unknownCounts,
} from './counts.ts'
import type { ControlPlaneSeen } from './observe/control-plane-seen.ts'
import type { InfrastructureSeen } from './observe/infrastructure-seen.ts'
import type { WorkerGroup } from './observe/worker-group.ts'
import { belongsTo, isControlPlane, isOfPool } from './ownership.ts'
import type { InitializationStep } from './steps/initialization.ts'
import type { ClusterInitialization, ClusterObserved } from './types.ts'

/** An object that a Cluster refers to. `unseen` covers what cannot be read and what nobody has looked for. */
export type ReferredObject<Seen> =
  | { readonly state: 'found'; readonly ref: ContractRef; readonly seen: Seen }
  | { readonly state: 'missing'; readonly ref: ContractRef }
  | { readonly state: 'unseen'; readonly ref: ContractRef | undefined }

/** The observation reduced to what the rules ask about. */
export interface ClusterFacts {
  readonly namespace: string
  readonly clock: Clock
  readonly deleting: boolean
  readonly hasTopology: boolean
  readonly okToDelete: boolean
  readonly initialization: ClusterInitialization
  readonly infrastructure: ReferredObject<InfrastructureSeen>
  readonly controlPlane: ReferredObject<ControlPlaneSeen>
  readonly previous: readonly Condition[] | undefined
  readonly probe: Probe
  readonly gracePeriodMs: number
  readonly listed: boolean
  readonly machineDeployments: readonly WorkerGroup[]
  readonly machineSets: readonly WorkerGroup[]
  /** Those that belong to the Cluster itself, and not to a MachineDeployment. */
  readonly standaloneSets: readonly WorkerGroup[]
  readonly machinePools: readonly WorkerGroup[]
  readonly controlPlaneMachines: readonly MachineSeen[]
  readonly workerMachines: readonly MachineSeen[]
  readonly counts: ClusterCounts
}

const notLookedAt = unreadable('the topology has not made all references yet')

/** Reduces an observation to what the rules ask about. */
export function factsOf(observed: ClusterObserved, { initialization }: InitializationStep): ClusterFacts {
  const { namespace, clock, deleting, topology, probe, gracePeriodMs, previous } = observed
  const { awaitsReferences: waiting } = observed
  const facts = {
    namespace,
    clock,
    deleting,
    hasTopology: topology !== undefined,
    okToDelete: topology === undefined || topology.okToDelete,
    initialization,
    infrastructure: referred(observed.infrastructureRef, waiting ? notLookedAt : observed.infrastructure),
    controlPlane: referred(observed.controlPlaneRef, waiting ? notLookedAt : observed.controlPlane),
    previous: previous?.conditions,
    probe,
    gracePeriodMs,
    ...descendantFacts(observed),
  }
  return { ...facts, counts: countsOf(facts, observed.name) }
}

type DescendantFacts = Pick<
  ClusterFacts,
  | 'listed'
  | 'machineDeployments'
  | 'machineSets'
  | 'standaloneSets'
  | 'machinePools'
  | 'controlPlaneMachines'
  | 'workerMachines'
>

function descendantFacts(observed: ClusterObserved): DescendantFacts {
  const { descendants, name } = observed
  const [all] = descendants.read && !observed.awaitsReferences ? descendants.items : []
  const { machineDeployments = [], machineSets = [], machinePools = [], machines = [] } = all ?? {}
  return {
    listed: all !== undefined,
    machineDeployments,
    machineSets,
    standaloneSets: machineSets.filter((set) => belongsTo(set, name)),
    machinePools,
    controlPlaneMachines: machines.filter(isControlPlane),
    workerMachines: machines.filter((machine) => !isControlPlane(machine)),
  }
}

function countsOf(facts: Omit<ClusterFacts, 'counts'>, name: string): ClusterCounts {
  const { controlPlane, hasTopology, listed } = facts
  const standsAlone = controlPlane.ref === undefined && !hasTopology
  const alone = facts.workerMachines.filter((machine) => !isOfPool(machine) && belongsTo(machine, name))
  const groups = [...facts.machinePools, ...facts.machineDeployments, ...facts.standaloneSets]
  return {
    controlPlane:
      controlPlane.state === 'found'
        ? reportedCounts(controlPlane.seen)
        : standsAlone && listed
          ? standaloneCounts(facts.controlPlaneMachines)
          : unknownCounts,
    workers: listed ? addCounts([...groups.map(groupCounts), standaloneCounts(alone)]) : unknownCounts,
  }
}

function referred<Seen>(ref: ContractRef | undefined, reading: Reading<Seen>): ReferredObject<Seen> {
  if (ref === undefined || !reading.read) return { state: 'unseen', ref }
  return reading.item === undefined ? { state: 'missing', ref } : { state: 'found', ref, seen: reading.item }
}
