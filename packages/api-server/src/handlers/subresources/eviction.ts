import { collectionOf } from '../../cluster/cluster.ts'
import { ApiError, badRequest } from '../../errors/api-error.ts'
import { statusObject } from '../../errors/status.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, getPath, isJsonArray, isJsonObject } from '../../json/own.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { parseDeleteOptions } from '../../request/delete-options.ts'
import { labelSelectorMatches } from '../../request/selectors/match-selector.ts'
import { parseWriteOptions } from '../../request/write-options.ts'
import { formatTime, labelsOf, metadataOf, nameOf, textOf, withMember } from '../../resources/metadata.ts'
import { deleteObject } from '../../writes/delete.ts'
import { updateObject } from '../../writes/update.ts'
import { findStored } from '../get.ts'
import { jsonResponse } from '../respond.ts'
import { type Scope, writeContext } from '../scope.ts'
import { readAction } from './read-action.ts'

/** `POST …/pods/{name}/eviction`: deletes a pod unless a disruption budget forbids it. */
export async function evictPod(scope: Scope): Promise<ApiResponse> {
  const { target, query, view, admission } = scope
  const written = parseWriteOptions(query, 'CreateOptions')
  const eviction = readAction(scope, { group: 'policy', version: 'v1', kind: 'Eviction' })
  const named = textOf(metadataOf(eviction), 'name')
  if (named !== '' && named !== target.name)
    throw badRequest('name in URL does not match name in Eviction object')
  const asked = getOwn(eviction, 'deleteOptions')
  const options = parseDeleteOptions(asked === null ? undefined : asked, new URLSearchParams())
  const pod = view.object(findStored(scope))
  if (!isOver(pod)) assertBudgetsAllow(scope, pod)
  const dryRun = written.dryRun || options.dryRun
  const context = { ...writeContext(scope, { ...written, dryRun }), subresource: '' }
  await updateObject({ ...context, subresource: 'eviction' }, admission, {
    name: target.name,
    creates: 'never',
    silent: true,
    propose: (live) => disrupted(live as KubeObject, formatTime(scope.cluster.edge.now())),
    optionsKind: 'UpdateOptions',
  })
  await deleteObject(context, admission, { name: target.name, options: { ...options, dryRun } })
  return jsonResponse(201, { ...statusObject({ status: 'Success', code: 201 }), code: 201 })
}

/** Says on the pod who makes it go. */
function disrupted(pod: KubeObject, now: string): KubeObject {
  const status = getOwn(pod, 'status')
  const known: JsonObject = isJsonObject(status) ? status : {}
  const conditions = getOwn(known, 'conditions')
  const others = (isJsonArray(conditions) ? conditions : []).filter(
    (condition) => !isJsonObject(condition) || textOf(condition, 'type') !== 'DisruptionTarget',
  )
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: now,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  }
  return withMember(pod, 'status', { ...known, conditions: [...others, condition] })
}

/** A pod that has ended, or has not begun, disturbs nobody by going. */
function isOver(pod: KubeObject): boolean {
  const phase = getPath(pod, ['status', 'phase'])
  return phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending'
}

function assertBudgetsAllow({ cluster, target }: Scope, pod: KubeObject): void {
  const view = cluster.registry.preferred('policy', 'poddisruptionbudgets')
  if (view === undefined) return
  const budgets = cluster.store
    .list(collectionOf(cluster, view.resource), target.namespace)
    .map((stored) => view.object(stored))
    .filter((budget) => {
      const selector = getPath(budget, ['spec', 'selector'])
      return isJsonObject(selector) && labelSelectorMatches(selector, labelsOf(pod))
    })
  if (budgets.length > 1) {
    const message =
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'
    throw new ApiError({ code: 500, message })
  }
  const [budget] = budgets
  if (budget !== undefined && disruptionsAllowed(budget) <= 0) throw refused(budget)
}

function disruptionsAllowed(budget: KubeObject): number {
  const allowed = getPath(budget, ['status', 'disruptionsAllowed'])
  return typeof allowed === 'number' ? allowed : 0
}

function refused(budget: KubeObject): ApiError {
  const healthy = numberAt(budget, 'desiredHealthy')
  const current = numberAt(budget, 'currentHealthy')
  const cause: JsonObject = {
    reason: 'DisruptionBudget',
    message: `The disruption budget ${nameOf(budget)} needs ${healthy} healthy pods and has ${current} currently`,
  }
  return new ApiError({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [cause] },
  })
}

function numberAt(budget: KubeObject, name: string): Json {
  return getPath(budget, ['status', name]) ?? 0
}
