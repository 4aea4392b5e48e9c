import { scaleManagedFields } from '../../apply/scale-owners.ts'
import { ageColumn, column, nameColumn } from '../../builtin/printers/column.ts'
import { numberOf, objectOf } from '../../builtin/validation/read.ts'
import { ApiError, badRequest, resourceNotFound } from '../../errors/api-error.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { isJsonObject } from '../../json/own.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { contentTypeOf, decodeBody, refuseBrokenText } from '../../request/body.ts'
import { parseWriteOptions } from '../../request/write-options.ts'
import { metadataOf, metaText, textOf, withMetadata } from '../../resources/metadata.ts'
import type { ScalePaths, TableColumn } from '../../resources/resource.ts'
import { applyFields } from '../../writes/managed-fields.ts'
import { updateObject } from '../../writes/update.ts'
import type { WriteContext } from '../../writes/write-context.ts'
import type { Written } from '../../writes/written.ts'
import { findStored } from '../get.ts'
import { applyType, assertPatchType, outcomeOf } from '../patch.ts'
import { readApplied } from '../patches/read-applied.ts'
import { readPatch } from '../patches/read-patch.ts'
import { jsonResponse } from '../respond.ts'
import { type Scope, writeContext } from '../scope.ts'
import { tableOf } from '../transform.ts'
import { decodeScale, refuseBody, refusePatched } from './decode-scale.ts'
import { appliedToParent, assertScalable, replicasPaths, scaleOf, withScale } from './scale.ts'

const replicas = (scale: KubeObject, part: 'spec' | 'status'): number =>
  numberOf(objectOf(scale, part), 'replicas') ?? 0

/** What a Scale shows in a line. */
const scaleColumns: readonly TableColumn[] = [
  nameColumn,
  column('Desired', (scale) => replicas(scale, 'spec'), 'integer'),
  column('Available', (scale) => replicas(scale, 'status'), 'integer'),
  { ...ageColumn, type: 'date' },
]

/** `GET …/{plural}/{name}/scale` */
export async function getScale(scope: Scope): Promise<ApiResponse> {
  const paths = pathsOf(scope)
  const stored = findStored(scope)
  await scope.view.prepare([stored])
  const object = scope.view.object(stored)
  assertScalable(object, paths)
  const scale = scaleOf(object, paths)
  const { transform } = scope.representation
  if (transform?.kind !== 'Table') return jsonResponse(200, scale)
  return jsonResponse(200, tableOf(scope, scale, { transform, columns: scaleColumns }))
}

/** `PUT …/{plural}/{name}/scale` */
export async function updateScale(scope: Scope): Promise<ApiResponse> {
  const options = parseWriteOptions(scope.query, 'UpdateOptions')
  const context = writeContext(scope, options)
  const scale = decodeScale(readScale(scope), { options, warn: scope.warn, refuse: refuseBody })
  assertSameObject(scope, scale)
  const written = await updateObject(context, scope.admission, {
    name: scope.target.name,
    creates: 'never',
    propose: (live) => scaled(live as KubeObject, scale, pathsOf(scope)),
    optionsKind: 'UpdateOptions',
  })
  return scaleResponse(scope, written)
}

/** `PATCH …/{plural}/{name}/scale` */
export async function patchScale(scope: Scope): Promise<ApiResponse> {
  const type = contentTypeOf(scope.request)
  assertPatchType(scope, type)
  const options = parseWriteOptions(scope.query, type === applyType ? 'ApplyOptions' : 'PatchOptions')
  const context = writeContext(scope, options)
  return scaleResponse(
    scope,
    type === applyType ? await applyScale(scope, context) : await mergeScale(scope, context),
  )
}

function mergeScale(scope: Scope, context: WriteContext): Promise<Written> {
  const patch = readPatch(scope.request)
  const paths = pathsOf(scope)
  return updateObject(context, scope.admission, {
    name: scope.target.name,
    creates: 'never',
    propose: (live) => {
      const patched = patch.apply(ownedScale(scope, live as KubeObject), {})
      const reading = { options: context.options, warn: scope.warn, refuse: refusePatched(patched) }
      const scale = decodeScale(patched, reading)
      assertSameObject(scope, scale)
      return scaled(live as KubeObject, scale, paths)
    },
    optionsKind: 'PatchOptions',
  })
}

/** The scale with who owns it: patches see that, answers do not. */
function ownedScale(scope: Scope, live: KubeObject): KubeObject {
  const managedFields = scaleManagedFields(live.metadata['managedFields'], replicasPaths(scope.view.resource))
  return withMetadata(scaleOf(live, pathsOf(scope)), { managedFields })
}

function applyScale(scope: Scope, context: WriteContext): Promise<Written> {
  const { config } = readApplied(scope.request)
  if (config.apiVersion !== 'autoscaling/v1' || config.kind !== 'Scale') {
    throw badRequest(`invalid object type: ${config.apiVersion}, Kind=${config.kind}`)
  }
  const { apiVersion, resource } = scope.view
  if (resource.origin === 'custom') throw noScaleOfCustom(config)
  const parent = appliedToParent(config, { apiVersion, kind: resource.kind }, pathsOf(scope))
  return updateObject(context, scope.admission, {
    name: scope.target.name,
    creates: 'never',
    tracked: true,
    propose: async (live, bytes) => outcomeOf(await applyFields(context, { live, config: parent, bytes })),
    optionsKind: 'PatchOptions',
  })
}

/** Kubernetes cannot apply to the Scale of a custom resource: it takes it for one. */
function noScaleOfCustom(config: KubeObject): ApiError {
  const named = `${metaText(config, 'namespace')}/${metaText(config, 'name')}; ${config.apiVersion}, Kind=${config.kind}`
  const why = `request to convert CR to an invalid group/version: ${config.apiVersion}`
  return new ApiError({
    code: 500,
    message: `failed to convert new object (${named}) to proper version: ${why}`,
  })
}

/** A scale that names a resource version is a precondition; one that does not changes whatever is there. */
function scaled(live: KubeObject, scale: JsonObject, paths: ScalePaths): KubeObject {
  const version = metaText(scale, 'resourceVersion')
  const uid = metaText(scale, 'uid')
  return withMetadata(withScale(live, scale, paths), {
    ...(version !== '' && { resourceVersion: version }),
    ...(uid !== '' && { uid }),
  })
}

function readScale({ request }: Scope): JsonObject {
  try {
    const { value } = decodeBody(request, {
      repeated: 'merge',
      protobuf: { apiVersion: 'autoscaling/v1', kind: 'Scale' },
    })
    if (!isJsonObject(value)) throw badRequest('the object provided is unrecognized (must be of type Scale)')
    const [apiVersion, kind] = [textOf(value, 'apiVersion'), textOf(value, 'kind')]
    if (kind !== '' && kind !== 'Scale')
      throw badRequest('no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"')
    if (
      apiVersion !== '' &&
      !apiVersion.startsWith('autoscaling/') &&
      !apiVersion.startsWith('extensions/') &&
      apiVersion !== 'apps/v1beta1'
    ) {
      throw badRequest(
        `the API version in the data (${apiVersion}) does not match the expected API version (autoscaling/v1)`,
      )
    }
    return value
  } catch (error) {
    return refuseBrokenText(error, 'Scale', request.body)
  }
}

function assertSameObject({ target }: Scope, scale: JsonObject): void {
  const name = textOf(metadataOf(scale), 'name')
  if (name !== target.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${target.name})`)
  }
  const namespace = textOf(metadataOf(scale), 'namespace')
  if (namespace === '' || namespace === target.namespace) return
  throw badRequest(
    `the namespace of the object (${namespace}) does not match the namespace on the request (${target.namespace})`,
  )
}

function pathsOf({ view }: Scope): ScalePaths {
  const { scale } = view.version
  if (scale === undefined) throw resourceNotFound()
  return scale
}

function scaleResponse(scope: Scope, { object }: Written): ApiResponse {
  return jsonResponse(200, scaleOf(object, pathsOf(scope)))
}
