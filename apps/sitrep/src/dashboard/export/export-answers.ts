import { questions } from '@sitrep/dashboard'
import { type ObjectRef, refKey } from '@sitrep/status'
import { objectAnswer } from '../answers/object-answer.ts'
import { rulesAnswer } from '../answers/rules-answer.ts'
import { timelineAnswer } from '../answers/timeline-answer.ts'
import { transitionsAnswer } from '../answers/transition-answer.ts'
import { branchesOf, refsBelow } from '../answers/tree-answer.ts'
import { type DashboardParts, fleetAnswer } from '../dashboard.ts'

/** How much may be in an export. */
export interface ExportLimits {
  readonly objects: number
  readonly bytes: number
}

/** Enough for a large cluster, and still to be attached to a ticket. */
export const usualLimits: ExportLimits = { objects: 2_000, bytes: 100 * 1024 * 1024 }

/** Every answer by its question, as JSON text; and how many objects had no room. */
export interface ExportedAnswers {
  readonly answers: ReadonlyMap<string, string>
  readonly objects: number
  readonly leftOut: number
}

/**
 * Asks everything that the page can ask: the fleet, its rules and transitions, and all about each object of the fleet and of the trees
 * below, those of the fleet first. What goes beyond the limits is counted.
 */
export async function exportAnswers(
  parts: DashboardParts,
  limits: ExportLimits = usualLimits,
): Promise<ExportedAnswers> {
  const { world, log } = parts
  const answers = new Map<string, string>()
  let bytes = 0
  const add = (question: string, answer: unknown): void => {
    const text = JSON.stringify(answer)
    bytes += question.length + text.length
    answers.set(question, text)
  }
  const fleet = fleetAnswer(parts)
  add(questions.fleet(), fleet)
  add(questions.transitions(), transitionsAnswer(world.past, { limit: mostTransitions }, log.last))
  const rules = rulesAnswer({}, world)
  add(questions.rules(), rules)
  for (const kind of rules?.kinds ?? []) add(questions.rules(kind), rulesAnswer(kind, world))
  const waiting = new Map<string, ObjectRef>(fleet.rows.map(({ ref }) => [refKey(ref), ref]))
  let objects = 0
  // What is found on the way stands at the end of the list and is met there.
  for (const ref of waiting.values()) {
    for (const below of refsIn(ref, parts)) if (!waiting.has(refKey(below))) waiting.set(refKey(below), below)
    if (objects >= limits.objects || bytes >= limits.bytes) continue
    objects++
    add(questions.object(ref), await objectAnswer(ref, world, log.last))
    add(questions.timeline(ref), timelineAnswer(ref, world, undefined))
    add(questions.rulesOf(ref), rulesAnswer({ group: ref.group, kind: ref.kind, ref }, world))
  }
  return { answers, objects, leftOut: waiting.size - objects }
}

const mostTransitions = 1_000

function refsIn(ref: ObjectRef, { world }: DashboardParts): readonly ObjectRef[] {
  const object = world.object(ref)
  return object === undefined ? [] : refsBelow(branchesOf(object, world, new Date(world.now()).toISOString()))
}
