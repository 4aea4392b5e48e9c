import type { Cluster } from '../cluster/cluster.ts'
import { ApiError, forbidden, objectNotFound, qualified } from '../errors/api-error.ts'
import { isJsonObject } from '../json/own.ts'
import { decodeObject } from '../resources/encoding.ts'
import { deleting, textOf } from '../resources/metadata.ts'
import type { StoredObject } from '../store/stored-object.ts'
import type { AdmissionRequest } from '../writes/write-context.ts'

/** Namespaces that a cluster cannot be without. */
const immortal: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

/** Nothing is created in a namespace that is missing or on its way out, and some namespaces stay for ever. */
export function assertNamespaceAllows({ context, operation, name }: AdmissionRequest): void {
  const { view, cluster, namespace } = context
  const { resource } = view
  if (resource.group === '' && resource.plural === 'namespaces') {
    if (operation === 'DELETE' && immortal.has(name)) {
      throw forbidden({ group: '', name: 'namespaces' }, name, 'this namespace may not be deleted')
    }
    return
  }
  if (operation !== 'CREATE' || resource.scope !== 'Namespaced' || context.subresource !== '') return
  const state = namespaceState(cluster, namespace)
  if (state === 'missing') throw objectNotFound({ group: '', name: 'namespaces' }, namespace)
  if (state === 'terminating') throw terminating(resource, name, namespace)
}

export function namespaceState(cluster: Cluster, name: string): 'active' | 'terminating' | 'missing' {
  const stored = cluster.store.head({ cluster: cluster.name, resource: '/namespaces', namespace: '', name })
  if (stored === undefined) return 'missing'
  const known = states.get(stored)
  if (known !== undefined) return known
  const state = stateOf(stored)
  states.set(stored, state)
  return state
}

// What is stored never changes, and every create in a namespace asks.
const states = new WeakMap<StoredObject, 'active' | 'terminating'>()

function stateOf(stored: StoredObject): 'active' | 'terminating' {
  // Most namespaces are not ending, and need not be read to know it.
  if (!stored.bytes.includes('deletionTimestamp') && !stored.bytes.includes('Terminating')) return 'active'
  const object = decodeObject(stored.bytes)
  const { status } = object
  const phase = isJsonObject(status) ? textOf(status, 'phase') : ''
  return deleting(object) || phase === 'Terminating' ? 'terminating' : 'active'
}

function terminating(resource: { group: string; plural: string }, name: string, namespace: string): ApiError {
  const { group, plural } = resource
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`
  return new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: `${qualified({ group, name: plural })}${name === '' ? '' : ` "${name}"`} is forbidden: ${why}`,
    details: {
      ...(name !== '' && { name }),
      ...(group !== '' && { group }),
      kind: plural,
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    },
  })
}
