import { type KubeObject, type OwnerReference, refOf } from '@sitrep/status'
import { type Action, actions, nothing, type Plan } from './action.ts'

/** What an object's metadata is to hold besides what it holds. */
export interface WantedMetadata {
  readonly finalizer?: string
  readonly owner?: OwnerReference
  readonly labels?: Readonly<Record<string, string>>
}

/** Adds what is missing, and nothing when nothing is. */
export function ensureMetadata(object: KubeObject, wanted: WantedMetadata): Plan {
  const { finalizers = [], ownerReferences = [], labels = {}, resourceVersion } = object.metadata
  const { finalizer, owner, labels: wantedLabels = {} } = wanted
  const metadata = {
    ...(finalizer !== undefined &&
      !finalizers.includes(finalizer) && { finalizers: [...finalizers, finalizer] }),
    ...(owner !== undefined &&
      !ownerReferences.some(({ uid }) => uid === owner.uid) && {
        ownerReferences: [...ownerReferences, owner],
      }),
    ...(Object.entries(wantedLabels).some(([name, value]) => labels[name] !== value) && {
      labels: wantedLabels,
    }),
  }
  if (Object.keys(metadata).length === 0) return nothing
  // Lists are replaced as a whole, so nobody else may have added to them meanwhile.
  return actions({
    act: 'patch',
    ref: refOf(object),
    body: { metadata },
    ...(resourceVersion !== undefined && { expecting: resourceVersion }),
  })
}

/** Lets a deleted object go, as far as it depends on this finalizer. */
export function withoutFinalizer(object: KubeObject, finalizer: string): Plan {
  const { finalizers = [], resourceVersion } = object.metadata
  if (!finalizers.includes(finalizer)) return nothing
  const body = { metadata: { finalizers: finalizers.filter((other) => other !== finalizer) } }
  return actions({
    act: 'patch',
    ref: refOf(object),
    body,
    ...(resourceVersion !== undefined && { expecting: resourceVersion }),
  })
}

export const annotate = (
  object: KubeObject,
  annotations: Readonly<Record<string, string | null>>,
  cluster?: string,
): Action => ({ act: 'patch', ref: refOf(object, cluster), body: { metadata: { annotations } } })
