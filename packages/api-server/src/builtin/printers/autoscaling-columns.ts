import type { JsonObject, KubeObject } from '../../json/json.ts'
import type { TableColumn } from '../../resources/resource.ts'
import { isSet, memberOf, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'
import { ageColumn, column, listed, nameColumn } from './column.ts'

const spec = (object: KubeObject): JsonObject | undefined => objectOf(object, 'spec')
const status = (object: KubeObject): JsonObject | undefined => objectOf(object, 'status')

/** Columns of a HorizontalPodAutoscaler; the object may be of either version. */
export const autoscalerColumns: readonly TableColumn[] = [
  nameColumn,
  column('Reference', (object) => {
    const target = objectOf(spec(object), 'scaleTargetRef')
    return `${textOf(target, 'kind')}/${textOf(target, 'name')}`
  }),
  column('Targets', targets),
  column('MinPods', (object) => String(numberOf(spec(object), 'minReplicas') ?? '<unset>')),
  column('MaxPods', (object) => numberOf(spec(object), 'maxReplicas') ?? 0),
  column('Replicas', (object) => numberOf(status(object), 'currentReplicas') ?? 0),
  ageColumn,
]

function targets(autoscaler: KubeObject): string {
  if (autoscaler.apiVersion === 'autoscaling/v1') return simpleTarget(autoscaler)
  const specs = objectsOf(spec(autoscaler), 'metrics')
  if (specs.length === 0) return '<none>'
  const current = objectsOf(status(autoscaler), 'currentMetrics')
  return listed(
    specs.map((metric, index) => formatMetric(metric, current[index])),
    2,
    ', ',
  )
}

/** Version 1 knows one target only, the CPU. */
function simpleTarget(autoscaler: KubeObject): string {
  const wanted = numberOf(spec(autoscaler), 'targetCPUUtilizationPercentage')
  if (wanted === undefined) return '<none>'
  const current = numberOf(status(autoscaler), 'currentCPUUtilizationPercentage')
  return `cpu: ${current === undefined ? '<unknown>' : `${current}%`}/${wanted}%`
}

const members: Readonly<Record<string, string>> = {
  External: 'external',
  Pods: 'pods',
  Object: 'object',
  Resource: 'resource',
  ContainerResource: 'containerResource',
}

function formatMetric(metric: JsonObject, now: JsonObject | undefined): string {
  const type = textOf(metric, 'type')
  const member = members[type]
  if (member === undefined) return '<unknown type>'
  const source = objectOf(metric, member)
  const target = objectOf(source, 'target')
  const current = objectOf(objectOf(now, member), 'current')
  if (type === 'Resource' || type === 'ContainerResource') {
    return `${textOf(source, 'name')}: ${formatUse(target, current)}`
  }
  if (type === 'Pods') return `${amount(current, 'averageValue')}/${textOf(target, 'averageValue')}`
  if (isSet(target, 'averageValue')) {
    return `${amount(current, 'averageValue')}/${textOf(target, 'averageValue')} (avg)`
  }
  return `${amount(current, 'value')}/${textOf(target, 'value')}`
}

function formatUse(target: JsonObject | undefined, current: JsonObject | undefined): string {
  if (isSet(target, 'averageValue'))
    return `${amount(current, 'averageValue')}/${textOf(target, 'averageValue')}`
  const wanted = numberOf(target, 'averageUtilization')
  const now = numberOf(current, 'averageUtilization')
  return `${now === undefined ? '<unknown>' : `${now}%`}/${wanted === undefined ? '<auto>' : `${wanted}%`}`
}

function amount(current: JsonObject | undefined, key: string): string {
  return textOf(current, key) || '<unknown>'
}

const budget =
  (key: string) =>
  (object: KubeObject): string =>
    String(memberOf(spec(object), key) ?? 'N/A')

export const disruptionBudgetColumns: readonly TableColumn[] = [
  nameColumn,
  column('Min Available', budget('minAvailable')),
  column('Max Unavailable', budget('maxUnavailable')),
  column('Allowed Disruptions', (object) => numberOf(status(object), 'disruptionsAllowed') ?? 0, 'integer'),
  ageColumn,
]
