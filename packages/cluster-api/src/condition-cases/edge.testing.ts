import {
  type AnyCondition,
  aggregate,
  aggregateSeverity,
  applyConditions,
  applySeverityConditions,
  type Condition,
  type ConditionedObject,
  type ConditionStatus,
  ConditionsError,
  diffConditions,
  diffSeverityConditions,
  type Instant,
  type MergeStrategy,
  mergeStrategy,
  mirror,
  type Operation,
  parseInstant,
  type Severity,
  type SeverityCondition,
  setCondition,
  summarize,
  summarizeSeverity,
} from '@sitrep/conditions'
import { labels } from '../kinds.ts'
import { isControlPlaneMachine } from '../machines-of/facts.ts'
import { compareConditions, compareSeverityConditions } from '../model/condition-order.ts'
import { genuineText } from './genuine-text.testing.ts'

/** A strategy as the vectors write it. */
export interface MergeWish {
  readonly positive?: boolean
  readonly neg?: readonly string[]
  readonly reasons?: readonly string[]
  readonly transform?: string
}

interface ShortCondition {
  readonly t: string
  readonly s: string
  readonly r?: string
  readonly m?: string
  readonly sev?: string
  readonly g?: number
  readonly l?: number
}

interface ShortObject {
  readonly k?: string
  readonly n?: string
  readonly cp?: boolean
  readonly gen?: number
  readonly c?: readonly ShortCondition[]
}

/** One question of the suite `edge`. */
export interface EdgeQuestion {
  readonly op: string
  readonly type?: string
  readonly target?: string
  readonly objs?: readonly ShortObject[]
  readonly obj?: ShortObject
  readonly cond?: ShortCondition
  readonly fallback?: ShortCondition
  readonly for?: readonly string[]
  readonly neg?: readonly string[]
  readonly ignore?: readonly string[]
  readonly override?: readonly ShortCondition[]
  readonly merge?: MergeWish
  readonly before?: readonly ShortCondition[]
  readonly after?: readonly ShortCondition[]
  readonly latest?: readonly ShortCondition[]
  readonly force?: boolean
  readonly owned?: readonly string[]
  readonly with?: readonly string[]
  readonly step?: boolean
  readonly only?: readonly string[]
  readonly ref?: boolean
}

/** Answers a question in the short form of the vectors. */
export function answerEdge(q: EdgeQuestion, now: Instant): unknown {
  const answer = operations[q.op]
  if (answer === undefined) return `no such operation: ${q.op}`
  try {
    return answer(q, now)
  } catch (error) {
    if (error instanceof ConditionsError) return { err: genuineText(error) }
    throw error
  }
}

const operations: Readonly<Record<string, (q: EdgeQuestion, now: Instant) => unknown>> = {
  aggregate: (q) => ({ cond: short(aggregated(q)) }),
  summary: (q) => ({ cond: short(summarized(q)) }),
  mirror: (q) => ({ cond: short(mirrored(q)) }),
  set: ({ obj, cond }, now) => {
    const stamp = { generation: obj?.gen ?? 0, now, order: compareConditions }
    const list = setCondition(objectOf(obj).conditions, conditionOf(cond), stamp)
    return { list: list.map((set) => short(set, now)) }
  },
  patch: (q, now) => patched(q, now),
  v1patch: (q, now) => severityPatched(q, now),
  v1summary: (q) => ({ cond: short(severitySummary(q)) }),
  v1aggregate: ({ objs = [], target = '', step, ref }) => {
    const result = aggregateSeverity(objs.map(severityObjectOf), target, {
      ...(step !== undefined && { stepCounter: step }),
      ...(ref && { sourceRef: ref }),
    })
    return { cond: short(result?.condition) }
  },
}

function aggregated({ objs = [], type = '', target, neg, merge }: EdgeQuestion): Condition {
  return aggregate(objs.map(objectOf), type, {
    first: isControlPlaneMachine,
    ...(target && { target }),
    ...(neg && { negative: neg }),
    ...(merge && { strategy: strategyFrom(merge) }),
  }).condition
}

function summarized(q: EdgeQuestion): Condition {
  return summarize(objectOf(q.obj), {
    type: q.target ?? '',
    types: q.for ?? [],
    ...(q.neg && { negative: q.neg }),
    ...(q.ignore && { ignoreIfMissing: q.ignore }),
    ...(q.override && { override: q.override.map(conditionOf) }),
    ...(q.merge && { strategy: strategyFrom(q.merge) }),
  }).condition
}

function mirrored({ obj, type = '', target, fallback }: EdgeQuestion): Condition {
  return mirror(objectOf(obj), type, {
    ...(target && { target }),
    ...(fallback && { fallback: conditionOf(fallback) }),
  }).condition
}

function severitySummary(q: EdgeQuestion): SeverityCondition | undefined {
  return summarizeSeverity(severityObjectOf(q.obj ?? {}), {
    ...(q.with && { types: q.with }),
    ...(q.neg && { negative: q.neg }),
    ...(q.step !== undefined && { stepCounter: q.step }),
    ...(q.only && { stepCounterOnlyIf: q.only }),
    ...(q.ref && { sourceRef: q.ref }),
  })?.condition
}

function patched(
  { before = [], after = [], latest = [], force, owned }: EdgeQuestion,
  now: Instant,
): unknown {
  const patch = diffConditions(before.map(conditionOf), after.map(conditionOf))
  const list = latest.map(conditionOf)
  return outcome(patch, list, now, () =>
    applyConditions(patch, list, { force, owned, now, order: compareConditions }),
  )
}

function severityPatched(
  { before = [], after = [], latest = [], force, owned }: EdgeQuestion,
  now: Instant,
): unknown {
  const patch = diffSeverityConditions(before.map(severityOf), after.map(severityOf))
  const list = latest.map(severityOf)
  return outcome(patch, list, now, () =>
    applySeverityConditions(patch, list, { force, owned, now, order: compareSeverityConditions }),
  )
}

function outcome<Item extends AnyCondition>(
  patch: readonly Operation<Item>[],
  latest: readonly Item[],
  now: Instant,
  apply: () => readonly Item[],
): unknown {
  const ops = patch.map((operation) => {
    const { type } = operation.op === 'Remove' ? operation.before : operation.after
    return `${operation.op}:${type}`
  })
  try {
    return { ops, list: apply().map((item) => short(item, now)) }
  } catch (error) {
    if (!(error instanceof ConditionsError)) throw error
    return { ops, err: genuineText(error), list: latest.map((item) => short(item, now)) }
  }
}

function objectOf(object: ShortObject | undefined): ConditionedObject {
  const { k = '', n = '', cp, c = [] } = object ?? {}
  return {
    kind: k,
    name: n,
    ...(cp && { labels: { [labels.controlPlane]: '' } }),
    conditions: c.map(conditionOf),
  }
}

function severityObjectOf({ k = '', n = '', c = [] }: ShortObject): ConditionedObject & {
  readonly conditions: readonly SeverityCondition[]
} {
  return { kind: k, name: n, conditions: c.map(severityOf) } as never
}

function conditionOf(given: ShortCondition | undefined): Condition {
  const { t = '', s = '', r = '', m = '', g, l } = given ?? {}
  return {
    type: t,
    status: wordOf(s),
    reason: r,
    message: m,
    ...(g && { observedGeneration: g }),
    ...timeOf(l),
  }
}

function severityOf({ t, s, sev, r, m, l }: ShortCondition): SeverityCondition {
  return {
    type: t,
    status: wordOf(s),
    ...(sev && { severity: sev as Severity }),
    ...(r && { reason: r }),
    ...(m && { message: m }),
    ...timeOf(l),
  }
}

function timeOf(ms: number | undefined): { readonly lastTransitionTime?: Instant } {
  return ms === undefined ? {} : { lastTransitionTime: new Date(ms).toISOString().replace('.000Z', 'Z') }
}

function short(given: AnyCondition | undefined, now: Instant = ''): unknown {
  if (given === undefined) return null
  const { type, status, reason = '', message = '', lastTransitionTime } = given
  const g = 'observedGeneration' in given ? given.observedGeneration : undefined
  const sev = 'severity' in given ? given.severity : undefined
  const stampedNow = now !== '' && lastTransitionTime === now.replace(/\.\d+Z$/, 'Z')
  const l = stampedNow ? 'now, floored' : millisecondsOf(lastTransitionTime)
  return {
    t: type,
    s: letterOf(status),
    r: reason,
    m: message,
    ...(sev && { sev }),
    ...(g && { g }),
    ...(l !== undefined && { l }),
  }
}

function millisecondsOf(instant: Instant | undefined): number | undefined {
  const moment = instant === undefined ? undefined : parseInstant(instant)
  return moment && moment.seconds * 1000 + moment.nanoseconds / 1e6
}

/** The strategy that a vector asks for. */
export function strategyFrom({ positive = true, neg = [], reasons, transform }: MergeWish): MergeStrategy {
  const [issue = '', unknown = '', info = ''] = reasons ?? []
  return mergeStrategy({
    negative: neg,
    infos: 'when-true',
    targetPolarity: positive ? 'positive' : 'negative',
    ...(reasons && { reason: { issue, unknown, info } }),
    ...(transform === 'lowercase' && { transform: (entries) => entries.map((entry) => entry.toLowerCase()) }),
  })
}

const words: Readonly<Record<string, ConditionStatus>> = { T: 'True', F: 'False', U: 'Unknown' }

/** The status behind a letter; anything else stands for itself. */
export function wordOf(letter: string): ConditionStatus {
  return words[letter] ?? (letter as ConditionStatus)
}

/** The letter for a status; anything else stands for itself. */
export function letterOf(status: string): string {
  return Object.entries(words).find(([, word]) => word === status)?.[0] ?? status
}
