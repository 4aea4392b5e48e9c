import type { Timing } from '@sitrep/controller'
import type { Connection, Discovered } from '@sitrep/controller/connection'
import { type Family, formatRef, type KubeObject, refKey, refOf } from '@sitrep/status'
import { DeletionWatch } from '../apply/deletion/deletion-watch.ts'
import { remainingOf } from '../apply/deletion/remaining.ts'
import { followingOf } from '../apply/following-of.ts'
import { LiveObjects } from '../source/live-objects.ts'
import { planFor } from '../source/read-plan.ts'

/** What is asked to find out what holds a deletion. */
export interface Holding {
  readonly connection: Connection
  readonly discovered: Discovered
  readonly families: readonly Family[]
}

export interface HeldOptions extends Holding {
  readonly timing: Timing
  readonly onChange: () => void
}

// Each takes several watches.
const mostWatched = 5

/** What keeps objects from being gone, kept up to date with what goes with them. */
export class HeldDeletions {
  readonly #options: HeldOptions
  readonly #watches: Map<string, DeletionWatch> = new Map()

  constructor(options: HeldOptions) {
    this.#options = options
  }

  /** Why an object is still there, in words, as far as it is known by now. */
  words(object: KubeObject): string {
    const { families } = this.#options
    if (object.metadata.deletionTimestamp !== undefined) this.#watch(object)
    const parts = this.#watches.get(keyOf(object))?.parts ?? []
    return heldWords(object, parts, families)
  }

  #watch(object: KubeObject): void {
    const { connection, discovered, families, timing, onChange } = this.#options
    const parts = followingOf(families, object)?.deletes?.(object)
    const resource = discovered.get(refOf(object))
    const key = keyOf(object)
    if (parts === undefined || resource === undefined) return
    if (this.#watches.has(key) || this.#watches.size >= mostWatched) return
    this.#watches.set(
      key,
      new DeletionWatch({ connection, discovered, resource, object, parts, timing, onChange }),
    )
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#watches.values()].map((watch) => watch.stop()))
  }
}

const keyOf = (object: KubeObject): string => `${refKey(refOf(object))} ${object.metadata.uid ?? ''}`

/** Looks once at what goes with an object, or is owned by it, and says what keeps it from being gone. */
export async function heldBy(object: KubeObject, holding: Holding): Promise<string> {
  const { families, discovered } = holding
  const title = formatRef(refOf(object))
  if (object.metadata.deletionTimestamp === undefined) return `${title} ${heldWords(object, [], families)}`
  const parts = followingOf(families, object)?.deletes?.(object)
  const { namespace, labelSelector } = parts ?? {}
  const scope = { ...(namespace !== undefined && { namespace }), ...(labelSelector && { labelSelector }) }
  const plan =
    parts === undefined
      ? planFor(object, { discovered, families })
      : discovered.all.filter(parts.kinds).map((resource) => ({ resource, scope }))
  const live = new LiveObjects(holding.connection, discovered)
  await live.load(plan)
  const { uid } = object.metadata
  const left = live.all.filter(
    ({ metadata }) =>
      metadata.uid !== uid &&
      (parts !== undefined || (metadata.ownerReferences ?? []).some((owner) => owner.uid === uid)),
  )
  return `${title} ${heldWords(object, left, families)}`
}

// More would hide what else is waited for.
const mostTold = 3

/** Why an object is still there: what goes with it and is there too, and what holds the last of that, or the object itself. */
export function heldWords(
  object: KubeObject,
  parts: readonly KubeObject[],
  families: readonly Family[],
): string {
  const { deletionTimestamp } = object.metadata
  if (deletionTimestamp === undefined) return 'is not being deleted: nobody has asked for it'
  const { left } = remainingOf(object, parts, families)
  const held = lastOf(object, parts).flatMap((each) => holdsOf(each, families))
  const told = held.map((words) => words.replace(`${formatRef(refOf(object))}: `, ''))
  const more = told.length - mostTold
  return [
    `is being deleted (since ${deletionTimestamp})`,
    ...(left.length === 0 ? [] : [`still there: ${left.join(', ')}`]),
    ...told.slice(0, mostTold),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(told.length === 0 && left.length === 0 ? ['nothing shows that holds it'] : []),
  ].join('; ')
}

// Owners wait for what they own, and say so: only those that own nothing any more tell something new.
function lastOf(object: KubeObject, parts: readonly KubeObject[]): readonly KubeObject[] {
  if (parts.length === 0) return [object]
  const owners = new Set(
    parts.flatMap(({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid)),
  )
  return parts.filter(({ metadata }) => metadata.uid === undefined || !owners.has(metadata.uid))
}

function holdsOf(object: KubeObject, families: readonly Family[]): readonly string[] {
  const { deletionTimestamp, finalizers = [] } = object.metadata
  if (deletionTimestamp === undefined) return []
  const title = formatRef(refOf(object))
  const ordinary = families.flatMap(({ ordinaryFinalizers }) => ordinaryFinalizers ?? [])
  const told = remainingOf(object, [], families).blockers.filter((words) => !isFinalizer(words, title))
  // What an object says of its deletion says more than that a controller has not finished with it.
  const silent =
    told.length === 0 ? finalizers : finalizers.filter((each) => !ordinary.some((one) => one.test(each)))
  return [...told, ...silent.map((each) => `${title}: ${finalizerWords(each, ordinary)}`)]
}

const isFinalizer = (words: string, title: string): boolean => words.startsWith(`${title}: finalizer `)

type FinalizerWords = readonly [finalizer: RegExp, words: string]

// biome-ignore format: one line a finalizer
/** What the finalizers of Kubernetes itself wait for. */
const knownFinalizers: readonly FinalizerWords[] = [
  [/^foregroundDeletion$/,             'what it owns goes first'],
  [/^orphan$/,                         'what it owns is being let go first'],
  [/^kubernetes\.io\/pvc-protection$/, 'a Pod still uses it'],
  [/^kubernetes\.io\/pv-protection$/,  'a claim is still bound to it'],
  [/^kubernetes$/,                     'what is inside goes first'],
]

// Of one that nobody knows, it says who has to act.
function finalizerWords(finalizer: string, ordinary: readonly RegExp[]): string {
  const words = knownFinalizers.find(([each]) => each.test(finalizer))?.[1]
  if (words !== undefined) return `${words} (finalizer ${finalizer})`
  return ordinary.some((each) => each.test(finalizer))
    ? `its controller has not finished with it (finalizer ${finalizer})`
    : `whoever added finalizer ${finalizer} has not taken it off`
}
