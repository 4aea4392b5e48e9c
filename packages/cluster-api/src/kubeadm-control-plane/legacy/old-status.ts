import type { OldStatus } from '../../old-model/layout.ts'
import type { ControlPlaneFacts } from '../facts.ts'

/** What the older API says of a control plane. */
export interface OldControlPlane extends OldStatus {
  readonly ready: boolean
}

export function oldStatus({ pass }: ControlPlaneFacts): OldControlPlane {
  const { legacy } = pass.observed.previous
  return { ...legacy, ready: false }
}
