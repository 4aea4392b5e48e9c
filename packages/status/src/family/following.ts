import type { KindRef } from '../kind.ts'
import type { KubeObject } from '../object.ts'

/** How an object of a kind is followed after it was applied, until it is ready, and after its deletion was asked for, until it is gone. */
export interface Following {
  readonly kind: KindRef
  /** What else its progress is told from; asked again whenever something was found, for one object may lead to the next. */
  readonly watches: (object: KubeObject, found: Found) => readonly FollowedObjects[]
  /** The way it goes, step by step. */
  readonly phases: readonly PhaseRule[]
  /** What keeps it from getting on. */
  readonly troubles: (facts: FollowedFacts) => readonly Trouble[]
  /** The kubeconfig that comes out of it, for whoever wants it on disk. */
  readonly kubeconfig?: FollowedKubeconfig
  /** What goes with it when it is deleted. */
  readonly deletes?: (object: KubeObject) => FollowedParts
}

/** Objects that are watched for the sake of another: one by its name, or those with these labels. */
export interface FollowedObjects {
  /** What they are called among what was found. */
  readonly name: string
  readonly kind: KindRef
  readonly namespace?: string
  readonly objectName?: string
  readonly labelSelector?: string
}

/** What was found, by the names that `watches` gave. */
export type Found = Readonly<Record<string, readonly KubeObject[]>>

/** All that progress is told from. */
export interface FollowedFacts {
  /** What is followed; absent where there is no such object. */
  readonly object: KubeObject | undefined
  readonly found: Found
  /** The names of what may not be read: nothing can be told from its absence. */
  readonly forbidden: readonly string[]
  readonly kubeconfig: KubeconfigState
}

export type KubeconfigState =
  | { readonly is: 'absent' }
  | { readonly is: 'there' }
  | { readonly is: 'written'; readonly path: string }
  | { readonly is: 'unreadable'; readonly why: string }

/** Where the kubeconfig of a followed object lies. */
export interface FollowedKubeconfig {
  /** The Secret that holds it. */
  readonly secret: (object: KubeObject) => {
    readonly namespace?: string
    readonly name: string
    readonly key: string
  }
  /** From then on it leads somewhere. */
  readonly usable: (object: KubeObject) => boolean
}

/** What goes with an object that is deleted. */
export interface FollowedParts {
  readonly kinds: (kind: KindRef) => boolean
  readonly namespace?: string
  readonly labelSelector: string
}

/** One step on the way: what it is called, when it is over, and what there is to say meanwhile. */
export interface PhaseRule {
  readonly name: string
  readonly title: string
  readonly done: (facts: FollowedFacts) => boolean
  /** Why the step does not concern this object. */
  readonly skipped?: (facts: FollowedFacts) => string | undefined
  readonly counts?: (facts: FollowedFacts) => Counts | undefined
  readonly note?: (facts: FollowedFacts) => string | undefined
}

/** How many replicas there are of how many that are wanted. */
export interface Counts {
  readonly desired: number
  readonly replicas: number
  readonly ready: number
  readonly upToDate: number
}

/** Something that keeps an object from getting on. Its texts come from objects: whoever shows them makes them harmless. */
export interface Trouble {
  readonly object: Pick<KubeObject, 'kind' | 'metadata' | 'apiVersion'>
  readonly text: string
  readonly reason?: string
  /** `final`: it does not go away by itself. `error`: it may, and counts once it lasts. `passing`: it says nothing about the object. */
  readonly weight: 'final' | 'error' | 'passing'
  /** It was said about an older generation, or nobody can tell which one. */
  readonly older?: true
}
