import { fields, type KubeObject, number, type ObjectRef, text } from '@sitrep/status'
import { gatewayGroup, gatewayKind } from '../kinds.ts'
import type { NamespacedName } from './names.ts'

/** A reference with everything filled in that its writer may leave out. */
export interface ObjectReference extends NamespacedName {
  readonly group: string
  readonly kind: string
}

/** What stands for the group and the kind that a reference leaves out. */
export interface ReferenceDefaults {
  readonly group: string
  readonly kind: string
  readonly namespace: string
}

/** Reads a reference; one without a name has an empty one and is found nowhere. */
export function readReference(value: unknown, defaults: ReferenceDefaults): ObjectReference {
  const { group, kind, namespace, name } = fields(value)
  return {
    // An empty group is the core group; only a missing one is left to the default.
    group: typeof group === 'string' ? group : defaults.group,
    kind: text(kind) ?? defaults.kind,
    namespace: text(namespace) ?? defaults.namespace,
    name: text(name) ?? '',
  }
}

/** A reference to a parent: which object, and perhaps which of its listeners. */
export interface ParentReference extends ObjectReference {
  readonly sectionName: string | undefined
  readonly port: number | undefined
  /** Whether its writer named the namespace: what is reported repeats what was written. */
  readonly namespaceGiven: boolean
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

/** The namespace and name of an object. */
export const namespacedNameOf = ({ metadata }: KubeObject): NamespacedName => ({
  namespace: metadata.namespace ?? '',
  name: metadata.name,
})

/** A reference for whoever follows sources. */
export const sourceRef = ({ group, kind, namespace, name }: ObjectReference): ObjectRef => ({
  group,
  kind,
  ...(namespace !== '' && { namespace }),
  name,
})
