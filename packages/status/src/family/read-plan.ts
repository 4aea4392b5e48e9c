import type { KindRef } from '../kind.ts'
import type { KubeObject } from '../object.ts'
import type { DescribedKinds } from '../served-kind.ts'

/** What to read so that the tree of an object can be drawn. The first plan that fits an object is followed. */
export interface ReadPlan {
  /** Of which objects. */
  readonly of: ((kind: KindRef) => boolean) | DescribedKinds
  /** Which kinds can stand in the tree; `referred`: nothing is listed, what the object refers to is followed one by one. */
  readonly reads: ((kind: KindRef) => boolean) | 'referred'
  /** Where: with the root, in these namespaces as well, or in all. */
  readonly within: 'own' | 'every' | readonly string[]
  /** Narrows the lists to what carries these labels, where that leaves nothing out. */
  readonly labelSelector?: (root: KubeObject) => string | undefined
}
