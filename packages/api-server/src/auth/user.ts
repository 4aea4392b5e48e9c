/** Who a request comes from. */
export interface User {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Members of this group may do everything. */
export const mastersGroup = 'system:masters'
export const authenticatedGroup = 'system:authenticated'
export const unauthenticatedGroup = 'system:unauthenticated'

export const anonymousUser: User = { name: 'system:anonymous', groups: [unauthenticatedGroup] }

/** The server's own controllers. */
export const serverUser: User = { name: 'system:apiserver', groups: [mastersGroup, authenticatedGroup] }
