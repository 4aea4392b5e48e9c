import type { KubeObject } from '@sitrep/status'

/** All that a cluster's progress is told from. */
export interface ClusterFacts {
  /** What is followed; absent where there is no such object. */
  readonly cluster: KubeObject | undefined
  /** The Cluster of Cluster API below it, or itself. */
  readonly capiCluster: KubeObject | undefined
  readonly controlPlane: KubeObject | undefined
  /** MachineDeployments and MachinePools. */
  readonly workers: readonly KubeObject[]
  readonly machines: readonly KubeObject[]
  /** The objects below may not be read, so only the cluster itself tells. */
  readonly blind?: boolean
  readonly kubeconfig: KubeconfigState
}

export type KubeconfigState =
  | { readonly is: 'absent' }
  | { readonly is: 'there' }
  | { readonly is: 'written'; readonly path: string }
  | { readonly is: 'unreadable'; readonly why: string }

/** How many replicas there are of how many that are wanted. */
export interface Counts {
  readonly desired: number
  readonly replicas: number
  readonly ready: number
  readonly upToDate: number
}

export const phaseStates = ['waiting', 'working', 'done', 'skipped'] as const
export type PhaseState = (typeof phaseStates)[number]

/** One step on the way of a cluster. */
export interface Phase {
  readonly name: string
  readonly title: string
  readonly state: PhaseState
  readonly counts?: Counts
  /** What it waits for or has come to, in words from the objects: not safe to show as it is. */
  readonly note?: string
}

/** One row of a family's table: what the step is called, when it is over, and what there is to say meanwhile. */
export interface PhaseRule {
  readonly name: string
  readonly title: string
  readonly done: (facts: ClusterFacts) => boolean
  /** Why the step does not concern this cluster. */
  readonly skipped?: (facts: ClusterFacts) => string | undefined
  readonly counts?: (facts: ClusterFacts) => Counts | undefined
  readonly note?: (facts: ClusterFacts) => string | undefined
}

/** The phases of a cluster as they stand. What comes after a step that is not over waits, unless it has begun by itself. */
export function phasesOf(rules: readonly PhaseRule[], facts: ClusterFacts): readonly Phase[] {
  let reached = true
  return rules.map(({ name, title, done, skipped, counts, note }) => {
    const why = skipped?.(facts)
    if (why !== undefined) return { name, title, state: 'skipped', note: why }
    const counted = counts?.(facts)
    const over = done(facts)
    const begun = reached || (counted !== undefined && counted.replicas > 0)
    if (!over) reached = false
    const words = note?.(facts)
    return {
      name,
      title,
      state: over ? 'done' : begun ? 'working' : 'waiting',
      ...(counted !== undefined && { counts: counted }),
      ...(words !== undefined && { note: words }),
    }
  })
}
