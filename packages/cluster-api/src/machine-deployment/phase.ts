import type { MachineDeploymentFacts } from './types.ts'

/** The one word that scripts read. */
export function phaseOf({ listed, replicas, deleting, current }: MachineDeploymentFacts): string {
  if (!listed || replicas === undefined) return 'Unknown'
  if (deleting || replicas < current) return 'ScalingDown'
  return replicas > current ? 'ScalingUp' : 'Running'
}
