import type { ClusterFacts } from './facts.ts'
import type { ControlPlaneSeen } from './types.ts'

/** The control plane, where there is one and it could be read. */
export const controlPlaneOf = ({ controlPlane }: ClusterFacts): ControlPlaneSeen | undefined =>
  controlPlane.read ? controlPlane.item : undefined
