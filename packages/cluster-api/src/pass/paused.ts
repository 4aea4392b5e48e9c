import {
  type ConditionRules,
  False,
  type KeepDecision,
  otherwise,
  type Rule,
  True,
  Unknown,
} from '@sitrep/conditions'
import { at, type KubeObject } from '@sitrep/status'
import { annotations } from '../kinds.ts'

/** What decides whether anybody works on an object. */
export interface PausedFacts {
  readonly kind: string
  /** The Cluster that the object belongs to says `spec.paused`. */
  readonly clusterPaused: boolean
  /** The object carries the annotation itself. */
  readonly annotated: boolean
  /** The Cluster could not be looked at, so that nobody knows what it says. */
  readonly clusterUnread?: boolean
  /** The object itself says that nothing of it is to be rolled out. */
  readonly rolloutsPaused?: boolean
}

const causes = ({ kind, clusterPaused, annotated }: PausedFacts): string =>
  [
    ...(clusterPaused ? ['Cluster spec.paused is set to true'] : []),
    ...(annotated ? [`${kind} has the ${annotations.paused} annotation`] : []),
  ].join(', ')

/** Whether a paused object is meant: then everything but `Paused` stays as it is. */
export const isPaused = ({ clusterPaused, annotated }: PausedFacts): boolean => clusterPaused || annotated

const paused: Rule<PausedFacts> = ['the Cluster or the object is paused', isPaused, True('Paused', causes)]
const notPaused: Rule<PausedFacts> = ['otherwise', otherwise, False('NotPaused')]

/** For what is not looked at without its Cluster. */
export const pausedRules: ConditionRules<PausedFacts> = { type: 'Paused', rows: [paused, notPaused] }

/** For what is judged whether or not its Cluster can be read, and can be paused in part. */
export const pausedInPartRules = (...partly: readonly Rule<PausedFacts>[]): ConditionRules<PausedFacts> => ({
  type: 'Paused',
  rows: [
    paused,
    ...partly,
    [
      'the Cluster cannot be read',
      (f) => f.clusterUnread === true,
      Unknown('InternalError', 'The Cluster cannot be read, see the log for the error'),
    ],
    notPaused,
  ],
})

/** For what is judged whether or not its Cluster can be read. */
export const pausedWithoutClusterRules: ConditionRules<PausedFacts> = pausedInPartRules()

/** The table of a kind, by whether it is looked at without its Cluster. */
export const pausedRulesOf = ({
  needsCluster,
}: {
  readonly needsCluster: boolean
}): ConditionRules<PausedFacts> => (needsCluster ? pausedRules : pausedWithoutClusterRules)

/** Whether the object carries the annotation; its value does not matter. */
export const hasPausedAnnotation = ({ metadata }: KubeObject): boolean =>
  Object.hasOwn(metadata.annotations ?? {}, annotations.paused)

/** Whether a Cluster says that all that belongs to it is paused. */
export const isClusterPaused = (cluster: KubeObject): boolean => at(cluster.spec, 'paused') === true

/** Claims types without touching them: a frozen condition still belongs to the definition that froze it. */
export const keepAll = (types: readonly string[], why: string): readonly KeepDecision[] =>
  types.map((type) => ({
    outcome: 'keep',
    type,
    by: 'table',
    row: { index: 0, words: why, passedOver: [] },
    sources: [],
  }))
