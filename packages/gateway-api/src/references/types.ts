import type { Listing, Reading } from '@sitrep/status'
import type { NamespacedName } from '../model/names.ts'

/** A reference with everything filled in that its writer may leave out. */
export interface ObjectReference extends NamespacedName {
  readonly group: string
  readonly kind: string
}

/** A reference to a parent: which object, and perhaps which of its listeners. */
export interface ParentReference extends ObjectReference {
  readonly sectionName: string | undefined
  readonly port: number | undefined
  /** Whether its writer named the namespace: what is reported repeats what was written. */
  readonly namespaceGiven: boolean
}

/** What a ReferenceGrant allows: references from these, to those of its own namespace. */
export interface Grant {
  readonly name: string
  readonly from: readonly GrantFrom[]
  readonly to: readonly GrantTo[]
}

/** Who refers: objects of a kind in a namespace. */
export type GrantFrom = Omit<ObjectReference, 'name'>

interface GrantTo {
  readonly group: string
  readonly kind: string
  /** Left out: every object of the kind. */
  readonly name: string | undefined
}

/** A reference and what was found at its end. */
export interface Referred<Target> {
  readonly ref: ObjectReference
  /** The grants of the other namespace; absent where none is needed. */
  readonly grants?: Listing<Grant>
  /** Absent where the kind is none that is understood. */
  readonly target?: Reading<Target>
}

/** Something wrong with one reference. */
export interface ReferenceFault<Reason extends string> {
  readonly reason: Reason
  /** A sentence for people. */
  readonly message: string
  readonly ref: ObjectReference
  /** The grants that do not permit it, where that is what is wrong. */
  readonly grants?: readonly string[]
}

/** What became of several references of one sort. */
export interface ResolvedReferences<Fault> {
  readonly sound: readonly ObjectReference[]
  readonly faults: readonly Fault[]
  /** Why some of them could not be looked at. */
  readonly unreadable: readonly string[]
  /** Certificates that are no longer valid. */
  readonly expired: readonly string[]
}
