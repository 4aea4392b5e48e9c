import type { SeverityCondition } from '@sitrep/conditions'
import { at, type Fields, type ObjectRef, same, type View, type World } from '@sitrep/status'
import { compareSeverityConditions } from '../model/condition-order.ts'
import { legacyStatus } from '../model/stages.ts'
import { oldConditionsIn } from './old-conditions.ts'

const none: readonly SeverityCondition[] = Object.freeze([])

/** The types of old conditions that a kind decides itself, and how those of others are seen. */
export interface OldOwnership {
  readonly own: ReadonlySet<string>
  readonly ofOthers: View<readonly SeverityCondition[]>
}

/** Makes these types the kind's own: what others say is all the rest, and nobody wakes for what we say ourselves. */
export function ownOldTypes(...types: readonly string[]): OldOwnership {
  const own = new Set(types)
  const ofOthers: OldOwnership['ofOthers'] = {
    name: 'oldWordsOfOthers',
    of: ({ status }) =>
      speaksOnlyOf(status, (type) => own.has(type))
        ? none
        : oldConditionsIn(status).filter(({ type }) => !own.has(type)),
  }
  return { own, ofOthers }
}

/** Whose status it is, and what is our own to say there: always, and this time besides. */
export interface PreviousQuery extends OldOwnership {
  readonly ref: ObjectRef
  readonly alsoOwn?: readonly string[]
}

/**
 * The status before a pass, in which the old conditions of others are as they are reported now: they stand in one list with ours, and what
 * a pass found there once may have changed since.
 */
export function observePrevious<Status extends Fields>(
  world: World<Status>,
  { ref, own, ofOthers, alsoOwn = [] }: PreviousQuery,
): Status | undefined {
  const { previous } = world
  const reading = world.get({ ...ref, layer: 'reported' }, ofOthers)
  const isOurs = (type: string): boolean => own.has(type) || alsoOwn.includes(type)
  const theirs = reading.read ? (reading.item ?? none) : none
  if (theirs.length === 0 && speaksOnlyOf(previous, isOurs)) return previous
  const before = oldConditionsIn(previous)
  const ours = before.filter(({ type }) => isOurs(type))
  const taken = new Set(ours.map(({ type }) => type))
  const reported = theirs.filter(({ type }) => !taken.has(type))
  const known = before.filter(({ type }) => !taken.has(type))
  if (same(known, reported)) return previous
  return withOld(previous, [...ours, ...reported].sort(compareSeverityConditions))
}

// Nearly every status does. What else stands in an entry does not matter for that, and to read each of them takes long.
function speaksOnlyOf(status: unknown, isOurs: (type: string) => boolean): boolean {
  const { conditions } = legacyStatus(status)
  return !Array.isArray(conditions) || conditions.every((entry) => isOurs(entry?.type))
}

function withOld<Status extends Fields>(
  status: Status | undefined,
  conditions: readonly SeverityCondition[],
): Status {
  const proposed = at(status, 'backCompatibility')
  if (proposed !== undefined)
    return { ...status, backCompatibility: { ...(proposed as Fields), conditions } } as unknown as Status
  const old = at(status, 'deprecated', 'v1beta1') as Fields | undefined
  return { ...status, deprecated: { v1beta1: { ...old, conditions } } } as unknown as Status
}
