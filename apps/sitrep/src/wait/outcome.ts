import { ControllerError } from '@sitrep/controller/connection'
import { missingPermission } from '../source/selection.ts'
import { unknown } from './answer.ts'
import type { Awaited } from './ask-object.ts'
import { type Ask, answerFor, canComeTrue, evaluate, evaluateAny } from './evaluate.ts'
import { type Expression, questionsIn } from './expression.ts'
import type { View } from './watched.ts'

/** What is waited for, and what ends it early. */
export interface Wish {
  readonly wanted: Expression
  readonly failOn?: Expression
  /** Go on although something has failed for good. */
  readonly patient: boolean
  /** Who answers questions about an object. */
  readonly ask: Ask
}

/** How it stands: go on, or one of the ends. */
export type Outcome =
  | { readonly is: 'waiting' }
  | { readonly is: 'holds' }
  | { readonly is: 'failed'; readonly why: string; readonly culprits: readonly Awaited[] }
  /** The time is up. */
  | { readonly is: 'late'; readonly culprits: readonly Awaited[] }
  /** Nobody can say, and nobody will be able to. */
  | { readonly is: 'blind'; readonly why: string }

/** Decides on one view. Until everything has been read once there is nothing to decide. */
export function outcomeOf({ awaited, unread }: View, { wanted, failOn, patient, ask }: Wish): Outcome {
  const refused = unread.flatMap(({ selection, error }) => missingPermission(selection, error) ?? [])
  if (refused[0] !== undefined) return { is: 'blind', why: refused[0] }
  if (unread.length > 0) return { is: 'waiting' }
  const fault = failOn && faultIn(awaited, failOn, ask)
  if (fault !== undefined) return fault
  if (evaluate(wanted, awaited, ask).is === 'yes') return { is: 'holds' }
  if (patient || canComeTrue(wanted, awaited, ask)) return { is: 'waiting' }
  const culprits = awaited.filter(({ verdict }) => verdict?.word === 'Stalled')
  return { is: 'failed', why: culprits.map(({ verdict }) => verdict?.sentence ?? '').join('\n'), culprits }
}

function faultIn(awaited: readonly Awaited[], failOn: Expression, ask: Ask): Outcome | undefined {
  // What has not come yet has not gone either.
  const askArrived: Ask = (question, each) =>
    each.object === undefined && !each.gone ? unknown('it does not exist yet') : ask(question, each)
  const { is, says } = evaluateAny(failOn, awaited, askArrived)
  if (is !== 'yes') return undefined
  const culprits = awaited.filter((each) => answerFor(failOn, each, askArrived).is === 'yes')
  const reasons = culprits.map((each) => `${each.title}: ${answerFor(failOn, each, askArrived).says}`)
  // Several together can be what must not be, none of them alone.
  return { is: 'failed', why: reasons.length === 0 ? says : reasons.join('\n'), culprits }
}

/** How it ends when the time is up. What could not be read, or was never there, is no no. */
export function outcomeAtEnd(view: View, wish: Wish): Outcome {
  const outcome = outcomeOf(view, wish)
  if (outcome.is !== 'waiting') return outcome
  const [lost] = view.unread
  if (lost !== undefined)
    return {
      is: 'blind',
      why: lost.error instanceof ControllerError ? lost.error.message : 'The server has not answered yet',
    }
  const lacking = view.awaited.filter((each) => answerFor(wish.wanted, each, wish.ask).is !== 'yes')
  const asksForExistence = questionsIn(wish.wanted).some(({ ask }) => ask === 'exists')
  const absent = lacking.filter(({ object, gone }) => object === undefined && !gone)
  if (!asksForExistence && (absent.length > 0 || view.awaited.length === 0)) {
    const names = absent.map(({ title }) => title)
    return {
      is: 'blind',
      why: names.length === 0 ? 'There is no such object' : `${names.join(', ')} does not exist`,
    }
  }
  return { is: 'late', culprits: lacking }
}
