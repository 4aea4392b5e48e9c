import type { JsonObject, KubeObject } from '../json/json.ts'
import { getPath, isJsonArray, isJsonObject } from '../json/own.ts'
import { textOf } from '../resources/metadata.ts'

/** Objects of one resource that are still in a namespace, and the finalizers that hold them. */
export interface Remaining {
  readonly group: string
  readonly plural: string
  readonly count: number
  readonly finalizers: readonly string[]
}

interface ConditionTexts {
  readonly type: string
  readonly reason: string
  readonly message: string
}

// biome-ignore format: the table is the specification; its columns stay aligned
const fine: readonly ConditionTexts[] = [
  { type: 'NamespaceDeletionDiscoveryFailure',           reason: 'ResourcesDiscovered',    message: 'All resources successfully discovered' },
  { type: 'NamespaceDeletionGroupVersionParsingFailure', reason: 'ParsedGroupVersions',    message: 'All legacy kube types successfully parsed' },
  { type: 'NamespaceDeletionContentFailure',             reason: 'ContentDeleted',         message: 'All content successfully deleted, may be waiting on finalization' },
  { type: 'NamespaceContentRemaining',                   reason: 'ContentRemoved',         message: 'All content successfully removed' },
  { type: 'NamespaceFinalizersRemaining',                reason: 'ContentHasNoFinalizers', message: 'All content-preserving finalizers finished' },
]

/** The conditions of a namespace on its way out. A time moves only with the status that it belongs to. */
export function terminatingConditions(
  namespace: KubeObject,
  remaining: readonly Remaining[],
  now: string,
): readonly JsonObject[] {
  const before = getPath(namespace, ['status', 'conditions'])
  const known = isJsonArray(before) ? before.filter(isJsonObject) : []
  const problems = problemsOf(remaining)
  const own = fine.map((texts) => {
    const problem = problems.get(texts.type)
    const { type, reason, message } = problem ?? texts
    const status = problem === undefined ? 'False' : 'True'
    const old = known.find((condition) => textOf(condition, 'type') === type)
    const same = old !== undefined && textOf(old, 'status') === status
    return {
      type,
      status,
      lastTransitionTime: same ? textOf(old, 'lastTransitionTime') : now,
      reason,
      message,
    }
  })
  const others = known.filter((condition) => !fine.some(({ type }) => type === textOf(condition, 'type')))
  return [...others, ...own]
}

function problemsOf(remaining: readonly Remaining[]): ReadonlyMap<string, ConditionTexts> {
  const problems = new Map<string, ConditionTexts>()
  if (remaining.length > 0) {
    const texts = remaining
      .map(({ plural, group, count }) => `${plural}.${group} has ${count} resource instances`)
      .sort()
    problems.set('NamespaceContentRemaining', {
      type: 'NamespaceContentRemaining',
      reason: 'SomeResourcesRemain',
      message: `Some resources are remaining: ${texts.join(', ')}`,
    })
  }
  const finalizers = remaining.flatMap((each) => each.finalizers)
  if (finalizers.length > 0) {
    const texts = [...Map.groupBy(finalizers, (name) => name)]
      .map(([name, { length }]) => `${name} in ${length} resource instances`)
      .sort()
    problems.set('NamespaceFinalizersRemaining', {
      type: 'NamespaceFinalizersRemaining',
      reason: 'SomeFinalizersRemain',
      message: `Some content in the namespace has finalizers remaining: ${texts.join(', ')}`,
    })
  }
  return problems
}
