import type { Clock } from '@sitrep/status'
import { labels } from '../../../kinds.ts'
import { seconds } from '../../../time/longer-than.ts'
import type { DrainRule, PodOnNode } from '../../types.ts'
import { isForPod } from './drain-rule.ts'

/** What a drain is to do with a Pod. Only the lowest order that is left is worked on. */
export type Treatment =
  | { readonly behavior: 'Skip' }
  | { readonly behavior: 'Drain' | 'WaitCompleted'; readonly order: number }
  /** It cannot be told, and so the drain cannot go on. */
  | { readonly behavior: 'unclear'; readonly why: string }

export interface SelectionInput {
  /** Rules about this Machine, by name. */
  readonly rules: readonly DrainRule[]
  /** Nobody can tell whether Pods of this Node still run. */
  readonly unreachable: boolean
  readonly clock: Clock
}

const skip: Treatment = { behavior: 'Skip' }
const waitCompleted: Treatment = { behavior: 'WaitCompleted', order: 0 }

/** Asks one filter after the other; the first one that lets the Pod be decides. */
export function treatmentOf(pod: PodOnNode, input: SelectionInput): Treatment {
  return skippedByState(pod, input) ?? byLabel(pod) ?? byRule(pod, input.rules)
}

function skippedByState(pod: PodOnNode, { unreachable, clock }: SelectionInput): Treatment | undefined {
  if (unreachable && clock.passed(pod.deletionTimestamp, 2 * seconds)) return skip
  const finished = pod.phase === 'Succeeded' || pod.phase === 'Failed'
  if (pod.daemonSet !== undefined && !finished) {
    if (pod.daemonSet === 'unreadable') return { behavior: 'unclear', why: 'its DaemonSet cannot be read' }
    if (pod.daemonSet === 'there') return skip
  }
  return pod.mirror ? skip : undefined
}

function byLabel(pod: PodOnNode): Treatment | undefined {
  const value = pod.labels[labels.podDrain]?.toLowerCase()
  if (value === 'skip') return skip
  return value?.replace('-', '') === 'waitcompleted' ? waitCompleted : undefined
}

function byRule(pod: PodOnNode, rules: readonly DrainRule[]): Treatment {
  const rule = rules.find((candidate) => isForPod(candidate, pod.labels, pod.namespaceLabels))
  if (rule === undefined) return { behavior: 'Drain', order: 0 }
  switch (rule.behavior) {
    case 'Drain':
      return { behavior: 'Drain', order: rule.order }
    case 'Skip':
      return skip
    case 'WaitCompleted':
      return waitCompleted
    default:
      return { behavior: 'unclear', why: `MachineDrainRule ${rule.name} says ${rule.behavior}` }
  }
}
