import { formatRef, type KubeObject, refOf } from '@sitrep/status'
import { conditionsOf, type ReadCondition, wordsOf } from '../phases/conditions.ts'

/** What is left of something that is being deleted. Its texts come from objects: whoever shows them makes them harmless. */
export interface Remaining {
  /** `3 Machine`, in the order in which kinds are listed. */
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

// These finalizers are not in the way: each is taken off by a controller as the last step of what its condition tells.
const ordinary =
  /(^|\.)cluster\.x-k8s\.io(\/|$)|^clusters\.anywhere\.eks\.amazonaws\.com\/finalizer$|^(foregroundDeletion|orphan)$/

/** Tells what is left of an object and of what belongs to it. */
export function remainingOf(root: KubeObject, parts: readonly KubeObject[]): Remaining {
  const counted = new Map<string, number>()
  for (const { kind } of parts) counted.set(kind, (counted.get(kind) ?? 0) + 1)
  const told = [root, ...parts].flatMap(toldBlockers)
  return {
    left: [...counted].map(([kind, count]) => `${count} ${kind}`),
    blockers: told.length > 0 ? told : silentBlockers(root, parts),
  }
}

function toldBlockers(object: KubeObject): readonly string[] {
  if (object.metadata.deletionTimestamp === undefined) return []
  return [
    ...conditionsOf(object)
      .filter((condition) => tellingTypes.includes(condition.type) && condition.status === 'True')
      .flatMap((condition) => blockerWords(object, condition)),
    ...foreignFinalizers(object).map((finalizer) => `${formatRef(refOf(object))}: finalizer ${finalizer}`),
    ...pauses(object),
  ]
}

// A reason that says no more than that it is being deleted is no blocker.
function blockerWords(object: KubeObject, condition: ReadCondition): readonly string[] {
  const words = wordsOf(condition)
  if (words === undefined || words === condition.type || words === 'DeletionCompleted') return []
  return [`${formatRef(refOf(object))}: ${(condition.message || words).split('\n').join(' ')}`]
}

const foreignFinalizers = ({ metadata }: KubeObject): readonly string[] =>
  (metadata.finalizers ?? []).filter((finalizer) => !ordinary.test(finalizer))

function pauses(object: KubeObject): readonly string[] {
  const { annotations = {} } = object.metadata
  const paused =
    (object.spec as { paused?: unknown } | undefined)?.paused === true ||
    annotations['cluster.x-k8s.io/paused'] !== undefined ||
    annotations['anywhere.eks.amazonaws.com/paused'] === 'true'
  return paused ? [`${formatRef(refOf(object))} is paused`] : []
}

// Where nobody tells anything, the finalizers of the object itself are all there is to see.
function silentBlockers(root: KubeObject, parts: readonly KubeObject[]): readonly string[] {
  if (parts.length > 0) return []
  return (root.metadata.finalizers ?? []).map(
    (finalizer) => `${formatRef(refOf(root))}: finalizer ${finalizer}`,
  )
}
