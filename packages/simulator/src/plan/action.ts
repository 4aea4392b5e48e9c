import type { ClusterName, KubeObject, ObjectRef } from '@sitrep/status'
import type { EchoPod } from '../echo/types.ts'

/** Something seen outside the API, or no longer seen. */
export type FactChange = { readonly object: KubeObject } | { readonly gone: ObjectRef }

/** One thing to be done to the world. What `follows` is done only after the one before it. */
export type Action = Deed & { readonly follows?: true }

type Deed =
  /** An object that is already there is left as it is. Its status, where it has one, is written right after it. */
  | { readonly act: 'create'; readonly cluster?: ClusterName; readonly object: KubeObject }
  /** A merge patch. With `expecting` it is refused when the object has changed since it was looked at. */
  | {
      readonly act: 'patch'
      readonly ref: ObjectRef
      readonly part?: 'status'
      readonly body: unknown
      readonly expecting?: string
    }
  /** Without grace an object that would end by itself after a while is gone at once. */
  | { readonly act: 'delete'; readonly ref: ObjectRef; readonly grace?: 'none' }
  | { readonly act: 'evict'; readonly ref: ObjectRef }
  /** The API of a workload cluster comes to be, reachable for nobody yet. */
  | { readonly act: 'open'; readonly cluster: ClusterName }
  | { readonly act: 'connect'; readonly cluster: ClusterName; readonly reachable: boolean }
  | { readonly act: 'close'; readonly cluster: ClusterName }
  /** A pod of the management cluster begins to answer; `cluster` is whose concern that is. */
  | { readonly act: 'serve'; readonly cluster: ClusterName; readonly pod: EchoPod }
  /** Nobody answers there any more. */
  | { readonly act: 'unserve'; readonly cluster: ClusterName; readonly pod: string }
  | { readonly act: 'tell'; readonly fact: FactChange }

/** What is to be done now, and when to look again although nothing may have changed. */
export interface Plan {
  readonly actions: readonly Action[]
  readonly wakeAt?: number
}

export const nothing: Plan = { actions: [] }

export const actions = (...all: readonly Action[]): Plan => ({ actions: all })

/** These one after the other: what is not possible now holds up the rest of them. */
export const inOrder = (...all: readonly Action[]): readonly Action[] =>
  all.map((action, index) => (index === 0 ? action : { ...action, follows: true }))

/** All plans together, in this order. */
export function together(plans: readonly Plan[]): Plan {
  const wakes = plans.flatMap(({ wakeAt }) => (wakeAt === undefined ? [] : [wakeAt]))
  return {
    actions: plans.flatMap((plan) => plan.actions),
    ...(wakes.length > 0 && { wakeAt: Math.min(...wakes) }),
  }
}
