import { type Condition, type Decision, getCondition, setConditions } from '@sitrep/conditions'
import type { Clock, Verdict } from '@sitrep/status'
import { keepAll } from '../paused/paused.ts'

/** A status as far as every kind has it. */
export interface StatusFields {
  readonly conditions?: readonly Condition[]
  readonly observedGeneration?: number
}

/** What a pass starts from. */
export interface PassStart<Status extends StatusFields> {
  readonly previous: Status | undefined
  readonly generation: number | undefined
  readonly clock: Clock
}

/** The pass could not even start: everything stays as it was. */
export function untouched<Status extends StatusFields>(
  { previous }: PassStart<Status>,
  types: readonly string[],
  why: string,
): Verdict<Status> {
  return { status: previous ?? ({} as Status), decided: keepAll(['Paused', ...types], why) }
}

/** The object is paused: `Paused` is said and everything else stays as it was. */
export function pausedOnly<Status extends StatusFields>(
  start: PassStart<Status>,
  paused: Decision,
  types: readonly string[],
): Verdict<Status> {
  const decided = [paused, ...keepAll(types, 'the object is paused')]
  return { status: withConditions(start, decided), decided }
}

/**
 * The pass ended before anything but `Paused` could be said. That is written on its own only where what it says changes; a
 * generation alone would have been written with the rest.
 */
export function stoppedEarly<Status extends StatusFields>(
  start: PassStart<Status>,
  paused: Decision,
  types: readonly string[],
): Verdict<Status> {
  const before = getCondition(start.previous?.conditions, paused.type)
  const said = paused.verdict === 'set' ? paused.condition : undefined
  const same =
    before?.status === said?.status &&
    before?.reason === said?.reason &&
    (before?.message ?? '') === said?.message
  const why = 'the pass ended before this could be decided'
  return same ? untouched(start, types, why) : pausedOnly(start, paused, types)
}

/** The result of a whole pass: `fields` replace what was there before, and those without a value are gone. */
export function finished<Status extends StatusFields>(
  start: PassStart<Status>,
  fields: { readonly [Name in keyof Status]?: Status[Name] | undefined },
  decided: readonly Decision[],
): Verdict<Status> {
  const status: Record<string, unknown> = { ...withConditions(start, decided), ...fields }
  for (const name of Object.keys(status)) if (status[name] === undefined) delete status[name]
  return { status: status as unknown as Status, decided, recheckAt: start.clock.recheckAt }
}

function withConditions<Status extends StatusFields>(
  { previous, generation, clock }: PassStart<Status>,
  decided: readonly Decision[],
): Status {
  const conditions = setConditions(previous?.conditions, decided, { generation, now: clock.now })
  return { ...(previous ?? ({} as Status)), conditions }
}
