import { at, list } from '@sitrep/status'
import type { StatusWrite } from '../../../apps/sitrep/stories/status-record.testing.ts'

/**
 * Conditions whose time moved although their status did not, one line each. Only where one process writes at a time: of two that found the
 * same at different moments, the second says its own.
 */
export function movedTimes(
  writes: readonly Pick<StatusWrite, 'object' | 'before' | 'after'>[],
): readonly string[] {
  return writes.flatMap(({ object, before, after }) => {
    const old = new Map(list(at(before, 'conditions')).map((each) => [at(each, 'type'), each]))
    return list(at(after, 'conditions')).flatMap((condition) => {
      const former = old.get(at(condition, 'type'))
      const [since, now] = [at(former, 'lastTransitionTime'), at(condition, 'lastTransitionTime')]
      if (former === undefined || at(former, 'status') !== at(condition, 'status') || since === now) return []
      return [
        `${object} ${String(at(condition, 'type'))} moved from ${String(since)} to ${String(now)} and says the same`,
      ]
    })
  })
}
