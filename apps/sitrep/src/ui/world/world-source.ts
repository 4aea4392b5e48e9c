import type { Family, ObjectRef } from '@sitrep/status'
import type { ToldHistory } from '../../history/told-history.ts'
import type { Happening } from '../update.ts'

/** Where a view gets what it shows. */
export interface WorldSource {
  /** In words: a server, or files. */
  readonly words: string
  readonly families: readonly Family[]
  /** The time at which it stands still; absent: it goes on. */
  readonly at?: string
  /** Tells what is seen, once or again and again, until it is stopped. */
  readonly follow: (tell: (happening: Happening) => void) => { readonly stop: () => Promise<void> }
  readonly history: (ref: ObjectRef) => Promise<ToldHistory>
}
