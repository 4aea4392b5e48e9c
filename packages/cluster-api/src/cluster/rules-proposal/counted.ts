import { type ConditionRules, False, otherwise, type Rule, True, Unknown } from '@sitrep/conditions'
import type { ClusterFacts } from '../facts/facts.ts'
import type { Counters } from '../types.ts'

type Count = number | undefined
type Judge = (counters: Counters) => { readonly holds: boolean | undefined; readonly text: string }

/** Judges both halves; what one of them does not know is unknown of the Cluster unless the other half settles it. */
function judge(
  { counts }: ClusterFacts,
  of: Judge,
): { readonly known: boolean; readonly lines: readonly string[] } {
  const halves = [
    ...(counts.controlPlane === undefined ? [] : [{ name: 'Control plane', ...of(counts.controlPlane) }]),
    { name: 'Workers', ...of(counts.workers) },
  ]
  return {
    known: halves.every(({ holds }) => holds !== undefined),
    lines: halves.filter(({ holds }) => holds === true).map(({ name, text }) => `* ${name}: ${text}`),
  }
}

const both = (a: Count, b: Count, holds: (a: number, b: number) => boolean): boolean | undefined =>
  a === undefined || b === undefined ? undefined : holds(a, b)

const lacks: Judge = ({ availableReplicas: have, desiredReplicas: want }) => ({
  holds: both(have, want, (a, b) => a < b),
  text: `${have} of ${want} replicas are available`,
})

const exceeds: Judge = ({ replicas: have, desiredReplicas: want }) => ({
  holds: both(have, want, (a, b) => a > b),
  text: `${have} replicas exist, ${want} wanted`,
})

const isBehind: Judge = ({ upToDateReplicas: have, replicas: all }) => ({
  holds: both(have, all, (a, b) => a !== b),
  text: `${have} of ${all} replicas are up to date`,
})

const uncounted = (type: string): Rule<ClusterFacts>[2] =>
  Unknown(`${type}Unknown`, 'Some replicas cannot be counted')

const lines = (f: ClusterFacts, of: Judge): string => judge(f, of).lines.join('\n')
const some =
  (of: Judge) =>
  (f: ClusterFacts): boolean =>
    judge(f, of).lines.length > 0
const unknown =
  (of: Judge) =>
  (f: ClusterFacts): boolean =>
    !judge(f, of).known

// biome-ignore format: the table is the specification; its columns stay aligned
export const scalingUp: ConditionRules<ClusterFacts> = {
  type: 'ScalingUp',
  rows: [
    ['fewer available replicas than wanted', some(lacks),    True('ScalingUp', (f) => lines(f, lacks))],
    ['replicas cannot be counted',           unknown(lacks), uncounted('ScalingUp')],
    ['otherwise',                            otherwise,      False('NotScalingUp')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const scalingDown: ConditionRules<ClusterFacts> = {
  type: 'ScalingDown',
  rows: [
    ['more replicas than wanted',  some(exceeds),    True('ScalingDown', (f) => lines(f, exceeds))],
    ['replicas cannot be counted', unknown(exceeds), uncounted('ScalingDown')],
    ['otherwise',                  otherwise,        False('NotScalingDown')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const upToDate: ConditionRules<ClusterFacts> = {
  type: 'UpToDate',
  rows: [
    ['fewer replicas up to date than there are', some(isBehind),    False('NotUpToDate', (f) => lines(f, isBehind))],
    ['replicas cannot be counted',               unknown(isBehind), uncounted('UpToDate')],
    ['otherwise',                                otherwise,         True('UpToDate')],
  ],
}
