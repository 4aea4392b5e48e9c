import type { ObjectRef } from '@sitrep/status'
import type { State } from './state.ts'

/** What somebody outside has to see to. */
export type Wish = { readonly leave: 'quit' | 'interrupt' | 'suspend' } | { readonly history: ObjectRef }

export interface Answer {
  readonly state: State
  readonly wish?: Wish
}
