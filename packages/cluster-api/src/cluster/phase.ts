import type { InitializationStep } from './steps/initialization.ts'
import type { ClusterObserved } from './types.ts'

/** The one word that scripts read. Where nothing decides it stays. */
export function phaseOf(
  observed: ClusterObserved,
  { initialization, hasEndpoint }: InitializationStep,
): string {
  const { deleting, infrastructureRef, controlPlaneRef, before } = observed
  if (deleting) return 'Deleting'
  if (initialization.infrastructureProvisioned && hasEndpoint) return 'Provisioned'
  if (infrastructureRef !== undefined || controlPlaneRef !== undefined) return 'Provisioning'
  return before.phase ?? 'Pending'
}
