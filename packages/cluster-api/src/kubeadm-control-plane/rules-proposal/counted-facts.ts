import { countMachines } from '../../machines-of/counters.ts'
import type { ReplicaFacts } from '../../proposal-rows/facts.ts'
import type { ControlPlaneFacts } from '../facts.ts'

/** A control plane as the rules see it that all owners of Machines share. */
export const countedFacts = ({
  pass,
  machines,
  clock,
  desired,
  current,
  deleting,
}: ControlPlaneFacts): ReplicaFacts => ({
  machines,
  clock,
  desired,
  current,
  deleting,
  listed: pass.listed,
  available: countMachines(machines).availableReplicas,
})
