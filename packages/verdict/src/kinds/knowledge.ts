import { type Family, type FieldTest, isFields, type KindKnowledge } from '@sitrep/status'
import { saysSomething, valueAt } from '../foreign/value.ts'
import { kubernetesKinds } from './kubernetes.ts'
import { operatorKinds } from './operators.ts'
import { quietKinds } from './quiet-kinds.ts'
import { workloadKinds } from './workloads.ts'

// What is known of kinds that belong to no family. An entry says only what generic rules cannot know.
const generalKinds: readonly KindKnowledge[] = [
  ...workloadKinds,
  ...kubernetesKinds,
  ...operatorKinds,
  ...quietKinds,
]

/** What the verdict takes from a family. */
export type KnownFamily = Pick<Family, 'kinds' | 'knowledge'>

/** Whether a field of the object is as asked. */
export function holds(object: unknown, test: FieldTest): boolean {
  const value = valueAt(object, test.path)
  if ('in' in test) return test.in.some((each) => each === value)
  if (test.is === 'filled') return saysSomething(value)
  return (value !== undefined) === (test.is === 'present')
}

/** Everything that is known about an object, the families before what holds for all; of two that contradict each other the earlier one counts. */
export function knowledgeOf(object: unknown, families: readonly KnownFamily[]): readonly KindKnowledge[] {
  if (!isFields(object)) return []
  const registry = [...families.flatMap(({ knowledge = [] }) => knowledge), ...generalKinds]
  const apiVersion = typeof object['apiVersion'] === 'string' ? object['apiVersion'] : ''
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  const kind = typeof object['kind'] === 'string' ? object['kind'] : ''
  return registry.filter(
    (each) =>
      inGroup(group, each.group) &&
      (each.kinds === undefined || each.kinds.includes(kind)) &&
      (each.when ?? []).every((test) => holds(object, test)),
  )
}

function inGroup(group: string, pattern: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.') ? group.endsWith(pattern.slice(1)) : group === pattern
}
