import type { FieldError } from '../errors/field-error.ts'
import type { KubeObject } from '../json/json.ts'
import type { Behaviour } from '../resources/resource.ts'

/**
 * The behaviour of a kind that takes something from a pool which all objects of the kind share (addresses and ports of
 * Services). Call `allocate` after the object has been prepared and before it is validated, with the same lock that
 * stores it; what it gives away is free again as soon as no object shows it.
 */
export interface AllocatingBehaviour extends Behaviour {
  readonly allocate: Allocate
}

/** `old` is absent at creation. */
export type Allocate = (object: KubeObject, old: KubeObject | undefined, pool: Pool) => Allocated

export interface Pool {
  /** All stored objects of the kind in all namespaces but the one at hand. */
  readonly others: Iterable<KubeObject>
  /** Nothing will be stored: Kubernetes does not look as closely then. */
  readonly dryRun: boolean
}

/** The object with everything filled in, or why that is not possible. */
export type Allocated =
  | { readonly object: KubeObject; readonly problems?: never }
  | { readonly object?: never; readonly problems: readonly FieldError[] }

export function allocates(behaviour: Behaviour): behaviour is AllocatingBehaviour {
  return 'allocate' in behaviour
}
