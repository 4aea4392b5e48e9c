import { countMachines } from '../../machines-of/counters.ts'
import type { ReplicaFacts } from '../../proposal-rows/facts.ts'
import type { ControlPlaneFacts } from '../facts.ts'
import type { GateFacts } from '../rules/gate.ts'

/** Whether its Machines could be looked at. */
export const listedFacts = ({ pass }: GateFacts): { readonly listed: boolean } => ({ listed: pass.listed })

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
