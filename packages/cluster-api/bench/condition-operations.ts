import { compareConditions, isControlPlaneMachine } from '@sitrep/cluster-api'
import {
  aggregate,
  applyConditions,
  type Condition,
  type ConditionedObject,
  diffConditions,
  setCondition,
  summarize,
} from '@sitrep/conditions'

const types = [
  'Available',
  'Ready',
  'BootstrapConfigReady',
  'InfrastructureReady',
  'NodeHealthy',
  'NodeReady',
]
const now = '2026-01-01T00:10:00Z'
const first = isControlPlaneMachine

/** The operations that are measured, under the names that the genuine program uses too. */
export function benchCases(): ReadonlyMap<string, () => unknown> {
  const [object] = machines(1, 1)
  const conditions = object?.conditions ?? []
  const changed = conditions.with(3, { ...conditions[3], message: 'Something else' } as Condition)
  const flipped = conditions.map((condition) => ({
    ...condition,
    status: 'True' as const,
    lastTransitionTime: now,
  }))
  const patch = diffConditions(conditions, flipped)
  const same = { ...conditions[3] } as Condition
  const other = changed[3] as Condition
  const stamp = { generation: 3, now, order: compareConditions }
  return new Map<string, () => unknown>([
    ['summary of 6 conditions', () => summarize(conditions, { type: 'Summary', types })],
    ...[10, 1_000, 100_000].flatMap((count): [string, () => unknown][] => {
      const [few, many] = [machines(count, 3), machines(count, count)]
      return [
        [`aggregate of ${count}, 3 messages`, () => aggregate(few, 'Ready', { first })],
        [`aggregate of ${count}, all distinct`, () => aggregate(many, 'Ready', { first })],
      ]
    }),
    ['set, nothing changes', () => setCondition(conditions, same, stamp)],
    ['set, message changes', () => setCondition(conditions, other, stamp)],
    ['diff of 6, one changed', () => diffConditions(conditions, changed)],
    ['apply of 6, all changed', () => applyConditions(patch, conditions, { now, order: compareConditions })],
  ])
}

// Through text and back, so that no two objects share a string, as objects from an API server do not.
function machines(count: number, messages: number): readonly ConditionedObject[] {
  return JSON.parse(JSON.stringify(Array.from({ length: count }, (_, i) => machine(i, i % messages))))
}

function machine(at: number, message: number): ConditionedObject {
  return {
    kind: 'Machine',
    namespace: 'default',
    name: `machine-${at}`,
    conditions: types.map((type) => ({
      type,
      status: 'False',
      observedGeneration: 3,
      lastTransitionTime: '2026-01-01T00:00:00Z',
      reason: 'NotReady',
      message: `Something is wrong with number ${message}`,
    })),
  }
}
