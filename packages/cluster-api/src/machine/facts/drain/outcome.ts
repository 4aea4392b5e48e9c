import type { DelayCause } from '../../../deletion-delay/delay-cause.ts'
import type { PodOnNode } from '../../types.ts'
import { type SelectionInput, type Treatment, treatmentOf } from './selection.ts'

/** Why a Pod cannot be evicted. The error is as the API server gives it. */
export interface EvictionFailure {
  readonly error: string
  readonly cause: Extract<DelayCause, 'PodDisruptionBudgets' | 'Pod eviction errors'>
  readonly pods: readonly string[]
}

/** How far a drain has come. Pods are `namespace/name`, in that order within each group. */
export interface DrainOutcome {
  readonly terminating: readonly string[]
  /** By error, in the byte order of the errors. */
  readonly failures: readonly EvictionFailure[]
  readonly waiting: readonly string[]
  /** Their turn comes when those above are gone. */
  readonly evictedLater: readonly string[]
  readonly waitingLater: readonly string[]
}

/** A look at a drain: it has ended, it goes on, or it cannot be told. */
export type DrainLook =
  | { readonly drain: 'completed' }
  | { readonly drain: 'under-way'; readonly outcome: DrainOutcome }
  | { readonly drain: 'failed'; readonly why: string }

interface Treated {
  readonly pod: PodOnNode
  readonly key: string
  readonly treatment: Exclude<Treatment, { behavior: 'Skip' | 'unclear' }>
}

/**
 * What one pass over the Pods of a Node brings. An eviction is granted unless the Pod's namespace is being deleted or a
 * disruption budget is at its limit; a Pod whose eviction was granted counts as terminating.
 */
export function lookAtDrain(pods: readonly PodOnNode[], input: SelectionInput): DrainLook {
  const treated: Treated[] = []
  for (const pod of pods) {
    const treatment = treatmentOf(pod, input)
    if (treatment.behavior === 'unclear') return { drain: 'failed', why: treatment.why }
    if (treatment.behavior !== 'Skip') treated.push({ pod, key: `${pod.namespace}/${pod.name}`, treatment })
  }
  if (treated.length === 0) return { drain: 'completed' }
  treated.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return { drain: 'under-way', outcome: outcomeOf(treated) }
}

function outcomeOf(treated: readonly Treated[]): DrainOutcome {
  const lowest = treated.reduce((least, { treatment }) => Math.min(least, treatment.order), Infinity)
  const keys = (wanted: (entry: Treated) => boolean): readonly string[] =>
    treated.filter(wanted).map(({ key }) => key)
  const due = ({ treatment }: Treated): boolean => treatment.order === lowest
  const waits = ({ treatment }: Treated): boolean => treatment.behavior === 'WaitCompleted'
  const toEvict = (entry: Treated): boolean => !waits(entry) && entry.pod.deletionTimestamp === undefined
  const evicted = (entry: Treated): boolean =>
    toEvict(entry) && due(entry) && refusalOf(entry.pod) === undefined
  return {
    terminating: [
      ...keys((entry) => !waits(entry) && entry.pod.deletionTimestamp !== undefined),
      ...keys(evicted),
    ],
    failures: failuresOf(treated.filter((entry) => toEvict(entry) && due(entry))),
    waiting: keys((entry) => waits(entry) && due(entry)),
    evictedLater: keys((entry) => toEvict(entry) && !due(entry)),
    waitingLater: keys((entry) => waits(entry) && !due(entry)),
  }
}

type Refusal = Omit<EvictionFailure, 'pods'>

const terminatingNamespace: Refusal = {
  error:
    'Cannot evict pod from terminating namespace: unable to create eviction (kube-controller-manager should set deletionTimestamp)',
  cause: 'Pod eviction errors',
}

function refusalOf({ namespaceTerminating, blockedBy }: PodOnNode): Refusal | undefined {
  if (namespaceTerminating) return terminatingNamespace
  if (blockedBy === undefined) return undefined
  const { name, desiredHealthy, currentHealthy } = blockedBy
  const needs = `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
  return {
    error: `Cannot evict pod as it would violate the pod's disruption budget. ${needs}`,
    cause: 'PodDisruptionBudgets',
  }
}

function failuresOf(entries: readonly Treated[]): readonly EvictionFailure[] {
  const failures = new Map<string, { refusal: Refusal; pods: string[] }>()
  for (const { pod, key } of entries) {
    const refusal = refusalOf(pod)
    if (refusal === undefined) continue
    const known = failures.get(refusal.error)
    if (known === undefined) failures.set(refusal.error, { refusal, pods: [key] })
    else known.pods.push(key)
  }
  return [...failures.values()]
    .map(({ refusal, pods }) => ({ ...refusal, pods }))
    .sort((a, b) => (a.error < b.error ? -1 : 1))
}

/** What holds a drain back, as data: owners of the Machine get to see the same through its message. */
export function causesOf({ terminating, failures, waiting }: DrainOutcome): readonly DelayCause[] {
  return [
    ...failures.map(({ cause }) => cause),
    ...(terminating.length > 0 ? (['Pods not terminating'] as const) : []),
    ...(waiting.length > 0 ? (['Pods not completed yet'] as const) : []),
  ]
}
