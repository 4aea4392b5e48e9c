import type { Signal, SignalSense } from './signal.ts'
import type { Subject } from './subject.ts'
import type { Confidence } from './verdict.ts'

/** Why a kind may report nothing while all is well, and how sure that is. */
export interface Quiet {
  readonly confidence: Confidence
  readonly because: string
}

/** What the rules ask about an object: its signals by what they say. */
export interface Facts {
  readonly subject: Subject
  readonly signals: readonly Signal[]
  /** Set by whoever deletes: nothing that is reported counts any more. */
  readonly deleting: readonly Signal[]
  /** Somebody wants that nothing happens here. */
  readonly held: readonly Signal[]
  readonly outdated: readonly Signal[]
  /** It was created a moment ago, so that a report can still be on its way. */
  readonly young: boolean
  /** Why it may report nothing while all is well; nothing where it may not. */
  readonly quiet: Quiet | undefined
  /** The status is said to be about the present generation. */
  readonly current: boolean
}

/** What goes into the facts besides the subject. */
export interface FactParts {
  readonly signals: readonly Signal[]
  readonly deleting: readonly Signal[]
  readonly held: readonly Signal[]
  readonly young: boolean
  readonly quiet: Quiet | undefined
}

/** Sorts out what counts: a guess says nothing where the object itself says that all of it is good. */
export function factsOf(subject: Subject, { signals, deleting, held, young, quiet }: FactParts): Facts {
  const told = signals.some(
    ({ sense, of, guessed }) => (sense === 'good' || sense === 'done') && of === 'whole' && !guessed,
  )
  return {
    subject,
    signals: told ? signals.filter(({ guessed }) => !guessed) : signals,
    deleting,
    held,
    outdated: signals.filter(({ outdated }) => outdated),
    young,
    quiet,
    current: signals.some(
      ({ evidence, outdated }) => evidence.path === 'status.observedGeneration' && !outdated,
    ),
  }
}

/** The signals that say one thing, of the whole object, of a part, or of either. */
export function saying(facts: Facts, sense: SignalSense, of?: Signal['of']): readonly Signal[] {
  return facts.signals.filter((each) => each.sense === sense && (of === undefined || each.of === of))
}
