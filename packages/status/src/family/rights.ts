import type { KindRef } from '../kind.ts'

/** What a family needs to be allowed, as far as that does not follow from the kinds that it computes and reads. */
export interface ForeignRights {
  /** Groups in which others bring kinds of any name: all of them are read. */
  readonly groups?: readonly string[]
  /** Why, in words for whoever reviews the role. */
  readonly why?: string
  /** What single kinds are read for, where whoever reviews the role will ask. */
  readonly reasons?: readonly (readonly [kind: KindRef, why: string])[]
  /** Plurals of kinds that are read and that somebody else defines. */
  readonly plurals?: readonly (readonly [kind: KindRef, plural: string])[]
  /** Those of them that live in no namespace: they are read in the whole cluster, whatever namespaces are looked after. */
  readonly clusterScoped?: readonly KindRef[]
}
