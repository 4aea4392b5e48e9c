import type { JsonObject } from '../../json/json.ts'
import { parseQuantity } from '../../schema/quantity.ts'
import { objectOf, objectsOf, textOf } from '../validation/read.ts'

const computed = ['cpu', 'memory'] as const

/** How well a pod is treated when its node runs short, decided from what its containers request and are limited to. */
export function qualityOfService(spec: JsonObject | undefined): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = [...objectsOf(spec, 'containers'), ...objectsOf(spec, 'initContainers')]
  const resources = containers.map((container) => objectOf(container, 'resources'))
  const requests = computed.map((name) => total(resources, 'requests', name))
  const limits = computed.map((name) => total(resources, 'limits', name))
  if ([...requests, ...limits].every((amount) => amount === 0n)) return 'BestEffort'
  const limited = resources.every((each) =>
    computed.every((name) => amountOf(objectOf(each, 'limits'), name) > 0n),
  )
  const equal = computed.every((_, index) => requests[index] === 0n || requests[index] === limits[index])
  return limited && equal ? 'Guaranteed' : 'Burstable'
}

function total(resources: readonly (JsonObject | undefined)[], list: string, name: string): bigint {
  return resources.reduce((sum, each) => sum + amountOf(objectOf(each, list), name), 0n)
}

function amountOf(amounts: JsonObject | undefined, name: string): bigint {
  return parseQuantity(textOf(amounts, name))?.nanos ?? 0n
}
