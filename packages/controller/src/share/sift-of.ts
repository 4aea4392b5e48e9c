import type { WorldChange } from '@sitrep/engine'
import type { ClusterName, KindRef, KubeObject, ObjectRef } from '@sitrep/status'
import type { Sift } from '../observe/reflector/sift.ts'
import type { Placing } from './share.ts'

/** What a feed asks about what it reads. */
export interface FeedShare {
  /** Where an object belongs that is kept here; nothing: it is not. */
  readonly placingOf: (ref: ObjectRef, object: KubeObject) => Placing | undefined
  /** What of these changes is told now. */
  readonly sorted: (
    changes: readonly WorldChange[],
    placingOf: (metadata: KubeObject['metadata']) => Placing | undefined,
  ) => readonly WorldChange[]
  /** What is told of an object that belongs to somebody else from now on. */
  readonly left: (ref: ObjectRef) => readonly WorldChange[]
}

interface Sifted {
  readonly share: FeedShare
  readonly cluster: ClusterName
  readonly kind: KindRef
  readonly onChanges: (changes: readonly WorldChange[]) => void
}

/** Tells what is kept of one kind. */
export function siftOf({ share, cluster, kind: { group, kind }, onChanges }: Sifted): Sift {
  const refOf = ({ namespace, name }: KubeObject['metadata']): ObjectRef => ({
    ...{ cluster, group, kind, name },
    ...(namespace !== undefined && { namespace }),
  })
  return {
    placeOf: (object) => share.placingOf(refOf(object.metadata), object),
    onLeft: (metadata) => onChanges(share.left(refOf(metadata))),
  }
}
