import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { JsonSyntaxError } from '../../json/json-syntax-error.ts'
import { isJsonArray, isJsonObject } from '../../json/own.ts'
import { parseJson } from '../../json/parse-json.ts'
import { stringifyJson } from '../../json/stringify-json.ts'
import type { KindRules } from '../kind-rules.ts'
import { memberOf, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'

/** What version 1 cannot say, kept in annotations so that it survives being read and written by an old client. */
const metricsAnnotation = 'autoscaling.alpha.kubernetes.io/metrics'
const statusAnnotation = 'autoscaling.alpha.kubernetes.io/current-metrics'
const conditionsAnnotation = 'autoscaling.alpha.kubernetes.io/conditions'
const behaviourAnnotation = 'autoscaling.alpha.kubernetes.io/behavior'
const carried = [metricsAnnotation, statusAnnotation, conditionsAnnotation, behaviourAnnotation]

export const autoscalerRules: KindRules = {
  convert: (autoscaler, apiVersion) => {
    if (autoscaler.apiVersion === apiVersion) return autoscaler
    return apiVersion === 'autoscaling/v1' ? toVersion1(autoscaler) : toVersion2(autoscaler)
  },
}

function toVersion1(autoscaler: KubeObject): KubeObject {
  const { metrics = [], behavior, ...spec } = objectOf(autoscaler, 'spec') ?? {}
  const { currentMetrics = [], conditions, ...status } = objectOf(autoscaler, 'status') ?? {}
  const target = listOfObjects(metrics).find(isCpuUse)
  const current = listOfObjects(currentMetrics).find(isCpuUse)
  const others = listOfObjects(metrics).filter((metric) => metric !== target)
  const currentOthers = listOfObjects(currentMetrics).filter((metric) => metric !== current)
  return {
    ...autoscaler,
    apiVersion: 'autoscaling/v1',
    metadata: annotated(autoscaler, {
      [metricsAnnotation]: others.length > 0 ? others : undefined,
      [statusAnnotation]: currentOthers.length > 0 ? currentOthers : undefined,
      [conditionsAnnotation]: conditions ?? undefined,
      [behaviourAnnotation]: behavior,
    }),
    spec: {
      ...spec,
      ...utilisation('targetCPUUtilizationPercentage', objectOf(objectOf(target, 'resource'), 'target')),
    },
    status: {
      ...status,
      ...utilisation('currentCPUUtilizationPercentage', objectOf(objectOf(current, 'resource'), 'current')),
    },
  } as unknown as KubeObject
}

function toVersion2(autoscaler: KubeObject): KubeObject {
  const { targetCPUUtilizationPercentage, ...spec } = objectOf(autoscaler, 'spec') ?? {}
  const { currentCPUUtilizationPercentage, ...status } = objectOf(autoscaler, 'status') ?? {}
  const metrics = [
    ...cpuUse(targetCPUUtilizationPercentage, (averageUtilization) => ({
      target: { type: 'Utilization', averageUtilization },
    })),
    ...carriedList(autoscaler, metricsAnnotation),
  ]
  const currentMetrics = [
    ...cpuUse(currentCPUUtilizationPercentage, (averageUtilization) => ({ current: { averageUtilization } })),
    ...carriedList(autoscaler, statusAnnotation),
  ]
  const behavior = carriedValue(autoscaler, behaviourAnnotation)
  const conditions = carriedList(autoscaler, conditionsAnnotation)
  return {
    ...autoscaler,
    apiVersion: 'autoscaling/v2',
    metadata: annotated(autoscaler, {}),
    spec: {
      ...spec,
      ...(metrics.length > 0 && { metrics }),
      ...(isJsonObject(behavior) && { behavior }),
    },
    status: {
      ...status,
      currentMetrics: currentMetrics.length > 0 ? currentMetrics : null,
      ...(conditions.length > 0 && { conditions }),
    },
  } as unknown as KubeObject
}

function isCpuUse(metric: JsonObject): boolean {
  const resource = objectOf(metric, 'resource')
  const value = objectOf(resource, 'target') ?? objectOf(resource, 'current')
  return (
    textOf(metric, 'type') === 'Resource' &&
    textOf(resource, 'name') === 'cpu' &&
    memberOf(value, 'averageUtilization') !== undefined
  )
}

function utilisation(field: string, value: JsonObject | undefined): JsonObject {
  const percent = numberOf(value, 'averageUtilization')
  return percent === undefined ? {} : { [field]: percent }
}

function cpuUse(percent: Json | undefined, inner: (percent: Json) => JsonObject): readonly JsonObject[] {
  if (percent === undefined || percent === null) return []
  return [{ type: 'Resource', resource: { name: 'cpu', ...inner(percent) } }]
}

function annotated({ metadata }: KubeObject, added: Readonly<Record<string, Json | undefined>>): JsonObject {
  const { annotations, ...rest } = metadata
  const kept = Object.entries(isJsonObject(annotations) ? annotations : {}).filter(
    ([key]) => !carried.includes(key),
  )
  const extra = Object.entries(added).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, stringifyJson(value)] as const],
  )
  const all = Object.fromEntries([...kept, ...extra])
  return Object.keys(all).length === 0 ? rest : { ...rest, annotations: all }
}

function carriedList(autoscaler: KubeObject, annotation: string): readonly JsonObject[] {
  return listOfObjects(carriedValue(autoscaler, annotation))
}

function carriedValue({ metadata }: KubeObject, annotation: string): Json | undefined {
  const text = textOf(objectOf(metadata, 'annotations'), annotation)
  if (text === '') return undefined
  try {
    return parseJson(text).value
  } catch (error) {
    // A client wrote something of its own there; it says nothing about metrics.
    if (error instanceof JsonSyntaxError) return undefined
    throw error
  }
}

function listOfObjects(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? objectsOf({ value }, 'value') : []
}
