import type { KindRef } from '../kind.ts'
import type { DescribedKinds } from '../served-kind.ts'

/** How the objects below one of a kind are found. A kind without a row of its own shows what it owns. */
export interface Relation {
  /** `Kind.group`, `<heading> of Kind.group` for parts of an object, or kinds found at run time. */
  readonly of: string | DescribedKinds
  /** Written before the name of each; `together`: a line of its own above all of them. */
  readonly heading?: string
  readonly together?: true
  /** Only shown when the tree begins here: further down it would hide what is looked for. */
  readonly only?: 'root'
  readonly by: Way
}

/** The ways in which one object leads to others. */
export type Way =
  /** Named in fields of the object. `kind` stands for what a reference leaves out; `quiet`: what is not at hand is not missed. */
  | {
      readonly way: 'refers'
      readonly path: string
      readonly kind?: KindRef
      readonly quiet?: true
      /** Without what lies below it. */
      readonly leaf?: true
      /** Where the object reports on each of them, entry by entry. */
      readonly reports?: Reports
      /** It lies in a cluster of its own, which the object names in this field: `spec.clusterName`. */
      readonly remote?: string
    }
  /** An object of this name in a fixed place. */
  | { readonly way: 'namesake'; readonly kind: KindRef; readonly namespace: string }
  /** Objects of these kinds that carry the name in a label and are owned by none of the kinds. */
  | { readonly way: 'labelled'; readonly label: string; readonly kinds: readonly KindRef[] }
  /** Owned, with what stands between left out. */
  | { readonly way: 'owns'; readonly kinds?: readonly KindRef[] }
  /** Parts of the object that have a status of their own, by name: listeners. `shows`: fields of a part that stand behind its name. */
  | {
      readonly way: 'parts'
      readonly path: string
      readonly status: string
      readonly shows?: readonly string[]
    }
  /** Objects that refer to this one (to this part of it) in their own fields. */
  | {
      readonly way: 'referred'
      readonly path: string
      readonly kinds: readonly KindRef[]
      readonly part?: string
      /** What a reference is to that names no kind. Left out: to whatever is of its name. */
      readonly kind?: KindRef
      /** Where they report on what they refer to, entry by entry. */
      readonly reports?: Reports
    }

/** Where an object reports on what it refers to: the entries, and the field of one that holds the reference. */
export interface Reports {
  readonly path: string
  readonly about: string
}
