import {
  aggregateSeverity,
  falseSeverityCondition,
  filterStretchesBy,
  type SeverityCondition,
  trueSeverityCondition,
} from '@sitrep/conditions'
import { hasLabels, number } from '@sitrep/status'
import { machineSetKind } from '../kinds.ts'
import { countAvailable, countReady } from '../machines-of/node-readiness.ts'
import { legacyStatus } from '../model/stages.ts'
import { failureIn } from '../old-model/failure.ts'
import type { OldStatus } from '../old-model/layout.ts'
import { markOld, oldConditionsIn } from '../old-model/old-conditions.ts'
import type { MachineSetFacts } from './facts/facts.ts'
import type { Preflight } from './facts/preflight.ts'
import type { MachineSetObserved, OldMachine } from './types.ts'

const summedUp = ['MachinesCreated', 'Resized', 'MachinesReady']

/** What the older API says of a MachineSet, by its own rules. */
export function oldStatusOf(
  observed: MachineSetObserved,
  facts: MachineSetFacts,
  checks: Preflight,
): OldStatus {
  const { previous, namespace, name, clock } = observed
  const before = legacyStatus(previous)
  const counted = facts.listed && observed.desired !== undefined
  const counters = counted
    ? countNodes(observed)
    : {
        fullyLabeledReplicas: number(before['fullyLabeledReplicas']),
        readyReplicas: number(before['readyReplicas']),
        availableReplicas: number(before['availableReplicas']),
      }
  const marks = [
    ...createdMarks(facts, checks),
    ...(counted ? resizedMarks(facts, counters.readyReplicas ?? 0) : []),
    ...(counted ? machinesReadyMarks(observed) : []),
  ]
  const ref = { ...machineSetKind, namespace, name }
  return {
    ...counters,
    ...failureIn(before),
    conditions: markOld(oldConditionsIn(previous), marks, { ref, types: summedUp, now: clock.now }),
  }
}

function countNodes({ oldMachines, nodes, templateLabels, minReadySeconds, clock }: MachineSetObserved) {
  return {
    fullyLabeledReplicas: fullyLabeled(oldMachines, templateLabels).length,
    readyReplicas: countReady(nodes),
    availableReplicas: countAvailable(nodes, minReadySeconds, clock),
  }
}

const fullyLabeled = filterStretchesBy<OldMachine, OldMachine['labels']>(JSON.stringify, hasLabels)

function createdMarks(facts: MachineSetFacts, { problems }: Preflight): readonly SeverityCondition[] {
  const { listed, current, desired } = facts
  if (desired === undefined) return []
  if (listed && current >= desired) return [trueSeverityCondition('MachinesCreated')]
  if (problems.length === 0) return []
  const message = problems.join('; ')
  return [
    falseSeverityCondition('MachinesCreated', { reason: 'PreflightCheckFailed', severity: 'Error', message }),
  ]
}

function resizedMarks(
  { current, desired = 0 }: MachineSetFacts,
  ready: number,
): readonly SeverityCondition[] {
  if (current !== desired) {
    const [reason, verb] = current < desired ? ['ScalingUp', 'up'] : ['ScalingDown', 'down']
    const message = `Scaling ${verb} MachineSet to ${desired} replicas (actual ${current})`
    return [falseSeverityCondition('Resized', { reason, severity: 'Warning', message })]
  }
  // The old rule calls a resize done only once the Nodes are there too.
  return ready === current ? [trueSeverityCondition('Resized')] : []
}

function machinesReadyMarks({ oldMachines }: MachineSetObserved): readonly SeverityCondition[] {
  if (oldMachines.length === 0) return [trueSeverityCondition('MachinesReady')]
  const merged = aggregateSeverity(oldMachines, 'MachinesReady', { sourceRef: true })
  return merged === undefined ? [] : [merged.condition]
}
