import { type ConditionRules, type ConditionState, keep, otherwise, report } from '@sitrep/conditions'
import { type ClusterFacts, statusUnreadable, summaryOf } from '../facts/facts.ts'
import { types } from '../types.ts'

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
