import { isForMachine, isUnderstood } from '../drain/drain-rule.ts'
import { type DrainLook, lookAtDrain } from '../drain/outcome.ts'
import type { SelectionInput } from '../drain/selection.ts'
import type { DrainObserved, MachineObserved } from '../types.ts'
import type { DeletionInput } from './input.ts'

/** Looks at the drain of the Machine's Node. A Node that is gone is drained. */
export function drainLook({ observed, deletion, clock }: DeletionInput): DrainLook {
  const { node, drain } = deletion
  if (node?.read !== true || drain === undefined)
    return { drain: 'failed', why: 'connection to the workload cluster is down' }
  if (node.item === undefined) return { drain: 'completed' }
  if (!drain.pods.read) return { drain: 'failed', why: drain.pods.why }
  if (drain.pods.items.length === 0) return { drain: 'completed' }
  const rules = rulesFor(observed, drain)
  if (rules === undefined) return { drain: 'failed', why: 'a MachineDrainRule cannot be understood' }
  return lookAtDrain(drain.pods.items, { rules, unreachable: node.item.unreachable, clock })
}

/** The rules about this Machine, by name; nothing where one of the namespace cannot be understood. */
export function rulesFor(
  { machine }: MachineObserved,
  drain: DrainObserved,
): SelectionInput['rules'] | undefined {
  if (!drain.rules.read || !drain.rules.items.every(isUnderstood)) return undefined
  return drain.rules.items
    .filter((rule) => isForMachine(rule, machine.labels, drain.clusterLabels))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
