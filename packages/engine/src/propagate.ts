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

type Wake = (keeper: Keeper, cause: Cause, stirred?: Slot) => void

/** Wakes exactly the statuses for which the value of a view changed, or a query gained or lost a member. */
export function propagate(step: Step, wake: Wake): void {
  const { slot, before, after } = step
  // Most objects come before anybody asks for them.
  if (slot.reader === undefined && slot.buckets.length === 0 && !slot.table.indexed) return
  let compared: Comparison | undefined
  if (slot.reader !== undefined) {
    compared = new Comparison(step)
    wakeChanged(slot, compared, wake)
  }
  // An object stands in a handful of lists: looking through them costs less than a Set.
  const held = slot.buckets
  const kept = bucketsAfter(step)
  slot.buckets = kept
  for (let at = 0; at < kept.length; at++) {
    const bucket = kept[at] as Bucket
    if (held === kept || held.includes(bucket)) {
      compared ??= new Comparison(step)
      // What is written of an object comes back as it was computed: whoever kept what was seen of a thousand would look at all of them again.
      for (const onlooker of bucket.onlookers) if (compared.shows(onlooker.reader)) onlooker.changed(slot)
      wakeChanged(bucket, compared, wake)
      continue
    }
    bucket.add(slot)
    wakeThoseWhoSee(bucket, { slot, layers: after }, wake)
  }
  if (kept === held) return
  for (const bucket of held) {
    if (kept.includes(bucket)) continue
    wakeThoseWhoSee(bucket, { slot, layers: before }, wake)
    bucket.remove(slot)
  }
}

function wakeChanged(target: Slot | Bucket, compared: Comparison, wake: Wake): void {
  for (let reader = target.reader; reader !== undefined; reader = reader.next) {
    if (reader.idle || !compared.differs(reader)) continue
    const cause: Cause = { cause: 'view', ref: compared.slot.ref, view: reader.view.name }
    reader.each((keeper) => wake(keeper, cause, compared.slot))
  }
}

/** An object that came into a list or left it. */
interface Member {
  readonly slot: Slot
  readonly layers: Layers
}

function wakeThoseWhoSee(bucket: Bucket, { slot, layers }: Member, wake: Wake): void {
  for (let reader = bucket.reader; reader !== undefined; reader = reader.next) {
    if (reader.idle || valueIn(reader, layers) === undefined) continue
    const cause: Cause = { cause: 'member', ref: slot.ref, view: reader.view.name }
    reader.each((keeper) => wake(keeper, cause))
  }
}

function bucketsAfter({ slot, before, after }: Step): readonly Bucket[] {
  const object = after.computed
  if (object === undefined) return []
  // Owners and labels stand in the metadata; without an index of our own nothing else can move an object.
  const unmoved = before.computed?.metadata === object.metadata && slot.table.knowledge.indexes.length === 0
  return unmoved ? slot.buckets : slot.table.bucketsOf(object)
}

// A view may be read from the object itself and through several lists: in each layer it is compared once.
class Comparison {
  readonly slot: Slot
  readonly #before: Layers
  readonly #after: Layers
  #known: Record<Layer, Map<View<unknown>, boolean>> | undefined = undefined

  constructor({ slot, before, after }: Step) {
    this.slot = slot
    this.#before = before
    this.#after = after
  }

  /** Whether a view may show something else. */
  shows(reader: Reader): boolean {
    return (
      this.#before[reader.layer] !== this.#after[reader.layer] &&
      (reader.view.wakes !== undefined || this.differs(reader))
    )
  }

  /** Whether it wakes. */
  differs(reader: Reader): boolean {
    const { layer, view } = reader
    if (this.#before[layer] === this.#after[layer]) return false
    this.#known ??= { computed: new Map(), reported: new Map() }
    const present = this.#known[layer].get(view)
    if (present !== undefined) return present
    const differs = !same(wakingIn(reader, this.#before), wakingIn(reader, this.#after))
    this.#known[layer].set(view, differs)
    return differs
  }
}

function wakingIn(reader: Reader, layers: Layers): unknown {
  const { wakes } = reader.view
  if (wakes === undefined) return valueIn(reader, layers)
  // That there is an object at all is news, whatever it says.
  return given((object) => ({ wakes: wakes(object) }), layers[reader.layer])
}

const valueIn = ({ view, layer }: Reader, layers: Layers): unknown => given(view.of, layers[layer])

// A view that throws is its definition's mistake; the definition must run to say so, hence it counts as a change.
function given(of: View<unknown>['of'], object: KubeObject | undefined): unknown {
  if (object === undefined) return undefined
  try {
    return of(object) ?? undefined
  } catch {
    return Symbol('never the same')
  }
}
