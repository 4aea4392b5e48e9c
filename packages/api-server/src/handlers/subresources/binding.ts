import { ApiError, conflict } from '../../errors/api-error.ts'
import { statusObject } from '../../errors/status.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, getPath, isJsonObject } from '../../json/own.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { parseWriteOptions } from '../../request/write-options.ts'
import { formatTime, nameOf, textOf, withMember } from '../../resources/metadata.ts'
import { updateObject } from '../../writes/update.ts'
import { jsonResponse } from '../respond.ts'
import { type Scope, writeContext } from '../scope.ts'
import { readAction } from './read-action.ts'

/** `POST …/pods/{name}/binding`: a scheduler says where a pod goes. */
export async function bindPod(scope: Scope): Promise<ApiResponse> {
  const options = parseWriteOptions(scope.query, 'CreateOptions')
  const binding = readAction(scope, { group: '', version: 'v1', kind: 'Binding' })
  const node = textOf(objectOf(getOwn(binding, 'target')), 'name')
  // The old way posts bindings to a collection of their own, and names the pod in the body.
  const name = scope.target.name === '' ? nameOf(binding) : scope.target.name
  if (node === '') throw new ApiError({ code: 500, message: 'target.name: Required value' })
  const pods = scope.cluster.registry.find('', 'v1', 'pods') ?? scope.view
  const context = { ...writeContext(scope, options), view: pods, subresource: 'binding' }
  await updateObject(context, scope.admission, {
    name,
    creates: 'never',
    silent: true,
    propose: (live) => boundPod(live as KubeObject, { node, now: scope.cluster.edge.now() }),
    optionsKind: 'UpdateOptions',
  })
  return jsonResponse(201, { ...statusObject({ status: 'Success', code: 201 }), code: 201 })
}

function boundPod(
  pod: KubeObject,
  { node, now }: { readonly node: string; readonly now: number },
): KubeObject {
  const present = getPath(pod, ['spec', 'nodeName'])
  if (typeof present === 'string' && present !== '') {
    throw conflict(
      { group: '', name: 'pods/binding' },
      nameOf(pod),
      `pod ${nameOf(pod)} is already assigned to node "${present}"`,
    )
  }
  const status = objectOf(getOwn(pod, 'status'))
  const others = conditionsOf(status).filter((condition) => textOf(condition, 'type') !== 'PodScheduled')
  const scheduled: JsonObject = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: formatTime(now),
  }
  const spec = { ...objectOf(getOwn(pod, 'spec')), nodeName: node }
  return withMember(withMember(pod, 'spec', spec), 'status', {
    ...status,
    conditions: [...others, scheduled],
  })
}

function conditionsOf(status: JsonObject): readonly JsonObject[] {
  const conditions = getOwn(status, 'conditions')
  return Array.isArray(conditions) ? conditions.filter((each: Json) => isJsonObject(each)) : []
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
