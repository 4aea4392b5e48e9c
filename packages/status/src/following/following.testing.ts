import type { FollowedFacts } from '../family/following.ts'
import type { KubeObject } from '../object.ts'
import type { Phase } from './progress.ts'

/** What is not as in the smallest object. */
export interface Differing {
  readonly generation?: number
  readonly spec?: unknown
  readonly status?: unknown
  readonly annotations?: Readonly<Record<string, string>>
}

/** The smallest object of a kind, reported on at its present generation. */
export function object(apiVersion: string, kind: string, differing: Differing = {}): KubeObject {
  const { generation = 1, annotations, spec = {}, status = { observedGeneration: generation } } = differing
  return {
    apiVersion,
    kind,
    metadata: { name: 'prod', namespace: 'team', generation, ...(annotations && { annotations }) },
    spec,
    status,
  }
}

/** `Available True Reason: message` as a condition. */
export function condition(words: string, severity?: string): object {
  const [, type, status, reason, message] = /^(\w+) (\w+)(?: (\w+))?(?:: (.*))?$/s.exec(words) ?? []
  return { type, status, reason, message, ...(severity !== undefined && { severity }) }
}

/** A status of a generation with these conditions. */
export const status = (
  observedGeneration: number,
  conditions: readonly string[],
  others: Readonly<Record<string, unknown>> = {},
): object => ({ observedGeneration, conditions: conditions.map((words) => condition(words)), ...others })

/** What is known before anything was found. */
export const nothingFound: FollowedFacts = {
  object: undefined,
  found: {},
  forbidden: [],
  kubeconfig: { is: 'absent' },
}

/** Phases in few words: `spec done, workers working 1/3 (note)`. */
export const inWords = (phases: readonly Phase[]): string =>
  phases
    .map(({ name, state, counts, note }) =>
      [
        name,
        state,
        ...(counts ? [`${counts.ready}/${counts.desired}`] : []),
        ...(note ? [`(${note})`] : []),
      ].join(' '),
    )
    .join(', ')
