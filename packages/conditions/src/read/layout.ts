/** Where an object keeps a list: the keys that lead to it. */
export type ConditionPath = readonly string[]

/** Where objects of one generation of an API keep their conditions, of the current model and of the older one. */
export interface ConditionLayout {
  readonly conditions?: ConditionPath
  readonly severityConditions?: ConditionPath
}

/** The layouts by what they hold, in the order in which an API goes through them. */
export type ConditionLayoutName = 'severityOnly' | 'currentAhead' | 'severityBehind' | 'currentOnly'

const plain: ConditionPath = ['status', 'conditions']
const ahead: ConditionPath = ['status', 'v1beta2', 'conditions']
// As the document on Cluster API's status has its first stage.
const beside: ConditionPath = ['status', 'experimentalConditions']
const behind: ConditionPath = ['status', 'deprecated', 'v1beta1', 'conditions']

/**
 * The four layouts between the older model and the current one.
 * Source: kubernetes-sigs/cluster-api util/patch/utils.go, v1.14.
 */
export const conditionLayouts: Readonly<Record<ConditionLayoutName, ConditionLayout>> = {
  severityOnly: { severityConditions: plain },
  currentAhead: { conditions: ahead, severityConditions: plain },
  severityBehind: { conditions: plain, severityConditions: behind },
  currentOnly: { conditions: plain },
}

/** Where a list of the current model is looked for, in this order. */
export const conditionPaths: readonly ConditionPath[] = [ahead, beside, plain]

/** Where a list of the older model is looked for, in this order. */
export const severityConditionPaths: readonly ConditionPath[] = [behind, plain]

/** What lies at a path of foreign data; nothing where a step is missing or leads into something else than an object. */
export function valueAt(object: unknown, path: ConditionPath): unknown {
  let value = object
  for (const key of path) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Whether foreign data is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text that lies at a path, empty when there is none. */
export function textAt(object: unknown, path: ConditionPath): string {
  const value = valueAt(object, path)
  return typeof value === 'string' ? value : ''
}
