import type { KindRef } from '../kind.ts'
import type { KubeObject } from '../object.ts'
import type { KindChoice } from '../served-kind.ts'

/** How an object of a kind is followed after it was applied, until it is ready, and after its deletion was asked for, until it is gone. */
export interface Following {
  readonly kind: KindChoice
  /** One of them, in words: `cluster`. */
  readonly noun: string
  /**
   * What else its progress is told from. Asked at every look with what was found so far, for one object may lead to the next; what is no
   * longer named is no longer watched.
   */
  readonly watches: (object: KubeObject, found: Found) => readonly FollowedObjects[]
  /** The way it goes, step by step: it is ready when each is over or does not concern it, and nothing troubles it. */
  readonly phases: readonly PhaseRule[]
  /** What keeps it from getting on. */
  readonly troubles: (facts: FollowedFacts) => readonly Trouble[]
  /** The kubeconfig that comes out of it, for whoever wants it on disk. */
  readonly kubeconfig?: FollowedKubeconfig
  /** What goes with it when it is deleted. Of all that a file describes, kinds with such parts go first. */
  readonly deletes?: (object: KubeObject) => FollowedParts
}

/** Objects that are watched for the sake of another: one by its name, or those with these labels. A kind that is not served has none. */
export interface FollowedObjects {
  /** What they are called among what was found; several may share a name, and are found in this order. */
  readonly name: string
  readonly kind: KindRef
  /** Left out: wherever they are. */
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
  /** What is left behind where what the object rests on goes before it, in words and in the plural: `machines`. */
  readonly nouns: string
  readonly kinds: (kind: KindRef) => boolean
  /** Left out: wherever they are. */
  readonly namespace?: string
  readonly labelSelector: string
}

/** One step on the way: what it is called, when it is over, and what there is to say meanwhile. */
export interface PhaseRule<Facts = FollowedFacts> {
  readonly name: string
  readonly title: string
  readonly done: (facts: Facts) => boolean
  /** Why the step does not concern this object. */
  readonly skipped?: (facts: Facts) => string | undefined
  readonly counts?: (facts: Facts) => Counts | undefined
  /** What it waits for or has come to. Words from objects are fine: whoever shows them makes them harmless. */
  readonly note?: (facts: Facts) => string | undefined
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
