import type { Choice, Condition, Decision, Instant, Source } from '@sitrep/conditions'
import {
  type ComparedConditions,
  conditionAt,
  formatAddress,
  type KubeObject,
  type Layer,
  type Lead,
  type ObjectRef,
  parseAddress,
} from '@sitrep/status'
import type { Keeper, Slot } from './graph.ts'
import { createLeads, type OnLook, type Place } from './leads.ts'
import { runPass } from './pass.ts'
import type { RecordedRead } from './pass-world.ts'
import type { WorldTables } from './world-tables.ts'

/** Why one condition of one object is as it is. */
export interface Explanation {
  readonly ref: ObjectRef
  readonly type: string
  /** The list in which it stands, as it is written; absent for `status.conditions`. */
  readonly at?: string
  /** The condition as it stands; absent when there is none at this address. */
  readonly condition: Condition | undefined
  /** What it should say, where it belongs to another writer and is only compared. */
  readonly expected?: Condition
  /** It is given: another writer says it, nobody holds anything against it, and the decision only tells what it rests on. */
  readonly given?: true
  /** How it was decided, with the deciding row in words; absent when it is reported by somebody else. */
  readonly decision: Decision | undefined
  /** The object whose definition decided it, where that is another one. */
  readonly decidedBy: ObjectRef | undefined
  /** What the deciding pass chose besides, with the rows that chose: an action, an event, when to look again. */
  readonly chosen: readonly Choice[]
  /** All that the deciding pass read, with the answers. */
  readonly reads: readonly RecordedRead[]
  /** What the decision rests on, with the values found there. */
  readonly inputs: readonly ExplainedInput[]
  /** The conditions it rests on or follows from, explained in turn, down to the first objects that are not derived. */
  readonly causes: readonly Explanation[]
  /** It stands in the chain once already, and there with its causes: a ring ends where it began. */
  readonly elsewhere?: true
}

export interface ExplainedInput {
  readonly ref: ObjectRef
  readonly at?: string
  readonly condition?: string
  readonly field?: string
  readonly value: unknown
}

interface ExplainerInput {
  readonly tables: WorldTables
  readonly leads: readonly Lead[]
  readonly layer: Layer
  readonly nextPass: () => number
}

/** How a chain is followed: with the rule behind every condition, or by leads alone. */
type Following = 'decisions' | 'leads'

type Explain = (
  ref: ObjectRef,
  address: string,
  telling: { now: Instant; by: Following; onLook?: OnLook | undefined },
) => Explanation | undefined

/** Evidence is not stored: whoever asks makes the deciding pass happen once more, from the same start. */
export function createExplainer({ tables, leads, layer, nextPass }: ExplainerInput): Explain {
  const followLeads = createLeads(leads, tables)
  const slotOf = (ref: ObjectRef): Slot | undefined =>
    tables.table(ref.cluster ?? '', ref).find(ref.namespace ?? '', ref.name)

  const lookAgain = (keeper: Keeper, now: Instant) => {
    const reads: RecordedRead[] = []
    const result = runPass({
      tables,
      keeper,
      basis: keeper.basis,
      now,
      pass: nextPass(),
      layer,
      onRead: (read) => reads.push(read),
    })
    return { reads, result }
  }

  const decisionOn = (slot: Slot, address: string, now: Instant): Decided | undefined => {
    const isThis = (decision: Decision): boolean => formatAddress(decision) === address
    const own = slot.keeper
    if (own?.said.claims.includes(address)) {
      const { reads, result } = lookAgain(own, now)
      return { reads, chosen: result.chosen, decision: result.decided.find(isThis), keeper: own }
    }
    for (const [keeper, said] of slot.said ?? []) {
      if (!said.some((each) => speaksOf(each, address))) continue
      const { reads, result } = lookAgain(keeper, now)
      const others = result.said.others.filter(({ ref }) => slotOf(ref) === slot)
      const decision = others
        .flatMap(({ at, decided = [] }) => decided.map((each) => standing(each, at)))
        .find(isThis)
      return { reads, chosen: result.chosen, decision, keeper }
    }
    if (own?.said.compared.some((each) => speaksOf(each, address) || restsOn(each, isThis)) !== true)
      return undefined
    const { reads, result } = lookAgain(own, now)
    const { compared } = result.said
    const decision = compared
      .flatMap(({ at, decided = [] }) => decided.map((each) => standing(each, at)))
      .find(isThis)
    const { type } = parseAddress(address)
    const expected = compared
      .find((each) => speaksOf(each, address))
      ?.conditions.find((each) => each.type === type)
    const given = expected === undefined && decision?.outcome === 'keep'
    return {
      reads,
      chosen: result.chosen,
      decision,
      keeper: own,
      ...(expected && { expected }),
      ...(given && { given }),
    }
  }

  // The conditions that made it so, and those that it follows from.
  const placesBelow = (place: Place, { decided, condition, onLook }: Standing): readonly Place[] => {
    const sources = (decided?.decision?.sources ?? []).flatMap(({ ref, at, condition: type }) => {
      const slot = ref === undefined ? place.slot : slotFor(ref)
      return slot === undefined || type === undefined ? [] : [{ slot, address: formatAddress({ at, type }) }]
    })
    const ours = decided?.decision !== undefined && decided.given !== true
    const led = followLeads({ ...place, condition, decided: ours, onLook })
    return [...new Map([...sources, ...led].map((each) => [seenKey(each.slot, each.address), each])).values()]
  }

  const explainOnce = ({ slot, address }: Place, telling: Telling): Explanation => {
    const { now, seen, by, onLook } = telling
    onLook?.({ ref: slot.ref })
    seen.add(seenKey(slot, address))
    const decided = by === 'leads' ? undefined : decisionOn(slot, address, now)
    const sources = decided?.decision?.sources ?? []
    const condition = conditionAt(slot.computed, address, slot.table.lists)
    const causes = placesBelow({ slot, address }, { decided, condition, onLook }).map((below) =>
      seen.has(seenKey(below.slot, below.address)) ? toldElsewhere(below) : explainOnce(below, telling),
    )
    const { at, type } = parseAddress(address)
    return {
      ref: slot.ref,
      type,
      ...(at !== undefined && { at }),
      condition,
      ...(decided?.expected && { expected: decided.expected }),
      ...(decided?.given && { given: decided.given }),
      decision: decided?.decision,
      decidedBy: decided === undefined || decided.keeper.slot === slot ? undefined : decided.keeper.slot.ref,
      chosen: decided?.chosen ?? [],
      reads: decided?.reads ?? [],
      inputs: sources.map((source) =>
        inputOf(source, source.ref === undefined ? slot : slotFor(source.ref), slot),
      ),
      causes,
    }
  }

  // A source made from a bare name has no group; the kind alone finds it where only one group has that kind.
  const slotFor = (ref: NonNullable<Source['ref']>): Slot | undefined => {
    if (ref.group !== undefined) return slotOf({ ...ref, group: ref.group })
    for (const table of tables.all()) {
      if (table.cluster !== (ref.cluster ?? '') || table.kind.kind !== ref.kind) continue
      const slot = table.find(ref.namespace ?? '', ref.name)
      if (slot !== undefined) return slot
    }
    return undefined
  }

  return (ref, address, telling) => {
    const slot = slotOf(ref)
    if (slot?.computed === undefined) return undefined
    return explainOnce({ slot, address }, { ...telling, seen: new Set() })
  }
}

interface Telling {
  readonly now: Instant
  readonly by: Following
  /** All that has been told. */
  readonly seen: Set<string>
  readonly onLook?: OnLook | undefined
}

interface Standing {
  readonly decided: Decided | undefined
  readonly condition: Condition | undefined
  readonly onLook: OnLook | undefined
}

interface Decided {
  readonly chosen: readonly Choice[]
  readonly reads: readonly RecordedRead[]
  readonly decision: Decision | undefined
  readonly keeper: Keeper
  readonly expected?: Condition
  readonly given?: true
}

function toldElsewhere({ slot, address }: Place): Explanation {
  const { at, type } = parseAddress(address)
  return {
    ref: slot.ref,
    type,
    ...(at !== undefined && { at }),
    condition: conditionAt(slot.computed, address, slot.table.lists),
    decision: undefined,
    decidedBy: undefined,
    chosen: [],
    reads: [],
    inputs: [],
    causes: [],
    elsewhere: true,
  }
}

const seenKey = ({ table, namespace, name }: Slot, address: string): string =>
  `${table.cluster}|${table.kind.group}|${table.kind.kind}|${namespace}/${name}|${address}`

interface Spoken {
  readonly at?: string
  readonly conditions: readonly Condition[]
  readonly absent?: readonly string[]
}

function speaksOf({ at: list, conditions, absent = [] }: Spoken, address: string): boolean {
  const { at = '', type } = parseAddress(address)
  return (list ?? '') === at && (conditions.some((each) => each.type === type) || absent.includes(type))
}

// Of a condition that is given only what it rests on may be known: a decision that keeps it.
const restsOn = (
  { at, decided = [] }: Pick<ComparedConditions, 'at' | 'decided'>,
  isThis: (decision: Decision) => boolean,
): boolean => decided.some((each) => each.outcome === 'keep' && isThis(standing(each, at)))

// What is said in a list of another object may leave out which list that is.
const standing = (decision: Decision, at: string | undefined): Decision =>
  decision.at !== undefined || at === undefined ? decision : { ...decision, at }

function inputOf(source: Source, target: Slot | undefined, subject: Slot): ExplainedInput {
  const ref: ObjectRef = target?.ref ?? { ...(source.ref ?? subject.ref), group: source.ref?.group ?? '' }
  const { at, condition, field } = source
  return {
    ref,
    ...(at === undefined ? {} : { at }),
    ...(condition === undefined ? {} : { condition }),
    ...(field === undefined ? {} : { field }),
    value: foundAt(source, target),
  }
}

// An object as a whole is there, or it is not.
function foundAt({ at, condition, field }: Source, target: Slot | undefined): unknown {
  if (condition !== undefined) return conditionOf(target, formatAddress({ at, type: condition }))
  return field === undefined ? isThere(target) : fieldOf(target?.computed, field)
}

const isThere = (slot: Slot | undefined): true | undefined =>
  slot?.computed === undefined ? undefined : true

const conditionOf = (slot: Slot | undefined, address: string): Condition | undefined =>
  slot && conditionAt(slot.computed, address, slot.table.lists)

function fieldOf(object: KubeObject | undefined, path: string | undefined): unknown {
  if (path === undefined) return undefined
  let value: unknown = object
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  return value
}
