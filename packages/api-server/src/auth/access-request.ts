import type { ResourceTarget } from '../request/request-target.ts'
import type { User } from './user.ts'

/** Somebody wants to do something to a resource, or to reach one of the server's own endpoints. */
export type AccessRequest =
  | { readonly user: User; readonly verb: string; readonly target: ResourceTarget }
  | { readonly user: User; readonly verb: string; readonly path: string }
