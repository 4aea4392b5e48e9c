import { at, formatRef, type KubeObject, refOf } from '@sitrep/status'
import { conditionsOf, type ReadCondition, wordsOf } from '@sitrep/status/following'
import type { FollowedFamily } from '../following-of.ts'

/** What is left of something that is being deleted. Its texts come from objects: whoever shows them makes them harmless. */
export interface Remaining {
  /** `3 Machines`, in the order in which kinds are listed. */
  readonly left: readonly string[]
  /** What holds it, each with the object that tells. */
  readonly blockers: readonly string[]
}

// They tell how far a deletion has come; of namespaces, what is still inside.
const tellingTypes: readonly string[] = [
  'Deleting',
  'Deleted',
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionContentFailure',
  'NamespaceContentRemaining',
  'NamespaceFinalizersRemaining',
]

// Kubernetes takes these off itself, as families say it of theirs.
const ordinary = /^(foregroundDeletion|orphan)$/

/** Tells what is left of an object and of what belongs to it. */
export function remainingOf(
  root: KubeObject,
  parts: readonly KubeObject[],
  families: readonly FollowedFamily[],
): Remaining {
  const counted = new Map<string, number>()
  for (const { kind } of parts) counted.set(kind, (counted.get(kind) ?? 0) + 1)
  const told = [root, ...parts].flatMap((object) => toldBlockers(object, families))
  return {
    left: [...counted].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`),
    blockers: told.length > 0 ? told : silentBlockers(root, parts),
  }
}

function toldBlockers(object: KubeObject, families: readonly FollowedFamily[]): readonly string[] {
  if (object.metadata.deletionTimestamp === undefined) return []
  return [
    ...conditionsOf(object)
      .filter((condition) => tellingTypes.includes(condition.type) && condition.status === 'True')
      .flatMap((condition) => blockerWords(object, condition)),
    ...foreignFinalizers(object, families).map(
      (finalizer) => `${formatRef(refOf(object))}: finalizer ${finalizer}`,
    ),
    ...(isPaused(object, families) ? [`${formatRef(refOf(object))} is paused`] : []),
  ]
}

// A reason that says no more than that it is being deleted is no blocker.
function blockerWords(object: KubeObject, condition: ReadCondition): readonly string[] {
  const words = wordsOf(condition)
  if (words === undefined || words === condition.type || words === 'DeletionCompleted') return []
  return [`${formatRef(refOf(object))}: ${(condition.message || words).split('\n').join(' ')}`]
}

const foreignFinalizers = (
  { metadata }: KubeObject,
  families: readonly FollowedFamily[],
): readonly string[] => {
  const all = [ordinary, ...families.flatMap(({ ordinaryFinalizers }) => ordinaryFinalizers ?? [])]
  return (metadata.finalizers ?? []).filter((finalizer) => !all.some((each) => each.test(finalizer)))
}

// The field is a custom of many kinds, those of Kubernetes among them.
const isPaused = (object: KubeObject, families: readonly FollowedFamily[]): boolean =>
  at(object.spec, 'paused') === true || families.some(({ paused }) => paused?.(object) === true)

// Where nobody tells anything, the finalizers of the object itself are all there is to see.
function silentBlockers(root: KubeObject, parts: readonly KubeObject[]): readonly string[] {
  if (parts.length > 0) return []
  return (root.metadata.finalizers ?? []).map(
    (finalizer) => `${formatRef(refOf(root))}: finalizer ${finalizer}`,
  )
}
