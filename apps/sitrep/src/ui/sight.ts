import type { Engine } from '@sitrep/engine'
import { type Family, type ObjectRef, refKey } from '@sitrep/status'
import type { ComputedObject } from '../source/computed-world.ts'
import type { Unread } from '../tree/build-tree.ts'
import type { FoldedTrouble } from '../trouble/fold-troubles.ts'
import type { Asking, ToldTrouble } from '../trouble/told-trouble.ts'
import { holdsOf, troublesIn } from '../trouble/troubles-in.ts'

/** What there is to look at. */
export interface SeenWorld {
  readonly objects: readonly ComputedObject[]
  /** Knows what follows from what among the objects. */
  readonly engine: Engine
  readonly families: readonly Family[]
  readonly unread: readonly Unread[]
}

/** A world as it was seen once, with what is not as it should be in it. */
export interface Sight extends SeenWorld {
  readonly at: string
  readonly byKey: ReadonlyMap<string, ComputedObject>
  /** What is not as it should be about an object, by its key. */
  readonly told: ReadonlyMap<string, ToldTrouble>
  /** The same by first causes, the gravest first. */
  readonly folded: readonly FoldedTrouble[]
}

/** Looks at everything once; a large world in slices, so that keys are answered meanwhile. */
export async function lookAt(world: SeenWorld, now: string): Promise<Sight> {
  const asked = world.objects.map(({ ref, computed }) => ({ ref, object: computed }))
  const { told, folded } = await troublesIn(asked, askingOf(world, now))
  return {
    ...world,
    at: now,
    byKey: new Map(world.objects.map((each) => [refKey(each.ref), each])),
    told: new Map(told.map((each) => [refKey(each.ref), each])),
    folded,
  }
}

/** What objects of this world are asked with. */
export const askingOf = ({ engine, families }: SeenWorld, now: string): Asking => ({
  engine,
  families,
  now,
  holds: holdsOf(families),
})

/** An object of a sight; absent: it is not there. */
export const seenIn = (sight: Sight, ref: ObjectRef): ComputedObject | undefined =>
  sight.byKey.get(refKey(ref))
