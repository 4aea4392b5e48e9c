import {
  at,
  fields,
  type KindRef,
  type KubeObject,
  kindKey,
  list,
  number,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { gatewayGroup, gatewayKind, referenceGrantKind } from '../kinds.ts'
import type { NamespacedName } from '../model/names.ts'
import type { Grant, GrantFrom, ObjectReference, ParentReference, Referred } from './types.ts'

/** Reads a reference, with what stands for all that it leaves out; one without a name has an empty one and is found nowhere. */
export function readReference(value: unknown, defaults: GrantFrom): ObjectReference {
  const { group, kind, namespace, name } = fields(value)
  return {
    // An empty group is the core group; only a missing one is left to the default.
    group: typeof group === 'string' ? group : defaults.group,
    kind: text(kind) ?? defaults.kind,
    namespace: text(namespace) ?? defaults.namespace,
    name: text(name) ?? '',
  }
}

/** Reads a reference to a parent of an object in a namespace. */
export function readParentReference(value: unknown, namespace: string): ParentReference {
  const given = fields(value)
  return {
    ...readReference(value, { group: gatewayGroup, kind: gatewayKind.kind, namespace }),
    sectionName: text(given['sectionName']),
    port: number(given['port']),
    namespaceGiven: text(given['namespace']) !== undefined,
  }
}

/** The namespace and name of an object. */
export const namespacedNameOf = ({ metadata }: KubeObject): NamespacedName => ({
  namespace: metadata.namespace ?? '',
  name: metadata.name,
})

/** A ReferenceGrant, for whoever refers to something in its namespace. */
export const grantView: View<Grant> = {
  name: 'grant',
  of: ({ metadata, spec }) => ({
    name: metadata.name,
    from: list(at(spec, 'from')).map((entry) => {
      const { group, kind, namespace } = fields(entry)
      return { group: text(group) ?? '', kind: text(kind) ?? '', namespace: text(namespace) ?? '' }
    }),
    to: list(at(spec, 'to')).map((entry) => {
      const { group, kind, name } = fields(entry)
      return { group: text(group) ?? '', kind: text(kind) ?? '', name: text(name) }
    }),
  }),
}

/** Follows a reference: the object, and the grants where it crosses namespaces. */
export function follow<Target>(
  world: World,
  { ref, from }: { readonly ref: ObjectReference; readonly from: string },
  { kind, view }: { readonly kind: KindRef; readonly view: View<Target> },
): Referred<Target> {
  const understood = kindKey(ref) === kindKey(kind)
  const target = understood && world.get({ ...kind, namespace: ref.namespace, name: ref.name }, view)
  const grants =
    ref.namespace !== from && world.list({ ...referenceGrantKind, namespace: ref.namespace }, grantView)
  return { ref, ...(grants && { grants }), ...(target && { target }) }
}
