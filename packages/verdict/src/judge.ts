import { type Instant, parseInstant } from '@sitrep/conditions'
import { isFields } from '@sitrep/status'
import { conditionSignals } from './conditions/condition-signals.ts'
import { declaredStatus, unreportedEntries } from './conditions/declared.ts'
import { type Facts, factsOf } from './facts.ts'
import { listOf, textAt, valueAt } from './foreign/value.ts'
import { walkStatus } from './foreign/walk-status.ts'
import { generationSignals } from './generations.ts'
import type { KnownFamily } from './kinds/knowledge.ts'
import { verdictRows } from './rules.ts'
import { sentenceOf } from './sentence.ts'
import { type Signal, signal } from './signal.ts'
import { countSignals } from './signals/counts.ts'
import { expectationSignals } from './signals/expectations.ts'
import { failureSignals } from './signals/failures.ts'
import { flagSignals } from './signals/flags.ts'
import { pauseSignals } from './signals/pauses.ts'
import { shapeSignals } from './signals/shapes.ts'
import { stateMapSignals } from './signals/state-maps.ts'
import { messageSignals, stateSignals } from './signals/states.ts'
import { type Subject, subjectOf } from './subject.ts'
import type { Verdict } from './verdict.ts'

/** What a verdict depends on besides the object. */
export interface JudgeOptions {
  /** The time of the judgement: tells a report that is still on its way from one that never came. */
  readonly now: Instant
  /** What is known of further kinds; it goes before what is built in. */
  readonly families: readonly KnownFamily[]
}

// Longer than controllers take to notice a new object, shorter than anybody waits for a first sign.
const youngForSeconds = 600
const mostEvidence = 100

/**
 * One word and one sentence about any Kubernetes object, from what it reports itself.
 * Never throws on JSON, whatever its shape; what cannot be read leads to Unknown, never to Ready.
 */
export function judge(object: unknown, { now, families }: JudgeOptions): Verdict {
  if (!isFields(object) || textAt(object, 'kind') === '') return noObject(object)
  const subject = subjectOf(object, families)
  return decided(factsAbout(subject, now))
}

function factsAbout(subject: Subject, now: Instant): Facts {
  const skip = subject.knowledge.flatMap((each) => each.skip ?? [])
  const { fields, conditionLists } = walkStatus(declaredStatus(subject), skip)
  return factsOf(subject, {
    signals: [
      ...generationSignals(subject),
      ...conditionSignals(subject, conditionLists),
      ...unreportedEntries(subject),
      ...stateSignals(subject, fields),
      ...stateMapSignals(fields),
      ...messageSignals(fields),
      ...flagSignals(subject, fields),
      ...failureSignals(fields),
      ...countSignals(subject, fields),
      ...expectationSignals(subject),
      ...shapeSignals(subject),
    ],
    deleting: deletionSignals(subject),
    held: pauseSignals(subject, fields),
    young: isYoung(subject, now),
  })
}

function decided(facts: Facts): Verdict {
  const { subject, signals, deleting, held } = facts
  for (const [rule, rests, word] of verdictRows) {
    const on = rests(facts)
    if (on === undefined) continue
    const others = [...deleting, ...held, ...signals].filter((each) => !on.includes(each))
    const contract = subject.knowledge.find((each) => each.contract !== undefined)?.contract
    return {
      word,
      sentence: sentenceOf(subject.title, word, { rule, on }),
      evidence: [...on, ...others].slice(0, mostEvidence).map(({ evidence }) => evidence),
      rule,
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
  return {
    word: 'Unknown',
    sentence: sentenceOf('', 'Unknown', { rule, on }),
    evidence: on.map(({ evidence }) => evidence),
    rule,
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
