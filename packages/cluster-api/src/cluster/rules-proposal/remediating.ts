import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import type { MachineSeen } from '../../machines-of/machine-seen.ts'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import { hasUnhealthy, unhealthySources, unhealthyText } from '../../proposal-rows/machines.ts'
import type { ClusterFacts } from '../facts/facts.ts'

const all = (f: ClusterFacts): { readonly machines: readonly MachineSeen[] } => ({
  machines: [...f.controlPlaneMachines, ...f.workerMachines],
})

// biome-ignore format: the table is the specification; its columns stay aligned
export const remediating: ConditionRules<ClusterFacts> = {
  type: 'Remediating',
  rows: [
    notSeen,
    ['a Machine does not pass health checks', (f) => hasUnhealthy(all(f)), True('Remediating', (f) => unhealthyText(all(f))), (f) => unhealthySources(all(f))],
    ['otherwise',                             otherwise,                   False('NotRemediating')],
  ],
}
