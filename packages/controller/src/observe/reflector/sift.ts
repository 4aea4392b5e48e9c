import type { KubeObject } from '@sitrep/status'
import type { Placing } from '../../share/share.ts'

/** Tells what is kept of the objects that a server shows. */
export interface Sift {
  /** Where an object belongs; nothing: it is not kept, as if it had not been shown. */
  readonly placeOf: (object: KubeObject) => Placing | undefined
  /** An object that was shown before belongs to somebody else now. */
  readonly onLeft: (metadata: KubeObject['metadata']) => void
}
