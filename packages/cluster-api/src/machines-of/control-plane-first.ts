import type { ConditionedObject } from '@sitrep/conditions'
import { labels } from '../kinds.ts'

/** Whether an object is a Machine of the control plane, of which an aggregate tells first. The label's value does not matter. */
export function isControlPlaneMachine({ kind, labels: own }: ConditionedObject): boolean {
  return kind === 'Machine' && Object.hasOwn(own ?? {}, labels.controlPlane)
}
