import type { BoundObject } from '../../auth/service-account-tokens.ts'
import { keyOf } from '../../cluster/cluster.ts'
import { badRequest, conflict, invalid, objectNotFound } from '../../errors/api-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, isJsonObject } from '../../json/own.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import {
  formatTime,
  metadataOf,
  nameOf,
  namespaceOf,
  textOf,
  textsOf,
  uidOf,
} from '../../resources/metadata.ts'
import { findStored } from '../get.ts'
import { jsonResponse } from '../respond.ts'
import type { Scope } from '../scope.ts'
import { readAction } from './read-action.ts'

const hourSeconds = 3600
const shortestSeconds = 600
const longestSeconds = 2 ** 32

/** `POST …/serviceaccounts/{name}/token` */
export function requestToken(scope: Scope): ApiResponse {
  const request = readAction(scope, { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' })
  const account = scope.view.object(findStored(scope))
  const spec = objectIn(request, 'spec')
  const seconds = lifetime(spec)
  const { serviceAccounts } = scope.access
  const audiences = textsOf(getOwn(spec, 'audiences'))
  const granted = audiences.length === 0 ? [serviceAccounts.audience] : audiences
  const bound = boundObject(scope, objectIn(spec, 'boundObjectRef'))
  const expiresAt = scope.cluster.edge.now() + seconds * 1000
  const [name, namespace, uid] = [nameOf(account), namespaceOf(account), uidOf(account)]
  const token = serviceAccounts.sign({
    name,
    namespace,
    uid,
    audiences: granted,
    expiresAt,
    ...(bound && { bound }),
  })
  return jsonResponse(201, {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: {
      ...metadataOf(request),
      name,
      namespace,
      uid,
      creationTimestamp: formatTime(scope.cluster.edge.now()),
    },
    spec: {
      ...spec,
      audiences: granted,
      expirationSeconds: seconds,
      boundObjectRef: getOwn(spec, 'boundObjectRef') ?? null,
    },
    status: { token, expirationTimestamp: formatTime(expiresAt) },
  })
}

function lifetime(spec: JsonObject): number {
  const seconds = getOwn(spec, 'expirationSeconds') ?? hourSeconds
  const field = 'spec.expirationSeconds'
  const refuse = (why: string): Error =>
    invalid({ group: 'authentication.k8s.io', name: 'TokenRequest' }, '', [invalidValue(field, seconds, why)])
  if (typeof seconds !== 'number') throw badRequest(`${field} must be a number`)
  if (seconds < shortestSeconds) throw refuse('may not specify a duration less than 10 minutes')
  if (seconds > longestSeconds) throw refuse('may not specify a duration larger than 2^32 seconds')
  return seconds
}

const bindable: Readonly<Record<string, { readonly kind: BoundObject['kind']; readonly plural: string }>> = {
  Pod: { kind: 'pod', plural: 'pods' },
  Secret: { kind: 'secret', plural: 'secrets' },
  Node: { kind: 'node', plural: 'nodes' },
}

function boundObject({ cluster, target }: Scope, reference: JsonObject): BoundObject | undefined {
  if (Object.keys(reference).length === 0) return undefined
  const kind = textOf(reference, 'kind')
  const bound = textOf(reference, 'apiVersion') === 'v1' ? bindable[kind] : undefined
  const view = bound && cluster.registry.find('', 'v1', bound.plural)
  if (bound === undefined || view === undefined)
    throw badRequest(`cannot bind token to object of type ${kind}`)
  const name = textOf(reference, 'name')
  const namespace = view.resource.scope === 'Namespaced' ? target.namespace : ''
  const stored = cluster.store.get(keyOf(cluster, view.resource, { namespace, name }))
  if (stored === undefined) throw objectNotFound({ group: '', name: bound.plural }, name)
  const object: KubeObject = view.object(stored)
  const [asked, uid] = [textOf(reference, 'uid'), uidOf(object)]
  if (asked !== '' && asked !== uid) {
    const why = `the UID in the bound object reference (${asked}) does not match the UID in record. The object might have been deleted and then recreated`
    throw conflict({ group: '', name: kind }, name, why)
  }
  return { kind: bound.kind, name, uid }
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = getOwn(object, name)
  return isJsonObject(value) ? value : {}
}
