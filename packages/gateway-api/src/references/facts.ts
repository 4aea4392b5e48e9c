import type { Source } from '@sitrep/conditions'
import type { ObjectRef } from '@sitrep/status'
import { referenceGrantKind } from '../kinds.ts'
import { nameText } from '../model/names.ts'
import type { Grant, GrantFrom, ObjectReference, ParentReference, ReferenceFault, Referred } from './types.ts'

/** Whether one of the grants of the target's namespace allows the reference. Several grants add up; each must hold on both sides. */
function permits(grants: readonly Grant[], referrer: GrantFrom, target: ObjectReference): boolean {
  return grants.some(
    ({ from, to }) =>
      from.some(
        (entry) =>
          entry.group === referrer.group &&
          entry.kind === referrer.kind &&
          entry.namespace === referrer.namespace,
      ) &&
      to.some(
        (entry) =>
          entry.group === target.group &&
          entry.kind === target.kind &&
          (entry.name === undefined || entry.name === target.name),
      ),
  )
}

/** How a reference ends. */
type Resolution<Target> =
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

/** The fault of a reference into another namespace that nothing there permits. It must not tell whether its end exists. */
export const notPermitted = (
  ref: ObjectReference,
  grants: readonly string[],
): ReferenceFault<'RefNotPermitted'> => ({
  reason: 'RefNotPermitted',
  message: `No ReferenceGrant in namespace ${ref.namespace} permits the reference to ${ref.kind} ${nameText(ref)}`,
  ref,
  grants,
})

/** A kind, as people are told of it. */
export const kindText = ({ group, kind }: ObjectReference): string =>
  group === '' ? kind : `${kind}.${group}`

/** A parent as it stands in a status: as it was written, with group and kind filled in. */
export function writtenParent(parent: ParentReference): Readonly<Record<string, unknown>> {
  const { group, kind, namespace, name, sectionName, port, namespaceGiven } = parent
  return {
    group,
    kind,
    ...(namespaceGiven && { namespace }),
    name,
    ...(sectionName !== undefined && { sectionName }),
    ...(port !== undefined && { port }),
  }
}

/** A reference for whoever follows sources. */
export const sourceRef = ({ group, kind, namespace, name }: ObjectReference): ObjectRef => ({
  group,
  kind,
  ...(namespace !== '' && { namespace }),
  name,
})

/** What a decision about references rests on: the objects at their ends, or the grants that do not permit to look there. */
export const faultSources = (faults: readonly ReferenceFault<string>[]): readonly Source[] =>
  faults.flatMap(({ ref, reason, grants }): readonly Source[] => {
    if (grants === undefined) return kindFaults.includes(reason) ? [] : [{ ref: sourceRef(ref) }]
    const grant = (name: string) => sourceRef({ ...referenceGrantKind, namespace: ref.namespace, name })
    if (grants.length === 0) return [{ ref: grant(anyName) }]
    return grants.flatMap((name) => ['spec.from', 'spec.to'].map((field) => ({ ref: grant(name), field })))
  })

// Of a kind that nobody reads it cannot be told whether an object is there.
const kindFaults: readonly string[] = ['InvalidKind', 'InvalidCACertificateKind']

/** What stands for the name of an object of which there is none at all. */
const anyName = '*'
