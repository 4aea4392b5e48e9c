import { badRequest, methodNotAllowed, objectNotFound, resourceNotFound } from '../../errors/api-error.ts'
import { partUpdate } from '../../resources/own-parts.ts'
import type { ResourceVerb } from '../../resources/resource.ts'
import { findStored, getObject } from '../get.ts'
import { patchHandler } from '../patch.ts'
import type { Handler, Scope } from '../scope.ts'
import { updateHandler } from '../update.ts'
import { bindPod } from './binding.ts'
import { evictPod } from './eviction.ts'
import { getLog } from './log.ts'
import { getScale, patchScale, updateScale } from './scale-handlers.ts'
import { requestToken } from './token.ts'

type Handlers = Partial<Record<ResourceVerb, Handler>>

const partHandlers: Handlers = { get: getObject, update: updateHandler, patch: patchHandler }
const scaleHandlers: Handlers = { get: getScale, update: updateScale, patch: patchScale }

/** Subresources with a body of another kind, by name. */
const actions: Readonly<Record<string, Handlers>> = {
  binding: { create: bindPod },
  eviction: { create: evictPod },
  token: { create: requestToken },
}

/** Finds what a method on a subresource asks for. Throws 404 or 405 for what is not offered. */
export function subresourceHandler(
  { cluster, target, view }: Pick<Scope, 'cluster' | 'target' | 'view'>,
  verb: ResourceVerb,
): Handler {
  const { subresource, rest } = target
  if (rest !== '' && subresource !== 'proxy') throw resourceNotFound()
  const handlers = handlersFor({ target, view })
  if (handlers === undefined) {
    if (view.version.subresources?.some(({ name }) => name === subresource) !== true)
      throw noSuchPart({ target, view })
    const { podLogs } = cluster
    const readsLog = subresource === 'log' && verb === 'get'
    return readsLog && podLogs !== undefined ? (scope) => getLog(scope, podLogs) : noContainers
  }
  const offered = view.version.subresources?.find(({ name }) => name === subresource)?.verbs
  const handler = handlers[verb]
  if (handler === undefined || (offered !== undefined && !offered.some((each) => each === verb))) {
    const { group, plural, origin } = view.resource
    throw origin === 'custom' ? methodNotAllowed({ group, name: plural }, verb) : methodNotAllowed()
  }
  return handler
}

/** Of a custom resource, parts that it could have are missed as if the object were. */
function noSuchPart({ target, view }: Pick<Scope, 'target' | 'view'>): Error {
  const { group, plural, origin } = view.resource
  const possible = target.subresource === 'status' || target.subresource === 'scale'
  return origin === 'custom' && possible
    ? objectNotFound({ group, name: plural }, target.name)
    : resourceNotFound()
}

function handlersFor({ target, view }: Pick<Scope, 'target' | 'view'>): Handlers | undefined {
  const { subresource } = target
  const { version, resource } = view
  if (subresource === 'status') return version.status ? partHandlers : undefined
  if (subresource === 'scale') return version.scale === undefined ? undefined : scaleHandlers
  if (version.subresources?.some(({ name }) => name === subresource) !== true) return undefined
  return actions[subresource] ?? (partUpdate(resource, subresource) === undefined ? undefined : partHandlers)
}

/** Logs, shells and proxies need a machine that runs containers; there is none behind this server. */
function noContainers(scope: Scope): never {
  findStored(scope)
  const { target } = scope
  const { plural, name, subresource } = target
  throw badRequest(
    `${plural} ${JSON.stringify(name)}: ${subresource} needs a node that runs containers, and this server has none`,
  )
}
