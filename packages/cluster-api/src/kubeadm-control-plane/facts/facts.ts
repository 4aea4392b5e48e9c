import { type Condition, getCondition, isFalse, isTrue } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import { isConnected } from '../../connection/probe.ts'
import { countMachines } from '../../machines-of/counters.ts'
import type { ReplicaFacts } from '../../machines-of/facts.ts'
import { minutes } from '../../time/longer-than.ts'
import { countMembers, type Quorum } from './etcd-quorum.ts'
import { type HealthFacts, healthConditions, isLasting, type JudgedMachine } from './machines.ts'
import type { GateFacts, PassFacts } from './pass.ts'
import { type Preflight, preflightChecks } from './preflight.ts'

/** What the tables of a control plane ask about, once its Machines were judged. */
export interface ControlPlaneFacts extends HealthFacts {
  readonly clock: Clock
  readonly deleting: boolean
  readonly etcdManaged: boolean
  /** The Machines, for the rules that all owners of Machines share. */
  readonly machines: readonly JudgedMachine[]
  readonly desired: number | undefined
  readonly current: number
  readonly initialized: boolean
  /** The workload cluster answers, and yet does not tell whether kubeadm has left its ConfigMap. */
  readonly initializationUnread: boolean
  /** The conditions of the control plane as far as they have been decided. */
  readonly conditions: readonly Condition[]
  readonly preflight: Preflight
}

/** Reduces a pass to what the tables ask about. */
export function controlPlaneFacts(
  pass: PassFacts,
  judged: readonly JudgedMachine[],
  conditions: readonly Condition[],
): ControlPlaneFacts {
  const { spec, deleting, clock } = pass
  return {
    pass,
    judged,
    clock,
    deleting,
    etcdManaged: spec.etcdManaged,
    machines: judged,
    // What is being deleted wants nothing any more, whatever its spec still says.
    desired: deleting && spec.replicas !== undefined ? 0 : spec.replicas,
    current: judged.length,
    initialized: pass.observed.previous.initialized || readInitialized(pass, judged) === 'yes',
    initializationUnread: !pass.observed.previous.initialized && readInitialized(pass, judged) === 'unread',
    conditions,
    preflight: preflightChecks({ pass, judged, controlPlane: conditions }),
  }
}

/** Kubeadm leaves a ConfigMap behind. A first Machine that is about to go does not count: its successor will begin anew. */
function readInitialized(
  { observed: { kubeadmConfigMap, probe, etcdKeyless } }: PassFacts,
  machines: readonly JudgedMachine[],
): 'yes' | 'no' | 'unread' {
  // Whoever cannot talk to etcd gets no client for the rest of the cluster either.
  if (etcdKeyless) return 'no'
  const [only, ...others] = machines
  if (only !== undefined && others.length === 0) {
    const remediated =
      isFalse(only.conditions, 'HealthCheckSucceeded') && isFalse(only.conditions, 'OwnerRemediated')
    if (remediated || only.deletion !== undefined) return 'no'
  }
  // What does not answer at all has not been initialized, as far as anybody can know.
  if (kubeadmConfigMap === undefined || !isConnected(probe)) return 'no'
  if (!kubeadmConfigMap.read) return 'unread'
  return kubeadmConfigMap.item === true ? 'yes' : 'no'
}

/** Whether its Machines could be looked at. */
export const listedFacts = ({ pass }: GateFacts): { readonly listed: boolean } => ({ listed: pass.listed })

/** A control plane as the rules see it that all owners of Machines share. */
export const countedFacts = (f: ControlPlaneFacts): ReplicaFacts => ({
  ...f,
  ...listedFacts(f),
  available: countMachines(f.machines).availableReplicas,
})

/** The members of etcd by their health; nothing where etcd runs elsewhere or cannot be asked. */
export function quorumOf({ pass, judged, clock }: ControlPlaneFacts): Quorum | undefined {
  return pass.members.members === 'known' ? countMembers(pass.members.list, judged, clock) : undefined
}

/** Whether the members of etcd should be known and are not. */
export const isSilent = ({ etcdManaged, pass }: ControlPlaneFacts): boolean =>
  etcdManaged && pass.members.members !== 'known'

/** Whether the control plane was initialized so recently that etcd may still be silent. */
export function isFresh({ conditions, clock }: ControlPlaneFacts): boolean {
  const initialized = getCondition(conditions, 'Initialized')
  return initialized?.status === 'True' && !clock.passed(initialized.lastTransitionTime, 2 * minutes)
}

/** How many Machines have all components well. */
interface Standing {
  readonly machines: number
  readonly healthy: number
  readonly unhealthy: number
  readonly unsettled: number
}

/** A component talks to its neighbours on the same Machine only, so that a Machine counts when all of them are well. */
export function standingOf({ judged, etcdManaged, clock }: ControlPlaneFacts): Standing {
  const types = healthConditions({ etcdManaged })
  const isWell = ({ conditions }: JudgedMachine): boolean => types.every((type) => isTrue(conditions, type))
  const existing = judged.filter(({ providerID }) => providerID !== '')
  const sick = existing.filter((machine) => !isWell(machine))
  const unhealthy = sick.filter(({ conditions }) => isLasting(conditions, types, clock)).length
  return {
    machines: judged.length,
    healthy: existing.length - sick.length,
    unhealthy,
    unsettled: sick.length - unhealthy,
  }
}
