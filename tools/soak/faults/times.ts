import type { StatusChange } from '@sitrep/engine'
import { at, list } from '@sitrep/status'
import type { StatusWrite } from '../../../apps/sitrep/stories/status-record.testing.ts'

type Computed = Pick<StatusChange, 'ref' | 'before' | 'conditions'>

/** Every turn of a condition that any process computed, whether it came to be written or not. */
export class ComputedTurns {
  readonly #turns: Set<string> = new Set()

  take(changes: readonly Computed[]): void {
    const twice = changes.some(isInitialized)
    for (const { ref, before, conditions } of changes) {
      const old = byType(before)
      for (const condition of conditions)
        if (twice || at(old.get(condition.type), 'status') !== condition.status)
          this.#turns.add(turnOf(`${ref.kind} ${ref.name}`, condition))
    }
  }

  has(object: string, condition: unknown): boolean {
    return this.#turns.has(turnOf(object, condition))
  }
}

// When a control plane comes to be initialized, everything is looked at twice in one turn: what the first look finds turns, and is told nobody.
const isInitialized = ({ before, conditions }: Computed): boolean =>
  at(byType(before).get('Initialized'), 'status') !== 'True' &&
  conditions.some(({ type, status }) => type === 'Initialized' && status === 'True')

/**
 * Conditions whose time moved although their status did not, one line each. Where a fault kept a turn from being written and the next one
 * took it back, the time of that one is right: nobody may name a moment at which nothing turned.
 */
export function movedTimes(
  writes: readonly Pick<StatusWrite, 'object' | 'before' | 'after'>[],
  turns: ComputedTurns,
): readonly string[] {
  return writes.flatMap(({ object, before, after }) => {
    const old = byType(before)
    return list(at(after, 'conditions')).flatMap((condition) => {
      const former = old.get(at(condition, 'type'))
      const [since, now] = [at(former, 'lastTransitionTime'), at(condition, 'lastTransitionTime')]
      if (former === undefined || at(former, 'status') !== at(condition, 'status') || since === now) return []
      if (turns.has(object, condition)) return []
      return [
        `${object} ${String(at(condition, 'type'))} moved from ${String(since)} to ${String(now)} and says the same`,
      ]
    })
  })
}

const byType = (status: unknown): ReadonlyMap<unknown, unknown> =>
  new Map(list(at(status, 'conditions')).map((each) => [at(each, 'type'), each]))

const turnOf = (object: string, condition: unknown): string =>
  [object, ...['type', 'status', 'lastTransitionTime'].map((key) => at(condition, key))].join(' ')
