import { at, type KubeObject, list } from '@sitrep/status'

export interface ConditionWords {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message?: string
}

/** The conditions of a provider's object with this one in place; `undefined` when it says so already. */
export function withCondition(
  object: KubeObject,
  words: ConditionWords,
  now: number,
): readonly unknown[] | undefined {
  const present = list(at(object.status, 'conditions'))
  const before = present.find((condition) => at(condition, 'type') === words.type)
  const { type, status, reason, message = '' } = words
  const observedGeneration = object.metadata.generation
  const same =
    at(before, 'status') === status &&
    at(before, 'reason') === reason &&
    (at(before, 'message') ?? '') === message &&
    at(before, 'observedGeneration') === observedGeneration
  if (same) return undefined
  const lastTransitionTime = at(before, 'status') === status ? at(before, 'lastTransitionTime') : instant(now)
  const told = { type, status, reason, message, lastTransitionTime }
  const next = observedGeneration === undefined ? told : { ...told, observedGeneration }
  return before === undefined
    ? [...present, next]
    : present.map((condition) => (condition === before ? next : condition))
}

/** A time as Kubernetes writes it: whole seconds. */
export const instant = (now: number): string =>
  new Date(Math.floor(now / 1000) * 1000).toISOString().replace('.000Z', 'Z')
