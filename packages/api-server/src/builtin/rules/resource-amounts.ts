import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { parseQuantity, type Quantity } from '../../schema/quantity.ts'
import { qualifiedName } from '../validation/name-rules.ts'
import { objectOf, textOf } from '../validation/read.ts'

const containerResources = new Set(['cpu', 'memory', 'ephemeral-storage'])
const standardResources = new Set([
  ...containerResources,
  ...['requests', 'limits'].flatMap((kind) =>
    ['cpu', 'memory', 'ephemeral-storage'].map((name) => `${kind}.${name}`),
  ),
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
])
const billion = 1_000_000_000n

/** Limits and requests of a container. */
export function validateResources(resources: JsonObject | undefined, path: string): readonly FieldError[] {
  const limits = objectOf(resources, 'limits') ?? {}
  const requests = objectOf(resources, 'requests') ?? {}
  return [
    ...Object.keys(limits).flatMap((name) => validateAmount(name, limits, `${path}.limits`)),
    ...Object.keys(requests).flatMap((name) => [
      ...validateAmount(name, requests, `${path}.requests`),
      ...validateRequest(name, { requests, limits, path }),
    ]),
  ]
}

function validateAmount(name: string, amounts: JsonObject, path: string): readonly FieldError[] {
  const field = `${path}[${name}]`
  return [
    ...validateContainerResourceName(name, field),
    ...validateQuantity(name, quantityOf(amounts, name), field),
  ]
}

interface Amounts {
  readonly requests: JsonObject
  readonly limits: JsonObject
  readonly path: string
}

function validateRequest(name: string, { requests, limits, path }: Amounts): readonly FieldError[] {
  const overcommitted = isOvercommitAllowed(name)
  if (!Object.hasOwn(limits, name)) {
    return overcommitted
      ? []
      : [required(`${path}.limits`, 'Limit must be set for non overcommitable resources')]
  }
  const request = quantityOf(requests, name)?.nanos ?? 0n
  const limit = quantityOf(limits, name)?.nanos ?? 0n
  const text = textOf(requests, name)
  const most = `${name} limit of ${textOf(limits, name)}`
  if (request !== limit && !overcommitted) {
    return [invalidValue(`${path}.requests`, text, `must be equal to ${most}`)]
  }
  if (request > limit)
    return [invalidValue(`${path}.requests`, text, `must be less than or equal to ${most}`)]
  return []
}

/** An amount that may not be negative, and for countable resources must be whole. */
export function validateQuantity(
  name: string,
  quantity: Quantity | undefined,
  field: string,
): readonly FieldError[] {
  if (quantity === undefined) return []
  const { nanos } = quantity
  const shown = formatted(quantity)
  return [
    ...(nanos < 0n ? [invalidValue(field, shown, 'must be greater than or equal to 0')] : []),
    ...(isCounted(name) && nanos % billion !== 0n ? [invalidValue(field, shown, 'must be an integer')] : []),
  ]
}

function formatted({ nanos }: Quantity): string {
  return nanos % billion === 0n ? `${nanos / billion}` : `${nanos / 1_000_000n}m`
}

/** The name of any resource, in a quota or elsewhere. */
export function validateResourceName(name: string, field: string): readonly FieldError[] {
  const problems = qualifiedName(name)
  if (problems.length > 0) return problems.map((problem) => invalidValue(field, name, problem))
  if (name.includes('/') || standardResources.has(name) || name.startsWith('hugepages-')) return []
  return [invalidValue(field, name, 'must be a standard resource type or fully qualified')]
}

function validateContainerResourceName(name: string, field: string): readonly FieldError[] {
  const problems = validateResourceName(name, field)
  if (!name.includes('/')) {
    return containerResources.has(name) || name.startsWith('hugepages-')
      ? problems
      : [...problems, invalidValue(field, name, 'must be a standard resource for containers')]
  }
  const extended = name.includes('kubernetes.io/') || !name.startsWith('requests.')
  return extended
    ? problems
    : [...problems, invalidValue(field, name, "doesn't follow extended resource name standard")]
}

function isOvercommitAllowed(name: string): boolean {
  return !name.startsWith('hugepages-') && (!name.includes('/') || name.includes('kubernetes.io/'))
}

function isCounted(name: string): boolean {
  if (name.includes('/')) return !name.includes('kubernetes.io/')
  return !/(^|\.)(cpu|memory|ephemeral-storage|storage)$/.test(name) && !name.includes('hugepages-')
}

export function quantityOf(amounts: JsonObject, name: string): Quantity | undefined {
  return parseQuantity(textOf(amounts, name))
}
