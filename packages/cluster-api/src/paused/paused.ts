import {
  type ConditionRules,
  type Decision,
  decide,
  False,
  type KeepDecision,
  otherwise,
  True,
} from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'
import { annotations } from '../kinds.ts'
import { at } from '../model/fields.ts'

/** What decides whether anybody works on an object. */
export interface PausedFacts {
  readonly kind: string
  /** The Cluster that the object belongs to says `spec.paused`. */
  readonly clusterPaused: boolean
  /** The object carries the annotation itself. */
  readonly annotated: boolean
}

const causes = ({ kind, clusterPaused, annotated }: PausedFacts): string =>
  [
    ...(clusterPaused ? ['Cluster spec.paused is set to true'] : []),
    ...(annotated ? [`${kind} has the ${annotations.paused} annotation`] : []),
  ].join(', ')

// biome-ignore format: the table is the specification; its columns stay aligned
export const pausedRules: ConditionRules<PausedFacts> = {
  type: 'Paused',
  rows: [
    ['the Cluster or the object is paused', (f) => f.clusterPaused || f.annotated, True('Paused', causes)],
    ['otherwise',                           otherwise,                             False('NotPaused')],
  ],
}

export const decidePaused = (facts: PausedFacts): Decision => decide(pausedRules, facts)

/** Whether a paused object is meant: then everything but `Paused` stays as it is. */
export const isPaused = ({ clusterPaused, annotated }: PausedFacts): boolean => clusterPaused || annotated

/** Whether the object carries the annotation; its value does not matter. */
export const hasPausedAnnotation = ({ metadata }: KubeObject): boolean =>
  Object.hasOwn(metadata.annotations ?? {}, annotations.paused)

/** Whether a Cluster says that all that belongs to it is paused. */
export const isClusterPaused = (cluster: KubeObject): boolean => at(cluster.spec, 'paused') === true

/** Claims types without touching them: a frozen condition still belongs to the definition that froze it. */
export const keepAll = (types: readonly string[], why: string): readonly KeepDecision[] =>
  types.map((type) => ({
    verdict: 'keep',
    type,
    by: 'table',
    row: { index: 0, words: why, passedOver: [] },
    sources: [],
  }))
