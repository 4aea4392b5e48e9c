import type { Cluster } from '../cluster/cluster.ts'
import type { JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, isJsonObject, objectsIn } from '../json/own.ts'
import { decodeObject } from '../resources/encoding.ts'
import { nameOf, namespaceOf, textOf } from '../resources/metadata.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { type PolicyRule, rulesOf } from './policy-rule.ts'

/** The group of roles and bindings. */
export const rbacGroup = 'rbac.authorization.k8s.io'

/** The role that a binding names. */
export interface RoleRef {
  readonly group: string
  readonly kind: string
  readonly name: string
}

export interface Binding {
  readonly name: string
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string
  readonly subjects: readonly JsonObject[]
  readonly role: RoleRef
}

/**
 * The roles and bindings of a cluster, as its store holds them at the moment. Each is decoded once, and those of one namespace are gathered again when
 * one of them has changed: a tenant with thousands of bindings of his own is nobody else's burden.
 */
export class Policies {
  readonly #cluster: Pick<Cluster, 'name' | 'store'>
  readonly #rules = new WeakMap<StoredObject, readonly PolicyRule[]>()
  readonly #bindings = new WeakMap<StoredObject, Binding>()
  /** The store gives the same list as long as nothing in it changes. */
  readonly #gathered = new WeakMap<readonly StoredObject[], readonly Binding[]>()

  constructor(cluster: Pick<Cluster, 'name' | 'store'>) {
    this.#cluster = cluster
  }

  /** The rules of a role as a binding in that namespace means it; `undefined` where there is no such role. */
  rules(role: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const { name, store } = this.#cluster
    const [plural, home] = role.kind === 'ClusterRole' ? ['clusterroles', ''] : ['roles', namespace]
    const resource = `${rbacGroup}/${plural}`
    const stored = store.get({ cluster: name, resource, namespace: home, name: role.name })
    return stored && known(this.#rules, stored, () => rulesOf(decodeObject(stored.bytes)))
  }

  /** Those that count in a namespace; in all of them where it is empty. ClusterRoleBindings come first. */
  *bindings(namespace: string): Iterable<Binding> {
    yield* this.#gather('clusterrolebindings', '')
    if (namespace !== '') yield* this.#gather('rolebindings', namespace)
  }

  #gather(plural: string, namespace: string): readonly Binding[] {
    const { name, store } = this.#cluster
    const listed = store.list({ cluster: name, resource: `${rbacGroup}/${plural}` }, namespace)
    return known(this.#gathered, listed, () =>
      listed.map((stored) => known(this.#bindings, stored, () => bindingOf(decodeObject(stored.bytes)))),
    )
  }
}

function known<Key extends object, Value>(values: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make()
  values.set(key, value)
  return value
}

function bindingOf(binding: KubeObject): Binding {
  return {
    name: nameOf(binding),
    namespace: namespaceOf(binding),
    subjects: objectsIn(getOwn(binding, 'subjects')),
    role: roleRefOf(binding),
  }
}

export function roleRefOf(binding: JsonObject): RoleRef {
  const role = getOwn(binding, 'roleRef')
  const named = isJsonObject(role) ? role : {}
  return { group: textOf(named, 'apiGroup'), kind: textOf(named, 'kind'), name: textOf(named, 'name') }
}
