import { type KubeObject, type Layer, same, type View } from '@sitrep/status'
import type { Cause } from './change.ts'
import type { Bucket, Keeper, Reader, Slot } from './graph.ts'

/** An object in both layers. */
export type Layers = Readonly<Record<Layer, KubeObject | undefined>>

/** One place of the world before and after. */
export interface Step {
  readonly slot: Slot
  readonly before: Layers
  readonly after: Layers
}

type Wake = (keeper: Keeper, cause: Cause) => void

/** Wakes exactly the statuses for which the value of a view changed, or a query gained or lost a member. */
export function propagate(step: Step, wake: Wake): void {
  const { slot, before, after } = step
  const changed = viewComparison(step)
  const wakeChanged = (reader: Reader): void => {
    if (changed(reader)) wakeAll(reader, { cause: 'view', ref: slot.ref, view: reader.view.name }, wake)
  }
  const wakeIfSeen = (reader: Reader, seen: Layers): void => {
    if (valueIn(reader, seen) === undefined) return
    wakeAll(reader, { cause: 'member', ref: slot.ref, view: reader.view.name }, wake)
  }
  eachActive(slot.readers, wakeChanged)
  // An object stands in a handful of lists: looking through them costs less than a Set.
  const held = slot.buckets
  const kept = bucketsAfter(step)
  for (const bucket of kept) {
    if (held.includes(bucket)) {
      eachActive(bucket.readers, wakeChanged)
      continue
    }
    bucket.add(slot)
    eachActive(bucket.readers, (reader) => wakeIfSeen(reader, after))
  }
  for (const bucket of held) {
    if (kept.includes(bucket)) continue
    eachActive(bucket.readers, (reader) => wakeIfSeen(reader, before))
    bucket.remove(slot)
  }
}

function bucketsAfter({ slot, before, after }: Step): readonly Bucket[] {
  const object = after.computed
  if (object === undefined) return []
  // Owners and labels stand in the metadata; without an index of our own nothing else can move an object.
  const unmoved = before.computed?.metadata === object.metadata && slot.table.knowledge.indexes.length === 0
  return unmoved ? slot.buckets : slot.table.bucketsOf(object)
}

function eachActive(readers: readonly Reader[], visit: (reader: Reader) => void): void {
  if (readers.length === 0) return
  for (const reader of readers) if (!reader.idle) visit(reader)
}

function wakeAll(reader: Reader, cause: Cause, wake: Wake): void {
  reader.each((keeper) => wake(keeper, cause))
}

// A view may be read from the object itself and through several lists: in each layer it is compared once.
function viewComparison({ before, after }: Step): (reader: Reader) => boolean {
  let known: Record<Layer, Map<View<unknown>, boolean>> | undefined
  return (reader) => {
    if (before[reader.layer] === after[reader.layer]) return false
    known ??= { computed: new Map(), reported: new Map() }
    const present = known[reader.layer].get(reader.view)
    if (present !== undefined) return present
    const differs = !same(valueIn(reader, before), valueIn(reader, after))
    known[reader.layer].set(reader.view, differs)
    return differs
  }
}

// A view that throws is its definition's mistake; the definition must run to say so, hence it counts as a change.
function valueIn({ view, layer }: Reader, layers: Layers): unknown {
  const object = layers[layer]
  if (object === undefined) return undefined
  try {
    return view.of(object) ?? undefined
  } catch {
    return Symbol('never the same')
  }
}
