import type { Counter } from '@sitrep/dashboard'
import { type CounterField, type Family, familyKinds, type KubeObject, valuesAt } from '@sitrep/status'

// What kinds of any family count, where nobody says more of them.
const usual: readonly CounterField[] = [
  { name: 'Replicas available', have: 'status.availableReplicas', want: 'spec.replicas' },
  { name: 'Replicas ready', have: 'status.readyReplicas', want: 'spec.replicas' },
]

/** What an object counts. A number that nobody took is left out: it is not zero. */
export function countersOf(object: KubeObject, families: readonly Family[]): readonly Counter[] {
  const said = familyKinds(families, object).find(({ counters }) => counters !== undefined)?.counters
  return (said ?? usual).flatMap(({ name, have, want }) => {
    const counted = sumAt(object, have)
    if (counted === undefined) return []
    const wanted = want === undefined ? undefined : sumAt(object, want)
    return [{ name, have: counted, ...(wanted !== undefined && { want: wanted }) }]
  })
}

function sumAt(object: KubeObject, path: string): number | undefined {
  const values = valuesAt(object, path).filter(Number.isSafeInteger) as readonly number[]
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}
