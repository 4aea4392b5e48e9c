import type { Condition, Decision, Instant, Source } from '@sitrep/conditions'
import type { KubeObject, Layer, ObjectRef } from '@sitrep/status'
import { conditionsAt } from './conditions-at.ts'
import type { Node, Slot } from './graph.ts'
import { runPass } from './pass.ts'
import type { RecordedRead } from './pass-world.ts'
import type { WorldTables } from './world-tables.ts'

/** Why one condition of one object is as it is. */
export interface Explanation {
  readonly ref: ObjectRef
  readonly type: string
  /** The condition as it stands; absent when the object has none of this type. */
  readonly condition: Condition | undefined
  /** How it was decided, with the deciding row in words; absent when it is reported by somebody else. */
  readonly decision: Decision | undefined
  /** The object whose definition decided it, where that is another one. */
  readonly decidedBy: ObjectRef | undefined
  /** All that the deciding pass read, with the answers. */
  readonly reads: readonly RecordedRead[]
  /** What the decision rests on, with the values found there. */
  readonly inputs: readonly ExplainedInput[]
  /** The conditions it rests on, explained in turn, down to the first objects that are not derived. */
  readonly causes: readonly Explanation[]
}

export interface ExplainedInput {
  readonly ref: ObjectRef
  readonly condition?: string
  readonly field?: string
  readonly value: unknown
}

interface ExplainerInput {
  readonly tables: WorldTables
  readonly layer: Layer
  readonly nextPass: () => number
}

type Explain = (ref: ObjectRef, type: string, now: Instant) => Explanation | undefined

/** Evidence is not stored: whoever asks makes the deciding pass happen once more, from the same start. */
export function createExplainer({ tables, layer, nextPass }: ExplainerInput): Explain {
  const slotOf = (ref: ObjectRef): Slot | undefined =>
    tables.table(ref.cluster ?? '', ref).find(ref.namespace ?? '', ref.name)

  const lookAgain = (node: Node, now: Instant) => {
    const reads: RecordedRead[] = []
    const result = runPass({
      tables,
      node,
      basis: node.basis,
      now,
      pass: nextPass(),
      layer,
      onRead: (read) => reads.push(read),
    })
    return { reads, result }
  }

  const decisionOn = (slot: Slot, type: string, now: Instant) => {
    if (slot.node?.said.claims.includes(type)) {
      const { reads, result } = lookAgain(slot.node, now)
      return { reads, decision: result.decided.find((decision) => decision.type === type), node: slot.node }
    }
    for (const [node, said] of slot.said ?? []) {
      if (!said.conditions.some((condition) => condition.type === type) && !said.absent?.includes(type))
        continue
      const { reads, result } = lookAgain(node, now)
      const other = result.said.others.find(({ ref }) => slotOf(ref) === slot)
      return { reads, decision: other?.decided?.find((decision) => decision.type === type), node }
    }
    return undefined
  }

  const explainOnce = (
    slot: Slot,
    type: string,
    { now, seen }: { now: Instant; seen: Set<string> },
  ): Explanation => {
    seen.add(`${slot.table.cluster}|${slot.table.kind.group}|${slot.table.kind.kind}|${slot.key}|${type}`)
    const decided = decisionOn(slot, type, now)
    const sources = decided?.decision?.sources ?? []
    const causes: Explanation[] = []
    for (const source of sources) {
      const target = source.ref === undefined ? slot : slotFor(source.ref)
      if (target === undefined || source.condition === undefined) continue
      const { table, key } = target
      if (seen.has(`${table.cluster}|${table.kind.group}|${table.kind.kind}|${key}|${source.condition}`))
        continue
      causes.push(explainOnce(target, source.condition, { now, seen }))
    }
    return {
      ref: slot.ref,
      type,
      condition: conditionsAt(slot.computed, slot.table.conditionsPath).find(
        (condition) => condition.type === type,
      ),
      decision: decided?.decision,
      decidedBy: decided === undefined || decided.node.slot === slot ? undefined : decided.node.slot.ref,
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

  return (ref, type, now) => {
    const slot = slotOf(ref)
    return slot?.computed === undefined ? undefined : explainOnce(slot, type, { now, seen: new Set() })
  }
}

function inputOf(source: Source, target: Slot | undefined, subject: Slot): ExplainedInput {
  const ref: ObjectRef = target?.ref ?? { ...(source.ref ?? subject.ref), group: source.ref?.group ?? '' }
  const { condition, field } = source
  return {
    ref,
    ...(condition === undefined ? {} : { condition }),
    ...(field === undefined ? {} : { field }),
    value: condition === undefined ? fieldOf(target?.computed, field) : conditionOf(target, condition),
  }
}

const conditionOf = (slot: Slot | undefined, type: string): Condition | undefined =>
  slot && conditionsAt(slot.computed, slot.table.conditionsPath).find((condition) => condition.type === type)

function fieldOf(object: KubeObject | undefined, path: string | undefined): unknown {
  if (path === undefined) return undefined
  let value: unknown = object
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  return value
}
