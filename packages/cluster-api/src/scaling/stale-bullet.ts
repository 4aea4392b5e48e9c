import { staleMachinesText } from '../deletion-delay/stale-machines.ts'
import type { MachinesFacts } from '../machines-of/facts.ts'

/** Names the Machines that have been in deletion for too long, on a line of its own; empty when there are none. */
export function staleBullet({ machines, clock }: MachinesFacts): string {
  const stale = staleMachinesText(machines, clock)
  return stale === '' ? '' : `\n* ${stale}`
}
