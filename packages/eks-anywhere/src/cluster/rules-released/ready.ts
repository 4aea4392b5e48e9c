import {
  type ConditionRules,
  type ConditionState,
  getCondition,
  keep,
  otherwise,
  report,
  type SeverityResult,
  summarizeSeverity,
} from '@sitrep/conditions'
import { types } from '../conditions.ts'
import type { ClusterFacts } from '../facts.ts'
import { skipReason } from './default-cni-configured.ts'
import { statusUnreadable } from './unreadable.ts'

const always = [types.initialized, types.controlPlane, types.workers]

/** The other conditions in one. A CNI that is not to be upgraded, or that is fine, is left out. */
export function summaryOf({ name, said }: ClusterFacts): SeverityResult | undefined {
  const cni = getCondition(said, types.cni)
  const counts = cni === undefined || (cni.status === 'False' && cni.reason !== skipReason)
  return summarizeSeverity(
    { kind: 'Cluster', name, conditions: said },
    { types: counts ? [...always, types.cni] : always },
  )
}

const summarized = (f: ClusterFacts): ConditionState => {
  const { status, reason = '', message = '' } = summaryOf(f)?.condition ?? { status: 'Unknown' }
  return { status, reason, message }
}

const words = {
  message: 'that of the worst of the other conditions, the control plane before workers before the CNI',
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const ready: ConditionRules<ClusterFacts> = {
  type: types.ready,
  rows: [
    ['control plane, external etcd or MachineDeployments cannot be read', statusUnreadable,  keep],
    ['nothing was said of the other conditions', (f) => summaryOf(f) === undefined,          keep],
    ['otherwise, the other conditions in one',   otherwise,                                  report(summarized, words), summarySources],
  ],
}

function summarySources(f: ClusterFacts) {
  return summaryOf(f)?.sources.map(({ condition = '' }) => ({ condition })) ?? []
}
