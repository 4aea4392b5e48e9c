import {
  type Condition,
  filterStretches,
  filterStretchesBy,
  joinStretches,
  stretchesOf,
} from '@sitrep/conditions'
import { type Clock, groupOf, type OwnerReference } from '@sitrep/status'
import type { Probe } from '../../connection/probe.ts'
import { coreGroup, labels } from '../../kinds.ts'
import type { MachineSeen } from '../../machines-of/machine-seen.ts'
import type { ClusterObserved, WorkerGroup } from '../types.ts'
import {
  addCounts,
  type ClusterCounts,
  deploymentCounts,
  groupCounts,
  reportedCounts,
  standaloneCounts,
  unknownCounts,
} from './proposal-counters.ts'
import { type ReferredFacts, referredFacts } from './referred-objects.ts'

/** What follows from all that carries the label of a Cluster. */
interface DescendantFacts {
  readonly listed: boolean
  readonly machineDeployments: readonly WorkerGroup[]
  readonly machineSets: readonly WorkerGroup[]
  /** Those that belong to the Cluster itself, and not to a MachineDeployment. */
  readonly standaloneSets: readonly WorkerGroup[]
  readonly machinePools: readonly WorkerGroup[]
  readonly controlPlaneMachines: readonly MachineSeen[]
  readonly workerMachines: readonly MachineSeen[]
  /** The workers among them that belong to the Cluster itself. */
  readonly standaloneMachines: readonly MachineSeen[]
}

/** The observation reduced to what the rules ask about. */
export interface ClusterFacts extends ReferredFacts, DescendantFacts {
  readonly namespace: string
  readonly clock: Clock
  readonly deleting: boolean
  readonly hasTopology: boolean
  readonly okToDelete: boolean
  readonly previous: readonly Condition[] | undefined
  readonly probe: Probe
  readonly gracePeriodMs: number
  readonly counts: ClusterCounts
}

/** Reduces an observation to what the rules ask about, in a language that waits for references or does not. */
export function factsOf(
  observed: ClusterObserved,
  language: Parameters<typeof referredFacts>[1],
): ClusterFacts {
  const { namespace, clock, deleting, topology, probe, gracePeriodMs, previous } = observed
  const referred = referredFacts(observed, language)
  const descendants = descendantFacts(observed, referred)
  const facts = {
    ...referred,
    ...descendants,
    failed: referred.failed || (!descendants.listed && !referred.awaitsReferences),
    namespace,
    clock,
    deleting,
    hasTopology: topology !== undefined,
    okToDelete: topology === undefined || topology.okToDelete,
    previous: previous?.conditions,
    probe,
    gracePeriodMs,
  }
  return { ...facts, counts: countsOf(facts) }
}

function descendantFacts(
  { descendants, name }: ClusterObserved,
  { awaitsReferences }: ReferredFacts,
): DescendantFacts {
  const [all] = descendants.read && !awaitsReferences ? descendants.items : []
  const { machineDeployments = [], machineSets = [], machinePools = [], machines = [] } = all ?? {}
  const workerMachines = workersAmong(machines)
  return {
    listed: all !== undefined,
    machineDeployments,
    machineSets,
    standaloneSets: machineSets.filter((set) => belongsTo(set, name)),
    machinePools,
    controlPlaneMachines: controlPlaneAmong(machines),
    workerMachines,
    standaloneMachines: standaloneAmong(workerMachines, name),
  }
}

/** Whether an object belongs to a Cluster directly. */
function belongsTo({ owners }: { readonly owners: readonly OwnerReference[] }, cluster: string): boolean {
  return owners.some(
    ({ apiVersion = '', kind, name }) =>
      groupOf(apiVersion) === coreGroup && kind === 'Cluster' && name === cluster,
  )
}

/** Whether a Machine is one of the control plane; the value of the label does not matter. */
const isControlPlane = ({ labels: own }: MachineSeen): boolean => Object.hasOwn(own, labels.controlPlane)

/** Whether a Machine stands for an instance of a MachinePool. */
const isOfPool = ({ labels: own }: MachineSeen): boolean => Object.hasOwn(own, labels.poolName)

const controlPlaneAmong = filterStretches(isControlPlane)
const workersAmong = filterStretches((machine: MachineSeen) => !isControlPlane(machine))
const standaloneAmong = filterStretchesBy<MachineSeen, string>(
  (cluster) => cluster,
  (machine, cluster) => !isOfPool(machine) && belongsTo(machine, cluster),
)

/** All Machines of a Cluster, those of the control plane first. */
export const allMachines = (
  facts: Pick<DescendantFacts, 'controlPlaneMachines' | 'workerMachines'>,
): readonly MachineSeen[] =>
  joinStretches([...stretchesOf(facts.controlPlaneMachines), ...stretchesOf(facts.workerMachines)])

/** The Machines that stand for no instance of a MachinePool. */
export const outsidePools: (machines: readonly MachineSeen[]) => readonly MachineSeen[] = filterStretches(
  (machine) => !isOfPool(machine),
)

function countsOf(facts: Omit<ClusterFacts, 'counts'>): ClusterCounts {
  const { controlPlane, hasTopology, listed, standaloneMachines, machineSets } = facts
  const standsAlone = controlPlane.ref === undefined && !hasTopology
  const groups = [...facts.machinePools, ...facts.standaloneSets].map(groupCounts)
  const deployments = facts.machineDeployments.map((each) => deploymentCounts(each, machineSets))
  return {
    controlPlane:
      controlPlane.state === 'found'
        ? reportedCounts(controlPlane.seen)
        : standsAlone && listed
          ? standaloneCounts(facts.controlPlaneMachines)
          : unknownCounts,
    workers: listed
      ? addCounts([...groups, ...deployments, standaloneCounts(standaloneMachines)])
      : unknownCounts,
  }
}
