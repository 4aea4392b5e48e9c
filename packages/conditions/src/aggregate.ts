import { compareBytes } from './byte-order.ts'
import { type Condition, condition, notYetReported } from './condition.ts'
import { LateDecision, type SetDecision } from './decision.ts'
import { ConditionsError } from './errors.ts'
import { getCondition } from './get.ts'
import { compareInstants } from './instant.ts'
import { withinLimits } from './limits.ts'
import { mergeReporters } from './merge/aggregate-message.ts'
import { heardAmong } from './merge/heard.ts'
import type { Reporters } from './merge/reporters.ts'
import {
  checkedStrategy,
  type MergePriority,
  type MergeStrategy,
  mergedStatus,
  mergeStrategy,
  priorityByStatus,
  type ReportedCondition,
} from './merge/strategy.ts'
import { type ConditionedObject, refOf, type Source } from './source.ts'

/** How conditions of many objects become one. */
export interface AggregateOptions {
  /** The type of the result; that of the sources unless given. */
  readonly target?: string
  /** `[type]` where the type is bad when True; the result then is bad when True as well. */
  readonly negative?: readonly string[]
  readonly strategy?: MergeStrategy
  /** The word under which an object is told and counted; its kind unless given. */
  readonly group?: (object: ConditionedObject) => string
  /** Which objects weigh most: their messages, and among several names theirs, are told before all others. None unless given. */
  readonly first?: (object: ConditionedObject) => boolean
}

/**
 * Makes one condition out of the same condition of many objects, in one pass. An object without it counts as unknown.
 * The result does not depend on the order of the objects. Throws a ConditionsError when there are none.
 *
 * `sources` are the objects whose condition gave the result its status; they are listed when they are first asked
 * for, and until then the decision keeps hold of the objects.
 */
export function aggregate(
  objects: readonly ConditionedObject[],
  type: string,
  options: AggregateOptions = {},
): SetDecision {
  const target = options.target ?? type
  const strategy = strategyFor(type, options, objects)
  const heard = heardAmong(objects, type, options.strategy)
  const reporters = reportersOf(heard, type, { ...options, strategy })
  const { heaviest, message } = mergeReporters(reporters)
  if (heaviest === undefined) {
    throw new ConditionsError('nothing-to-merge', 'no condition to aggregate has one of the three weights')
  }
  const status = mergedStatus(heaviest, strategy.targetPolarity)
  const reason = reasonFor(reporters, heard, { strategy, heaviest })
  const result = withinLimits(condition({ type: target, status, reason, message }))
  return new LateDecision({ type: target, by: 'aggregate', condition: result }, () =>
    sourcesOf(reportersOf(objects, type, { ...options, strategy }), objects, { type, heaviest }),
  )
}

function strategyFor(
  type: string,
  { negative = [], strategy }: AggregateOptions,
  objects: readonly ConditionedObject[],
): MergeStrategy {
  if (!objects?.length) throw new ConditionsError('sources-empty', 'an aggregate needs objects')
  if (negative.length > 1 || (negative.length === 1 && negative[0] !== type)) {
    const text = `only "${type}" can be negative, for nothing else is aggregated`
    throw new ConditionsError('negative-types-wrong', text)
  }
  if (strategy) return checkedStrategy(strategy)
  const isNegative = negative.length > 0
  return mergeStrategy({
    targetPolarity: isNegative ? 'negative' : 'positive',
    priority: ({ status }) => priorityByStatus(status, isNegative),
  })
}

function reportersOf(
  objects: readonly ConditionedObject[],
  type: string,
  { strategy, group, first }: AggregateOptions & { readonly strategy: MergeStrategy },
): Reporters {
  const missing: Condition = {
    type,
    status: 'Unknown',
    reason: notYetReported,
    message: `Condition ${type} not yet reported`,
  }
  return {
    size: objects.length,
    priority: strategy.priority,
    word: (at) => (group ? group(objectAt(objects, at)) : objects[at]?.kind) ?? '',
    name: (at) => objects[at]?.name ?? '',
    first: (at) => first?.(objectAt(objects, at)) ?? false,
    condition: (at) => getCondition(objectAt(objects, at).conditions, type) ?? missing,
  }
}

function objectAt(objects: readonly ConditionedObject[], at: number): ConditionedObject {
  const object = objects[at]
  if (!object) throw new ConditionsError('object-missing', 'an object to aggregate is missing')
  return object
}

interface Decided {
  readonly strategy: MergeStrategy
  readonly heaviest: MergePriority
}

function reasonFor(reporters: Reporters, objects: readonly ConditionedObject[], by: Decided): string {
  const { reason, priority } = by.strategy
  if (typeof reason !== 'function') return reason[by.heaviest]
  const ordered = inOrder(reporters, objects)
  const group = (wanted: MergePriority): ReportedCondition[] =>
    ordered.filter(({ condition }) => priority(condition) === wanted)
  return reason({ issues: group('issue'), unknowns: group('unknown'), infos: group('info') })
}

function sourcesOf(
  reporters: Reporters,
  objects: readonly ConditionedObject[],
  by: Asked,
): readonly Source[] {
  return inOrder(reporters, objects)
    .filter(({ condition }) => reporters.priority(condition) === by.heaviest)
    .map(({ owner }) => ({ ref: refOf(owner), condition: by.type }))
}

interface Asked {
  readonly type: string
  readonly heaviest: MergePriority
}

type Report = Required<ReportedCondition>

/** All that was reported, oldest first and then by name, whatever the order of the objects. */
function inOrder(reporters: Reporters, objects: readonly ConditionedObject[]): readonly Report[] {
  return objects
    .map((owner, at) => ({ owner, condition: reporters.condition(at) }))
    .sort(
      (a, b) =>
        compareInstants(a.condition.lastTransitionTime, b.condition.lastTransitionTime) ||
        compareBytes(a.owner.kind, b.owner.kind) ||
        compareBytes(a.owner.namespace ?? '', b.owner.namespace ?? '') ||
        compareBytes(a.owner.name, b.owner.name),
    )
}
