import { type Condition, type ConditionOrder, orderConditions } from '@sitrep/conditions'
import { type ConditionList, same } from '@sitrep/status'
import type { Said, Status } from './said.ts'
import { silence, type Voices } from './voices.ts'

/** What a list is laid over with. */
export interface Layering {
  readonly list: ConditionList
  readonly own: Said
  readonly status: Status | undefined
  readonly voices: Voices
}

/** Who says what in one list. */
export interface Owners {
  readonly at: string
  readonly claims: readonly string[]
  readonly reported: readonly Condition[]
  readonly voices: Voices
  readonly order: ConditionOrder | undefined
}

/** The list itself when nothing in it belongs to anybody else or all of that is current. */
export function refreshed(list: readonly Condition[], owners: Owners): readonly Condition[] {
  // Before the first pass, and with nobody else speaking, what is reported stands as it is.
  if (owners.reported === list && owners.voices === silence) return list
  const { claims } = owners
  let next: Condition[] | undefined
  for (let at = 0; at < list.length; at++) {
    const condition = list[at] as Condition
    const now = claims.includes(written(condition.type, owners)) ? condition : current(condition.type, owners)
    if (now !== undefined && (now === condition || same(now, condition))) next?.push(condition)
    else {
      next ??= list.slice(0, at)
      if (now !== undefined) next.push(now)
    }
  }
  const added = addedTo(list, owners)
  if (added.length > 0) return orderConditions([...(next ?? list), ...added], owners.order)
  return next ?? list
}

const written = (type: string, { at }: Owners): string => (at === '' ? type : `${at}:${type}`)

/** What the owner of a type that the object's definition does not claim says of it now. */
function current(type: string, owners: Owners): Condition | undefined {
  const voice = owners.voices.get(written(type, owners))
  if (voice !== undefined) return voice === 'absent' ? undefined : voice
  return owners.reported.find((condition) => condition.type === type)
}

function addedTo(list: readonly Condition[], owners: Owners): readonly Condition[] {
  const added: Condition[] = []
  const add = (type: string): void => {
    const known = (condition: Condition): boolean => condition.type === type
    if (owners.claims.includes(written(type, owners)) || list.some(known) || added.some(known)) return
    const condition = current(type, owners)
    if (condition !== undefined) added.push(condition)
  }
  for (const { type } of owners.reported) add(type)
  for (const voice of owners.voices.in(owners.at)) add(voice)
  return added
}

/** A status with what stands at a path of it replaced. */
export function withValue(value: unknown, path: readonly string[], next: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return next
  const record = (typeof value === 'object' && value !== null ? value : {}) as Status
  return { ...record, [step]: withValue(record[step], rest, next) }
}
