import {
  type AnyCondition,
  aggregate,
  applyConditions,
  applySeverityConditions,
  type Condition,
  ConditionsError,
  diffConditions,
  diffSeverityConditions,
  mirror,
  summarize,
  summarizeSeverity,
} from '@sitrep/conditions'
import { labels } from '../kinds.ts'
import { isControlPlaneMachine } from '../machines-of/facts.ts'
import { compareConditions, compareSeverityConditions } from '../model/condition-order.ts'
import {
  answerEdge,
  type EdgeQuestion,
  letterOf,
  type MergeWish,
  strategyFrom,
  wordOf,
} from './edge.testing.ts'
import { genuineText } from './genuine-text.testing.ts'

/** How one case went; `detail` says what differed. */
export interface CaseResult {
  readonly name: string
  readonly passed: boolean
  readonly detail: string
}

type Row = readonly string[]

interface Options {
  readonly for?: readonly string[]
  readonly neg?: readonly string[]
  readonly ignore?: readonly string[]
  readonly override?: readonly Row[]
  readonly merge?: MergeWish
  readonly target?: string
  readonly fallback?: Row
  readonly force?: boolean
  readonly owned?: readonly string[]
  readonly with?: readonly string[]
  readonly step?: boolean
  readonly only?: readonly string[]
}

interface ConditionCase {
  readonly suite: string
  readonly id: string
  readonly n?: string
  readonly note?: string
  readonly type?: string
  readonly c?: readonly (Row | null)[]
  readonly a?: readonly Row[]
  readonly b?: readonly Row[]
  readonly l?: readonly Row[]
  readonly afterMs?: number
  readonly o?: Options
  readonly q?: EdgeQuestion
  readonly w: unknown
}

const moment = '2024-05-06T07:08:09Z'
const now = '2024-05-06T09:00:00.750Z'

/** Runs one parsed line of a file of condition cases. A case that cannot be run has not passed. */
export function runConditionCase(line: unknown): CaseResult {
  if (typeof line !== 'object' || line === null || !('suite' in line) || !('w' in line)) {
    return { name: 'unnamed', passed: false, detail: 'not a vector: suite and w are needed' }
  }
  const vector = line as ConditionCase
  const name = `${vector.suite} ${vector.id}: ${vector.n ?? vector.note ?? ''}`
  const answer = suites[vector.suite]
  if (answer === undefined) return { name, passed: false, detail: `no such suite: ${vector.suite}` }
  const want = JSON.stringify(canonical(expected(vector)))
  const got = JSON.stringify(canonical(attempt(() => answer(vector))))
  return { name, passed: got === want, detail: got === want ? '' : `want ${want}\n got ${got}` }
}

const suites: Readonly<Record<string, (vector: ConditionCase) => unknown>> = {
  summary: answerSummary,
  aggregate: answerAggregate,
  mirror: answerMirror,
  aggmsg: answerAggregateMessage,
  summsg: ({ c = [] }) => {
    const conditions = c.map(fromRow)
    return summarize(conditions, { type: 'Target', types: conditions.map(({ type }) => type) }).condition
      .message
  },
  newpatch: ({ b = [], a = [] }) => operationNames(diffConditions(b.map(fromRow), a.map(fromRow))),
  apply: answerApply,
  v1apply: answerSeverityApply,
  v1summary: answerSeveritySummary,
  edge: ({ q }) => (q ? answerEdge(q, now) : undefined),
}

// An entry may span lines, so entries can only be compared joined.
function expected({ suite, w }: ConditionCase): unknown {
  return suite === 'aggmsg' && Array.isArray(w) ? w.join('\n') : w
}

function attempt(answer: () => unknown): unknown {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof ConditionsError)) return `CRASH ${String(error)}`
    if (error.code === 'condition-modified') return `ERR modified/${error.conflict?.operation}`
    if (error.code === 'condition-deleted') return `ERR deleted/${error.conflict?.operation}`
    return `ERR ${genuineText(error)}`
  }
}

/** Names the operations of a patch as the vectors do. */
function operationNames(patch: ReturnType<typeof diffConditions>): readonly string[] {
  return patch.map((operation) => {
    const { type } = operation.op === 'Remove' ? operation.before : operation.after
    return `${operation.op}:${type}`
  })
}

function answerSummary({ c = [], o = {} }: ConditionCase): Row {
  const source = { kind: 'Phase3Obj', name: 'SourceObject', conditions: c.map(fromRow) }
  const { status, reason, message } = summarize(source, {
    type: 'Available',
    types: o.for ?? [],
    ...(o.neg && { negative: o.neg }),
    ...(o.ignore && { ignoreIfMissing: o.ignore }),
    ...(o.override && { override: o.override.map(fromRow) }),
    ...(o.merge && { strategy: strategyFrom(o.merge) }),
  }).condition
  return [letterOf(status), reason, message]
}

function answerAggregate({ c = [], o = {}, type = '' }: ConditionCase): Row {
  const objects = c.map((row, i) => ({
    kind: 'Phase3Obj',
    name: `obj${i}`,
    conditions: row ? [fromRow([type, ...row])] : [],
  }))
  const { condition } = aggregate(objects, type, {
    first: isControlPlaneMachine,
    ...(o.neg && { negative: o.neg }),
    ...(o.target && { target: o.target }),
    ...(o.merge && { strategy: strategyFrom(o.merge) }),
  })
  return [condition.type, letterOf(condition.status), condition.reason, condition.message]
}

function answerMirror({ c = [], o = {} }: ConditionCase): Row {
  const conditions = c.map((row) => ({ ...fromRow(row), observedGeneration: 10, lastTransitionTime: moment }))
  const [status = '', reason = '', message = ''] = o.fallback ?? []
  const { condition } = mirror({ kind: 'Phase3Obj', name: 'SourceObject', conditions }, 'Ready', {
    ...(o.target && { target: o.target }),
    ...(o.fallback && { fallback: { status: wordOf(status), reason, message } }),
  })
  const time = condition.lastTransitionTime === moment ? 'kept' : (condition.lastTransitionTime ?? 'unset')
  return [condition.type, letterOf(condition.status), condition.reason, condition.message, time]
}

function answerAggregateMessage({ c = [] }: ConditionCase): string {
  const objects = c.map((row) => {
    const [kind = '', name = '', status = '', message = '', controlPlane] = row ?? []
    const own = controlPlane ? { [labels.controlPlane]: '' } : {}
    return { kind, name, labels: own, conditions: [fromRow(['A', status, '', message])] }
  })
  return aggregate(objects, 'A', { first: isControlPlaneMachine }).condition.message
}

function answerApply({ b = [], a = [], l = [], o = {}, afterMs = 0 }: ConditionCase): readonly Row[] {
  const at = (rows: readonly Row[], lastTransitionTime: string): Condition[] =>
    rows.map((row) => ({ ...fromRow(row), lastTransitionTime }))
  const later = moment.replace('Z', `.${String(afterMs).padStart(3, '0')}Z`)
  const patch = diffConditions(at(b, moment), at(a, later))
  return applyConditions(patch, at(l, moment), {
    ...ownership(o),
    now: moment,
    order: compareConditions,
  }).map((condition) => {
    const { type, status, reason, message, lastTransitionTime } = condition
    return [type, letterOf(status), reason, message, lastTransitionTime === moment ? '' : 'another time']
  })
}

function answerSeverityApply({ b = [], a = [], l = [], o = {} }: ConditionCase): readonly Row[] {
  const at = (rows: readonly Row[]) =>
    rows.map((row) => ({ ...fromSeverityRow(row), lastTransitionTime: moment }))
  const patch = diffSeverityConditions(at(b), at(a))
  return applySeverityConditions(patch, at(l), {
    ...ownership(o),
    now: moment,
    order: compareSeverityConditions,
  }).map(toSeverityRow)
}

function answerSeveritySummary({ c = [], o = {} }: ConditionCase): Row | null {
  const object = { kind: 'Cluster', name: 'c', conditions: c.map(fromSeverityRow) }
  const ready = summarizeSeverity(object, {
    ...(o.with && { types: o.with }),
    ...(o.neg && { negative: o.neg }),
    ...(o.step !== undefined && { stepCounter: o.step }),
    ...(o.only && { stepCounterOnlyIf: o.only }),
  })?.condition
  return ready ? toSeverityRow(ready).slice(1) : null
}

function ownership({ force, owned }: Options): { force?: boolean; owned?: readonly string[] } {
  return { ...(force && { force }), ...(owned && { owned }) }
}

function fromRow(row: Row | null): Condition {
  const [type = '', status = '', reason = '', message = ''] = row ?? []
  return { type, status: wordOf(status), reason, message }
}

function fromSeverityRow(row: Row | null): AnyCondition & { readonly severity?: 'Error' } {
  const [type = '', status = '', severity, reason = '', message = ''] = row ?? []
  return { type, status: wordOf(status), reason, message, ...(severity && { severity: severity as 'Error' }) }
}

function toSeverityRow(condition: AnyCondition): Row {
  const severity = 'severity' in condition ? (condition.severity ?? '') : ''
  return [
    condition.type,
    letterOf(condition.status),
    severity,
    condition.reason ?? '',
    condition.message ?? '',
  ]
}

/** Objects with sorted keys and without empty parts, rows without trailing empty fields, lines joined. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(canonical)
    const texts = items.every((item) => typeof item === 'string')
    while (texts && items.at(-1) === '') items.pop()
    return items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, part]) => part !== '' && (part !== 0 || key === 'l'))
  return Object.fromEntries(
    entries
      .map(([key, part]): [string, unknown] => [key, canonical(part)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
