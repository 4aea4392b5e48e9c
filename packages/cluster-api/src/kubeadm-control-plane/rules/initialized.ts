import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import type { ControlPlaneFacts } from '../facts/facts.ts'

// biome-ignore format: the table is the specification; its columns stay aligned
export const initialized: ConditionRules<ControlPlaneFacts> = {
  type: 'Initialized',
  rows: [
    ['kubeadm has set up the first Machine',            (f) => f.initialized,           True('Initialized')],
    ['it cannot be read whether kubeadm has done that', (f) => f.initializationUnread,  Unknown('InspectionFailed', 'Failed to get the ConfigMap of kubeadm')],
    ['otherwise',                                       otherwise,                      False('NotInitialized')],
  ],
}
