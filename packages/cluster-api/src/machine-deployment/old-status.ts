import {
  falseSeverityCondition,
  mirrorSeverity,
  type SeverityCondition,
  trueSeverityCondition,
} from '@sitrep/conditions'
import { number } from '@sitrep/status'
import { machineDeploymentKind } from '../kinds.ts'
import { sum } from '../machines-of/replica-counts.ts'
import { legacyStatus } from '../model/stages.ts'
import type { OldStatus } from '../old-model/layout.ts'
import { markOld, oldConditionsIn } from '../old-model/old-conditions.ts'
import type { MachineDeploymentFacts } from './facts.ts'
import { currentSet, requiredReplicas } from './facts.ts'
import type { MachineDeploymentObserved } from './types.ts'

/** What the older API says of a MachineDeployment, by its own rules. A pass that ends early leaves the counters alone. */
export function oldStatusOf(observed: MachineDeploymentObserved, facts: MachineDeploymentFacts): OldStatus {
  const { previous, namespace, name, clock, deleting } = observed
  const before = legacyStatus(previous)
  const complete = facts.listed && !deleting && facts.replicas !== undefined && !facts.rolloutBlocked
  const counters = complete
    ? count(observed, facts)
    : {
        updatedReplicas: number(before['updatedReplicas']),
        readyReplicas: number(before['readyReplicas']),
        availableReplicas: number(before['availableReplicas']),
        unavailableReplicas: number(before['unavailableReplicas']),
      }
  const marks = complete ? [availableMark(facts, counters.availableReplicas ?? 0), setMark(observed)] : []
  const ref = { ...machineDeploymentKind, namespace, name }
  return {
    ...counters,
    conditions: markOld(oldConditionsIn(previous), marks, { ref, types: ['Available'], now: clock.now }),
  }
}

function count(observed: MachineDeploymentObserved, { machineSets }: MachineDeploymentFacts) {
  const availableReplicas = sum(machineSets.map(({ old }) => old.availableReplicas)) ?? 0
  const wanted = sum(machineSets.map(({ desired }) => desired)) ?? 0
  return {
    updatedReplicas: currentSet(observed)?.counts.replicas ?? 0,
    readyReplicas: sum(machineSets.map(({ old }) => old.readyReplicas)) ?? 0,
    availableReplicas,
    unavailableReplicas: Math.max(0, wanted - availableReplicas),
  }
}

function availableMark(facts: MachineDeploymentFacts, available: number): SeverityCondition {
  const required = requiredReplicas(facts)
  if (available >= required) return trueSeverityCondition('Available')
  const message = `Minimum availability requires ${required} replicas, current ${facts.counts.availableReplicas ?? 0} available`
  return falseSeverityCondition('Available', {
    reason: 'WaitingForAvailableMachines',
    severity: 'Warning',
    message,
  })
}

function setMark(observed: MachineDeploymentObserved): SeverityCondition {
  const set = currentSet(observed)
  const waiting = { reason: 'WaitingForMachineSet', severity: 'Info', message: '' } as const
  if (set === undefined) {
    // A set that is about to be made has nothing to say yet; one that nobody may make is missing.
    const message = observed.rolloutPaused ? 'MachineSet not found' : ''
    return falseSeverityCondition('MachineSetReady', { ...waiting, message })
  }
  const { group, kind, namespace, name, old } = set
  const source = { group, kind, namespace, name, conditions: old.ready === undefined ? [] : [old.ready] }
  const mirrored = mirrorSeverity(source, 'MachineSetReady', { holds: false, ...waiting })
  return mirrored?.condition ?? falseSeverityCondition('MachineSetReady', waiting)
}

/** The one word that scripts read. */
export function phaseOf({ listed, replicas, deleting, current }: MachineDeploymentFacts): string {
  if (!listed || replicas === undefined) return 'Unknown'
  if (deleting || replicas < current) return 'ScalingDown'
  return replicas > current ? 'ScalingUp' : 'Running'
}
