import type { KindRef, Listing, Reading, View, World } from '@sitrep/status'
import { kindKey } from '@sitrep/status'
import { referenceGrantKind } from '../kinds.ts'
import { type Grant, type GrantFrom, grantView, permits } from './grants.ts'
import type { ObjectReference } from './references.ts'

/** A reference and what was found at its end. */
export interface Referred<Target> {
  readonly ref: ObjectReference
  /** The grants of the other namespace; absent where none is needed. */
  readonly grants?: Listing<Grant>
  /** Absent where the kind is none that is understood. */
  readonly target?: Reading<Target>
}

/** Which kinds are understood at the end of a reference, and what is wanted of them. */
export interface Wanted<Target> {
  readonly kind: KindRef
  readonly view: View<Target>
}

/** Follows a reference: the object, and the grants where it crosses namespaces. */
export function follow<Target>(
  world: World,
  { ref, from }: { readonly ref: ObjectReference; readonly from: string },
  { kind, view }: Wanted<Target>,
): Referred<Target> {
  const understood = kindKey(ref) === kindKey(kind)
  const target = understood && world.get({ ...kind, namespace: ref.namespace, name: ref.name }, view)
  const grants =
    ref.namespace !== from && world.list({ ...referenceGrantKind, namespace: ref.namespace }, grantView)
  return { ref, ...(grants && { grants }), ...(target && { target }) }
}

/** How a reference ends. */
export type Resolution<Target> =
  | { readonly state: 'found'; readonly target: Target }
  | { readonly state: 'other kind' }
  /** With the grants that are there and do not permit it. */
  | { readonly state: 'not permitted'; readonly grants: readonly string[] }
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly why: string }

/** Decides how a reference ends. Whether it is permitted is asked before everything else: the answer must not tell what is there. */
export function resolve<Target>(
  { ref, grants, target }: Referred<Target>,
  referrer: GrantFrom,
): Resolution<Target> {
  if (grants !== undefined) {
    if (!grants.read) return { state: 'unreadable', why: grants.why }
    if (!permits(grants.items, referrer, ref))
      return { state: 'not permitted', grants: grants.items.map(({ name }) => name) }
  }
  if (target === undefined) return { state: 'other kind' }
  if (!target.read) return { state: 'unreadable', why: target.why }
  return target.item === undefined ? { state: 'missing' } : { state: 'found', target: target.item }
}
