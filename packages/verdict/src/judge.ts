import { type Instant, parseInstant } from '@sitrep/conditions'
import { conditionSignals } from './conditions/condition-signals.ts'
import { declaredStatus, unreportedEntries } from './conditions/declared.ts'
import { type Facts, factsOf } from './facts.ts'
import { isFields, listOf, textAt, valueAt } from './foreign/value.ts'
import { walkStatus } from './foreign/walk-status.ts'
import { generationSignals } from './generations.ts'
import type { KnownFamily } from './kinds/knowledge.ts'
import { formatKind } from './kinds/without-status.ts'
import { quietOf } from './quiet.ts'
import { confidenceOf, quietRule, reasonOf, verdictRows } from './rules.ts'
import { sentenceOf } from './sentence.ts'
import { type Signal, signal } from './signal.ts'
import { countSignals } from './signals/counts.ts'
import { expectationSignals } from './signals/expectations.ts'
import { failureSignals } from './signals/failures.ts'
import { flagSignals } from './signals/flags.ts'
import { lastSignals } from './signals/last-fields.ts'
import { activeRuns, endCountSignals, lastRunSignals, outcomeSignals } from './signals/outcomes.ts'
import { pausedStep, pauseSignals } from './signals/pauses.ts'
import { shapeSignals } from './signals/shapes.ts'
import { stateMapSignals } from './signals/state-maps.ts'
import { messageSignals, stateSignals } from './signals/states.ts'
import { toldStateSignals, withoutTold } from './signals/told-states.ts'
import { type Subject, subjectOf } from './subject.ts'
import type { Verdict } from './verdict.ts'

/** What a verdict depends on besides the object. */
export interface JudgeOptions {
  /** The time of the judgement: tells a report that is still on its way from one that never came. */
  readonly now: Instant
  /** What is known of further kinds; it goes before what is built in. */
  readonly families: readonly KnownFamily[]
  /** Kinds that have no status, as `kindsWithoutStatus` finds them, where CRDs are at hand. */
  readonly withoutStatus?: ReadonlySet<string>
}

// Longer than controllers take to notice a new object, shorter than anybody waits for a first sign.
const youngForSeconds = 600
const mostEvidence = 100

/**
 * One word and one sentence about any Kubernetes object, from what it reports itself.
 * Never throws on JSON, whatever its shape; what cannot be read leads to Unknown, never to Ready.
 */
export function judge(object: unknown, { now, families, withoutStatus }: JudgeOptions): Verdict {
  if (!isFields(object) || textAt(object, 'kind') === '') return noObject(object)
  const subject = subjectOf(object, families)
  const young = isYoung(subject, now)
  const { apiVersion, kind } = subject.known
  const quiet = quietOf(subject, {
    young,
    withoutStatus: withoutStatus?.has(formatKind(apiVersion, kind)) === true,
  })
  return decided(factsOf(subject, { ...signalsOf(subject), young, quiet }))
}

function signalsOf(subject: Subject): Pick<Facts, 'signals' | 'deleting' | 'held'> {
  const skip = subject.knowledge.flatMap((each) => each.skip ?? [])
  const { fields: all, conditionLists } = walkStatus(declaredStatus(subject), skip)
  const fields = withoutTold(subject, all)
  const signals = [
    ...generationSignals(subject),
    ...conditionSignals(subject, conditionLists),
    ...unreportedEntries(subject),
    ...toldStateSignals(subject),
    ...stateSignals(subject, fields),
    ...stateMapSignals(fields),
    ...lastSignals(subject),
    ...messageSignals(fields),
    ...flagSignals(subject, fields),
    ...failureSignals(fields),
    ...countSignals(subject, fields),
    ...expectationSignals(subject),
    ...activeRuns(subject),
    ...endCountSignals(subject),
    ...pausedStep(subject),
    ...shapeSignals(subject),
  ]
  return {
    signals: [...signals, ...outcomeSignals(subject, signals), ...lastRunSignals(subject, signals)],
    deleting: deletionSignals(subject),
    held: pauseSignals(subject, fields),
  }
}

function decided(facts: Facts): Verdict {
  const { subject, signals, deleting, held } = facts
  for (const [rule, rests, word, lacks] of verdictRows) {
    const on = rests(facts)
    if (on === undefined) continue
    const decisive = new Set(on)
    const others = [...deleting, ...held, ...signals].filter((each) => !decisive.has(each))
    const contract = subject.knowledge.find((each) => each.contract !== undefined)?.contract
    const missing = lacks?.(facts, on)
    return {
      word,
      sentence: sentenceOf(subject.title, word, { rule: reasonOf(facts, rule), on, missing }),
      evidence: [...on, ...others].slice(0, mostEvidence).map(({ evidence }) => evidence),
      rule,
      confidence: confidenceOf(facts, { rule, on }),
      ...(missing !== undefined && { missing }),
      ...(rule === quietRule && { quiet: true }),
      generic: subject.knowledge.length === 0,
      ...(contract !== undefined && { contract }),
    }
  }
  throw new TypeError('the table of verdicts has no row for these facts; its last row must always hold')
}

function noObject(object: unknown): Verdict {
  const rule = 'it is no Kubernetes object'
  const is = object === null ? 'null' : Array.isArray(object) ? 'a list' : `of type ${typeof object}`
  const says = isFields(object) ? 'it has no kind' : `it is ${is}`
  const on = [signal({ path: 'kind', value: '', says, sense: 'unknown', of: 'whole' })]
  const missing = 'an object with a kind'
  return {
    word: 'Unknown',
    sentence: sentenceOf('', 'Unknown', { rule, on, missing }),
    evidence: on.map(({ evidence }) => evidence),
    rule,
    confidence: 'convention',
    missing,
    generic: true,
  }
}

function deletionSignals({ object }: Subject): readonly Signal[] {
  const since = valueAt(object, 'metadata.deletionTimestamp')
  if (typeof since !== 'string' || since === '') return []
  const finalizers = listOf(valueAt(object, 'metadata.finalizers')).filter((each) => typeof each === 'string')
  const says =
    finalizers.length === 0 ? 'metadata.deletionTimestamp is set' : `it waits for ${finalizers.join(', ')}`
  return [signal({ path: 'metadata.deletionTimestamp', value: since, says, sense: 'progress', of: 'whole' })]
}

function isYoung({ object }: Subject, now: Instant): boolean {
  const [created, at] = [parseInstant(textAt(object, 'metadata.creationTimestamp')), parseInstant(now)]
  return created !== undefined && at !== undefined && at.seconds - created.seconds < youngForSeconds
}
