import { type Condition, compareConditions } from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'
import type { Problem } from './change.ts'
import { conditionsAt } from './conditions-at.ts'
import { bySlot, type Said, type Slot, type Status } from './graph.ts'
import { same } from './same.ts'

/** What all others say on an object: a condition, or that there must be none of that type. */
type Voices = ReadonlyMap<string, Condition | 'absent'>

const silence: Voices = new Map()

/**
 * The whole status of an object: what its own definition said last, with everything that others own taken from them. Before
 * the first pass that is what the object reports.
 */
export function statusWith(slot: Slot, own: Said): Status | undefined {
  const reported = slot.reported?.status as Status | undefined
  const foreign = slot.node?.definition.foreign ?? []
  const mine = own.status
  const base =
    mine === undefined ? reported : foreign.length === 0 ? mine : { ...mine, ...pick(reported, foreign) }
  const path = slot.table.conditionsPath
  const before = conditionsAt({ status: base } as KubeObject, path)
  const conditions = refresh(before, {
    claims: own.claims,
    reported: mine === undefined ? before : conditionsAt(slot.reported, path),
    voices: voicesOn(slot),
  })
  return conditions === before ? base : (withConditions(base, path.slice(1), conditions) as Status)
}

interface Owners {
  readonly claims: readonly string[]
  readonly reported: readonly Condition[]
  readonly voices: Voices
}

/** The list itself when nothing in it belongs to anybody else or all of that is current. */
function refresh(list: readonly Condition[], owners: Owners): readonly Condition[] {
  // Before the first pass, and with nobody else speaking, what is reported stands as it is.
  if (owners.reported === list && owners.voices === silence) return list
  const { claims } = owners
  let next: Condition[] | undefined
  for (let at = 0; at < list.length; at++) {
    const condition = list[at] as Condition
    const now = claims.includes(condition.type) ? condition : current(condition.type, owners)
    if (now !== undefined && (now === condition || same(now, condition))) next?.push(condition)
    else {
      next ??= list.slice(0, at)
      if (now !== undefined) next.push(now)
    }
  }
  const added = addedTo(list, owners)
  if (added.length > 0) return [...(next ?? list), ...added].sort(compareConditions)
  return next ?? list
}

/** What the owner of a type that the object's definition does not claim says of it now. */
function current(type: string, { reported, voices }: Owners): Condition | undefined {
  const voice = voices.get(type)
  if (voice !== undefined) return voice === 'absent' ? undefined : voice
  return reported.find((condition) => condition.type === type)
}

function addedTo(list: readonly Condition[], owners: Owners): readonly Condition[] {
  const added: Condition[] = []
  const add = (type: string): void => {
    const known = (condition: Condition): boolean => condition.type === type
    if (owners.claims.includes(type) || list.some(known) || added.some(known)) return
    const condition = current(type, owners)
    if (condition !== undefined) added.push(condition)
  }
  for (const { type } of owners.reported) add(type)
  for (const type of owners.voices.keys()) add(type)
  return added
}

function voicesOn(slot: Slot): Voices {
  if (slot.said === undefined) return silence
  const voices = new Map<string, Condition | 'absent'>()
  for (const { conditions, absent = [] } of inOrder(slot)) {
    for (const condition of conditions) if (!voices.has(condition.type)) voices.set(condition.type, condition)
    for (const type of absent) if (!voices.has(type)) voices.set(type, 'absent')
  }
  return voices
}

// Whoever comes first in the order of the world wins, so that a mistake is at least the same mistake every time.
const inOrder = (slot: Slot) =>
  [...(slot.said ?? [])].sort(([a], [b]) => bySlot(a.slot, b.slot)).map(([, said]) => said)

/** The condition types of an object that some definition decides. */
export function claimsOn(slot: Slot | undefined): readonly string[] {
  const own = slot?.node?.said.claims ?? []
  if (slot?.said === undefined) return own
  const spoken = [...slot.said.values()].flatMap(({ conditions, absent = [] }) => [
    ...conditions.map((condition) => condition.type),
    ...absent,
  ])
  return [...new Set([...own, ...spoken])]
}

/** The condition types of an object that more than one definition claims. */
export function ownershipProblems(slot: Slot): readonly Problem[] {
  if (slot.said === undefined) return []
  const owners = new Map<string, Slot[]>()
  const claim = (type: string, owner: Slot): void => {
    const present = owners.get(type)
    if (present === undefined) owners.set(type, [owner])
    else present.push(owner)
  }
  for (const type of slot.node?.said.claims ?? []) claim(type, slot)
  for (const [node, { conditions, absent = [] }] of slot.said) {
    for (const type of new Set([...conditions.map((condition) => condition.type), ...absent]))
      claim(type, node.slot)
  }
  const problems: Problem[] = []
  for (const [type, slots] of owners) {
    if (slots.length < 2) continue
    problems.push({ problem: 'two-owners', type, owners: slots.sort(bySlot).map((owner) => owner.ref) })
  }
  return problems
}

/** The object with its computed status; the reported object itself where the two agree, so that nothing is kept twice. */
export function overlaid(slot: Slot): KubeObject | undefined {
  const reported = slot.reported
  if (reported === undefined) return undefined
  const status =
    slot.node === undefined
      ? statusWith(slot, { status: undefined, claims: [], others: [] })
      : statusWith(slot, slot.node.said)
  return status === reported.status || same(status, reported.status) ? reported : { ...reported, status }
}

/** The part of a reported object that wakes its own definition: everything but the status that this definition writes. */
export function ownInput(slot: Slot, object: KubeObject): unknown {
  const { status, ...rest } = object
  const claims = slot.node?.said.claims ?? []
  const foreign = conditionsAt(object, slot.table.conditionsPath).filter(
    (condition) => !claims.includes(condition.type),
  )
  return {
    ...rest,
    conditions: foreign,
    ...pick(status as Status | undefined, slot.node?.definition.foreign ?? []),
  }
}

function pick(status: Status | undefined, fields: readonly string[]): Status {
  return Object.fromEntries(fields.map((field) => [field, status?.[field]]))
}

/** A status with its conditions replaced. */
export function withConditions(
  value: unknown,
  path: readonly string[],
  conditions: readonly Condition[],
): unknown {
  const [step, ...rest] = path
  if (step === undefined) return conditions
  const record = (typeof value === 'object' && value !== null ? value : {}) as Status
  return { ...record, [step]: withConditions(record[step], rest, conditions) }
}
